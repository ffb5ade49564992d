"""A row of the tables of refused arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One argument of one callable and the call that shows its fate."""

    name: str  # the ledger's name of the callable
    argument: str
    call: Callable[[], Any]
    raises: type[Exception] | None  # None: a notice
    reason: str
    names: str = ""  # what the text must hold, where not the argument


def rows(
    name: str,
    arguments: str,
    call: Callable[[], Any],
    raises: type[Exception] | None,
    reason: str,
    names: str = "",
) -> list[Row]:
    """One call for several arguments."""
    return [Row(name, word, call, raises, reason, names) for word in arguments.split()]
