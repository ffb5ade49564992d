"""Room for the rows of a block: they are written where they will lie, one beside the other."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.dataset.native.compiled_loops import address
from msacc.dataset.pipeline.block import Column, pack

# What is laid out anew costs less than what is copied by several threads.
_LEAST = 1 << 12
_KINDS = "biufc"


class Room:
    """Columns of `rows` rows that several threads fill; rows unlike the first are kept apart."""

    def __init__(self, rows: int) -> None:
        self._rows, self._turn = rows, threading.Lock()
        self._arrays: dict[int, np.ndarray] = {}
        self._filled: dict[int, int] = {}

    def place(
        self, column: int, row: int, shape: tuple[int, ...], kind: np.dtype
    ) -> np.ndarray | None:
        """Where a row's value of this shape and type may be written; None where it does not fit in."""
        with self._turn:
            found = self._arrays.get(column)
            if found is None:
                if (
                    self._rows < 2
                    or kind.kind not in _KINDS
                    or np.prod(shape) * kind.itemsize < _LEAST
                ):
                    return None
                found = self._arrays[column] = np.empty((self._rows, *shape), kind)
        return found[row] if found.shape[1:] == shape and found.dtype == kind else None

    def first(self, row: int, shape: tuple[int, ...], kind: np.dtype) -> np.ndarray:
        """Where a row's first value may be written, in memory of its own if need be."""
        found = self.place(0, row, shape, kind)
        return np.empty(shape, kind) if found is None else found

    def put(self, row: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The row's values, those that fit in being copied."""
        return tuple(self._put(column, row, value) for column, value in enumerate(values))

    def _put(self, column: int, row: int, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        place = self.place(column, row, value.shape, value.dtype)
        if place is None:
            return value
        if address(value) != address(place):
            place[...] = value
        with self._turn:
            self._filled[column] = self._filled.get(column, 0) + 1
        return place

    def columns(self, rows: Sequence[tuple[Any, ...]]) -> list[Column]:
        """The columns of the rows that `put` gave, in order."""
        return [
            self._arrays[i]
            if self._filled.get(i) == len(rows) == self._rows
            else pack([row[i] for row in rows])
            for i in range(len(rows[0]))
        ]
