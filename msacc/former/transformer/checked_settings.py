"""What the settings of this package are made of: attributes that are checked whenever they are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Setting:
    """An attribute kept as `_name`; `check(value, name)` raises for a wrong one, `then(value)` follows a right one."""

    def __init__(
        self, check: Callable[[Any, str], Any], then: Callable[[Any], Any] | None = None
    ) -> None:
        self.check = check
        self.then = then

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else instance.__dict__[f"_{self.name}"]

    def __set__(self, instance: Any, value: Any) -> None:
        self.check(value, self.name)
        instance.__dict__[f"_{self.name}"] = value
        if self.then is not None:
            self.then(value)


class Passed:
    """An attribute of the settings held in `holders`: read from the first, set in all of them."""

    def __init__(self, *holders: str) -> None:
        self.holders = holders

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else getattr(getattr(instance, self.holders[0]), self.name)

    def __set__(self, instance: Any, value: Any) -> None:
        for holder in self.holders:
            setattr(getattr(instance, holder), self.name, value)


class _Config:
    """Printed with a line for each attribute, those that hold settings in full."""

    def __str__(self) -> str:
        lines = (f"{name}:{value}\n" for name, value in self.__dict__.items())
        return "[ParallelConfig]\n" + "".join(lines)
