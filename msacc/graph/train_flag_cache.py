"""The training flags that a Cell's graph was made with.

MindSpore makes a graph of the outermost Cell once for its phase (training or not) and for the types and shapes of its
inputs. What set_train says later to a Cell inside alone does not reach that graph: a script may evaluate a network
through another Model and go on training with the graph that it had, its batch normalisations and dropouts included.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Hashable, Iterator
from typing import Any

from msacc.graph.reachability import is_cell


class TrainFlags:
    """Counts the calls of set_train on any Cell: while it stands still there is nothing to compare."""

    changes = 0


# Kinds of calls that are told apart: far more than Dynamo makes graphs for.
_MOST = 1000
_Held = tuple[tuple["weakref.ref[Any]", bool], ...]


class Phases:
    """The flags of one compiled Cell and of those inside, by what its graphs are told apart by; keeps no Cell alive."""

    def __init__(self, owner: Any):
        self._root = weakref.ref(owner) if is_cell(owner) else None
        self._made: dict[Hashable, tuple[bool, ...]] = {}
        self._held: dict[Hashable, _Held] = {}
        self._changes = -1
        self._cells: list[weakref.ref[Any]] = []

    @property
    def root(self) -> Any:
        """The Cell; None where a function is compiled: its graphs follow what set_train says."""
        return None if self._root is None else self._root()

    def held(self, key: Hashable) -> _Held:
        """The Cells whose flag is another now than when the graph of `key` was made, with the flag of then."""
        if self._changes != TrainFlags.changes:
            self._changes, self._held = TrainFlags.changes, {}
            self._cells = [weakref.ref(cell) for _, cell in self.root.cells_and_names()]
        if (changes := self._held.get(key)) is None:
            changes = self._held[key] = self._compare(key)
        return changes

    def _compare(self, key: Hashable) -> _Held:
        if len(self._made) > _MOST:
            return ()
        now = tuple(_flag(ref()) for ref in self._cells)
        captured_flags = self._made.setdefault(key, now)
        if len(captured_flags) != len(now):  # the network was changed
            captured_flags = self._made[key] = now
        return tuple(
            (ref, was)
            for ref, was, flag in zip(self._cells, captured_flags, now, strict=True)
            if was != flag
        )


def _flag(cell: Any) -> bool:
    return cell is not None and cell.training


@contextlib.contextmanager
def as_made(flags: _Held) -> Iterator[None]:
    """These Cells have those flags for the time of a call."""
    cells = [(cell, flag) for ref, flag in flags if (cell := ref()) is not None]
    now = [cell.training for cell, _ in cells]
    for cell, flag in cells:
        cell.__dict__["training"] = flag
    try:
        yield
    finally:
        for (cell, _), flag in zip(cells, now, strict=True):
            cell.__dict__["training"] = flag
