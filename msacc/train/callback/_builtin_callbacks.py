"""Which callbacks are msacc's own, and what a run may count on of each.

A class stands here by itself: a script's subclass of it may do anything in its hooks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


@dataclass(frozen=True)
class BuiltIn:
    """`sees_validation`: it hears of an evaluation inside Model.fit, as in MindSpore.

    `runs_scripts`: functions of a script are its hooks, which may do what a script's own callback may: end the
    run after any step.
    """

    sees_validation: bool = False
    runs_scripts: bool = False


_KNOWN: dict[type, BuiltIn] = {}


def built_in(sees_validation: bool = False, runs_scripts: bool = False) -> Callable[[C], C]:
    """Enter a class."""

    def entered(cls: C) -> C:
        _KNOWN[cls] = BuiltIn(sees_validation, runs_scripts)
        return cls

    return entered


def built_in_of(callback: Any) -> BuiltIn | None:
    """What is known of a callback's class; None for a script's own."""
    return _KNOWN.get(type(callback))
