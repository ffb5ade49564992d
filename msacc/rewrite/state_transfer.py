"""Transfers the state of a network to the rewritten one."""

from __future__ import annotations

import copy
from typing import Any

from msacc.nn.cell import Cell

_TABLES = ("_params", "_cells", "_msacc_flags", "_msacc_hooks", "_buffers")


def take_over(new: Cell, old: Cell) -> None:
    """Give a Cell the attributes of another: the same Parameters and Cells in tables of its own."""
    state = dict(vars(old))
    for name in _TABLES:
        if name in state:
            state[name] = copy.copy(state[name])
    vars(new).update(state)
    vars(new)["_msacc_compiled"] = None


def fresh(cells: Any) -> Any:
    """A container of the same cells, so that changing it leaves the first network's as it is."""
    if not isinstance(cells, Cell):
        return copy.copy(cells)
    new = object.__new__(type(cells))
    take_over(new, cells)
    return new
