"""The registry of msacc's own callbacks, and what a run may rely on of each.

Only the class itself is registered: a script's subclass of it may do anything in its hooks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from msacc.train.callback._callback import Callback

C = TypeVar("C", bound=type)


@dataclass(frozen=True)
class BuiltIn:
    """`sees_validation`: its hooks are called in an evaluation inside Model.fit, as in MindSpore.

    `runs_scripts`: its hooks call functions of a script, which may do what a script's own callback may: end the run
    after any step.
    """

    sees_validation: bool = False
    runs_scripts: bool = False


_BUILT_IN: dict[type, BuiltIn] = {}


def built_in(sees_validation: bool = False, runs_scripts: bool = False) -> Callable[[C], C]:
    """Registers a class."""

    def register(cls: C) -> C:
        _BUILT_IN[cls] = BuiltIn(sees_validation, runs_scripts)
        return cls

    return register


def built_in_of(callback: Callback) -> BuiltIn | None:
    """The entry of a callback's class; None for a script's own."""
    return _BUILT_IN.get(type(callback))
