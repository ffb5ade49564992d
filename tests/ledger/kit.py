"""What the rows of refused arguments are made with."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn


def dense() -> Any:
    return nn.Dense(2, 2)


def batch() -> Any:
    return ms.Tensor(np.ones((3, 2), np.float32))


def numbers() -> Any:
    return ds.NumpySlicesDataset(np.arange(4, dtype=np.int32), ["x"], shuffle=False)


def in_folder(call: Callable[[str], Any]) -> Callable[[], Any]:
    """A call that is given a folder of its own."""

    def made() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            return call(folder)

    return made
