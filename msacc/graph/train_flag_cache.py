"""The training flags with which the runs of a Cell were recorded.

MindSpore makes a graph of the outermost Cell once for its phase (training or not) and for the types and shapes of its
inputs. What set_train says later to a Cell inside alone does not reach that graph: a script may evaluate a network
through another Model and go on training with the graph that it had, its batch normalisations and dropouts included.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Hashable, Iterator
from typing import Any

from msacc.common.cell_tree import is_cell


class TrainFlags:
    """Counts the calls of set_train on any Cell: while the count is unchanged, no flags are compared."""

    changes = 0


# Maximum number of cache keys: far more than are recorded.
_MOST = 1000
_CellFlags = tuple[tuple["weakref.ref[Any]", bool], ...]


class TrainFlagCache:
    """The training flags of a compiled Cell and its children at capture, by graph key; holds weak references."""

    def __init__(self, owner: object):
        self._root = weakref.ref(owner) if is_cell(owner) else None
        self._captured: dict[Hashable, tuple[bool, ...]] = {}
        self._changed: dict[Hashable, _CellFlags] = {}
        self._changes = -1
        self._cells: list[weakref.ref[Any]] = []

    @property
    def root(self) -> Any:
        """The Cell; None for a compiled function, whose graphs follow set_train."""
        return None if self._root is None else self._root()

    def changed_flags(self, key: Hashable) -> _CellFlags:
        """The Cells whose flag has changed since the graph of `key` was captured, each with the captured flag."""
        if self._changes != TrainFlags.changes:
            self._changes, self._changed = TrainFlags.changes, {}
            self._cells = [weakref.ref(cell) for _, cell in self.root.cells_and_names()]
        if (changes := self._changed.get(key)) is None:
            changes = self._changed[key] = self._compare(key)
        return changes

    def _compare(self, key: Hashable) -> _CellFlags:
        if len(self._captured) > _MOST:
            return ()
        now = tuple(_flag(ref()) for ref in self._cells)
        captured_flags = self._captured.setdefault(key, now)
        if len(captured_flags) != len(now):  # the network was changed
            captured_flags = self._captured[key] = now
        return tuple(
            (ref, was)
            for ref, was, flag in zip(self._cells, captured_flags, now, strict=True)
            if was != flag
        )


def _flag(cell: Any) -> bool:
    return cell is not None and cell.training


@contextlib.contextmanager
def with_captured_flags(flags: _CellFlags) -> Iterator[None]:
    """Sets the captured flags on these Cells for the duration of a call."""
    cells = [(cell, flag) for ref, flag in flags if (cell := ref()) is not None]
    now = [cell.training for cell, _ in cells]
    for cell, flag in cells:
        cell.__dict__["training"] = flag
    try:
        yield
    finally:
        for (cell, _), flag in zip(cells, now, strict=True):
            cell.__dict__["training"] = flag
