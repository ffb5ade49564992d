"""A module of the user's, with things for programs to change."""

from __future__ import annotations

from typing import Any

FACTOR = 3.0
ITEMS = [1.0, 2.0]


def helper(x: Any) -> Any:
    return x + FACTOR


class Settings:
    scale = 2.0


class Kind:
    def value(self) -> float:
        return 1.0

    @classmethod
    def of_class(cls) -> float:
        return 1.0


class OtherKind:
    def value(self) -> float:
        return 2.0

    @classmethod
    def of_class(cls) -> float:
        return 2.0
