"""Hooks that look at the data between the steps of a map, for `dataset.config.set_debug_mode`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sized
from typing import Any

import numpy as np
from PIL import Image


class DebugHook(ABC):
    """Base of the hooks: `compute` receives the columns and may print them or stop in a debugger.

    A hook may also be one of the operations of a map. The result of `compute` is ignored.
    """

    def __init__(self, prev_op_name: str | None = None):
        self.prev_op_name = prev_op_name
        self.is_first_op: bool | None = None

    def __call__(self, *args: Any) -> Any:
        if self.prev_op_name:
            which = "INPUT" if self.is_first_op else "OUTPUT"
            print(
                f"[Dataset debugger] Print the [{which}] of the operation [{self.prev_op_name}].",
                flush=True,
            )
        self.compute(args)
        return args

    @abstractmethod
    def compute(self, *args: Any) -> Any:
        """Inspect the columns, a tuple of arrays or PIL images."""

    def set_previous_op_name(self, prev_op_name: str) -> None:
        """Name the operation whose data are shown."""
        self.prev_op_name = prev_op_name

    def set_is_first(self, is_first_op: bool) -> None:
        """Whether the data are the inputs of the map."""
        self.is_first_op = is_first_op


class PrintMetaDataHook(DebugHook):
    """Prints each column's type and shape."""

    def compute(self, *args: Any) -> Any:
        for i, column in enumerate(*args):
            print(f"Column {i}. {_description(column)}", flush=True)
        return args


class PrintDataHook(DebugHook):
    """Prints each column."""

    def compute(self, *args: Any) -> Any:
        for i, column in enumerate(*args):
            array = np.asarray(column) if isinstance(column, Image.Image) else column
            print(f"Column {i}. The data is [{array}].", flush=True)
        return args


def _description(column: Any) -> str:
    if isinstance(column, np.ndarray):
        return f"The dtype is [{column.dtype}]. The shape is [{column.shape}]."
    if isinstance(column, Image.Image):
        return f"The type is [{type(column)}]. The shape is [{column.size}]."
    size = f" The size is [{len(column)}]." if isinstance(column, Sized) else ""
    return f"The type is [{type(column)}].{size}"
