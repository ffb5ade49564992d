"""The tables `_cells` and `_params` of a Cell, which users' code may write to."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Structure

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


class Table(dict[str, Any]):
    """Parts of a Cell by name. What is put here is what the attribute of that name gives, as in MindSpore.

    Refers to its Cell weakly, so that no circle keeps it; a copy or pickle is a plain dict, of which the copied Cell
    makes its own.
    """

    __slots__ = ("_owner",)

    def __init__(self, owner: Cell, parts: Mapping[str, Any] | None = None):
        super().__init__(parts or {})
        self._owner = weakref.ref(owner)

    def __setitem__(self, name: str, part: Any) -> None:
        super().__setitem__(name, part)
        if (owner := self._owner()) is not None and owner.__dict__.get(name) is not part:
            Structure.change()
            owner.__dict__[name] = part

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        if (owner := self._owner()) is not None:
            Structure.change()
            owner.__dict__.pop(name, None)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)
