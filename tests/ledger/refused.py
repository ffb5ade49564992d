"""Arguments that no parity case can exercise: each refused, or said once to have no effect.

A row holds a call that gives the argument; `test_ledger` makes it and looks for the exception or
for the notice, which must name the argument.
"""

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
    raises: type[Exception] | None  # None: the notice names the argument
    reason: str


ROWS: list[Row] = []
