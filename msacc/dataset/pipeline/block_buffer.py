"""Output buffer of a block: threads write each row at its final position of one stacked array."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.dataset.pipeline.block import Column, pack

# Smaller values are stacked at the end, which costs less than copying by several threads.
_MIN_BYTES = 1 << 12
_DTYPE_KINDS = "biufc"


def _address(array: np.ndarray) -> int:
    """Returns an array's memory address; `array.ctypes` takes ten times as long."""
    return int(array.__array_interface__["data"][0])


class BlockBuffer:
    """Columns of `rows` rows that several threads fill; rows of another shape or dtype stay outside."""

    def __init__(self, rows: int) -> None:
        self._rows, self._lock = rows, threading.Lock()
        self._arrays: dict[int, np.ndarray] = {}
        self._filled: dict[int, int] = {}

    def slot(
        self, column: int, row: int, shape: tuple[int, ...], kind: np.dtype
    ) -> np.ndarray | None:
        """Returns the memory for a row's value of this shape and dtype; None where the value does not fit."""
        with self._lock:
            array = self._arrays.get(column)
            if array is None:
                if (
                    self._rows < 2
                    or kind.kind not in _DTYPE_KINDS
                    or np.prod(shape) * kind.itemsize < _MIN_BYTES
                ):
                    return None
                array = self._arrays[column] = np.empty((self._rows, *shape), kind)
        return array[row] if array.shape[1:] == shape and array.dtype == kind else None

    def allocate_first(self, row: int, shape: tuple[int, ...], kind: np.dtype) -> np.ndarray:
        """Returns memory for a row's value of column 0, outside the buffer if it does not fit."""
        slot = self.slot(0, row, shape, kind)
        return np.empty(shape, kind) if slot is None else slot

    def write_row(self, row: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Copies the values that fit into the buffer; returns the row's values."""
        return tuple(self._write_value(column, row, value) for column, value in enumerate(values))

    def _write_value(self, column: int, row: int, value: np.ndarray) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        slot = self.slot(column, row, value.shape, value.dtype)
        if slot is None:
            return value
        if _address(value) != _address(slot):
            slot[...] = value
        with self._lock:
            self._filled[column] = self._filled.get(column, 0) + 1
        return slot

    def columns(self, rows: Sequence[tuple[Any, ...]]) -> list[Column]:
        """Returns the columns of the rows that `put` returned, in order."""
        return [
            self._arrays[i]
            if self._filled.get(i) == len(rows) == self._rows
            else pack([row[i] for row in rows])
            for i in range(len(rows[0]))
        ]
