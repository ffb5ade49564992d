"""Doors: arrays from values, shapes and ranges, grids, diagonals, random numbers. Nothing is computed here."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.numpy._skin import array_like, doors, opened, operand, rewrapped, shape_of
from msacc.ops.array import numpy_creation as cr
from msacc.ops.array import numpy_grids as gr
from msacc.ops.array import numpy_shaping as sh
from msacc.ops.array.casting import any_dtype


def _own(obj: Any) -> Any:
    """An array-like that MindSpore's `array` takes: no numpy array."""
    if isinstance(obj, np.ndarray) or not isinstance(obj, (bool, int, float, Tensor, list, tuple)):
        raise TypeError(
            f"input data must be `int`, `float`, `bool`, `Tensor`, `list`, `tuple`, but got {type(obj)}; "
            "make a Tensor of a numpy array first."
        )
    return array_like(obj)


array = opened(cr.array, obj=_own)


def asarray(a: Any, dtype: Any = None) -> Tensor:
    """A Tensor of an array-like, as `array` makes it, sharing the memory of a Tensor that has `dtype` already."""
    return array(a, dtype, copy=False)


asfarray = opened(cr.asfarray, a=_own)
copy = opened(sh.copy, "a")

zeros = opened(cr.zeros, shape=shape_of)
ones = opened(cr.ones, shape=shape_of)
empty = opened(cr.empty, shape=shape_of)
full = opened(cr.full, "fill_value", shape=shape_of)
zeros_like = opened(cr.zeros_like, "a", shape=shape_of)
ones_like = opened(cr.ones_like, "a", shape=shape_of)
empty_like = opened(cr.empty_like, "prototype", shape=shape_of)
full_like = opened(cr.full_like, "a", fill_value=operand, shape=shape_of)
arange = opened(cr.arange, dtype=any_dtype)
linspace = opened(cr.linspace, "start stop")
logspace = opened(cr.logspace, "start stop")
geomspace = opened(cr.geomspace, "start stop")
eye = opened(cr.eye)
identity = opened(cr.identity)
tri = opened(cr.tri)
rand = opened(cr.rand)
randn = opened(cr.randn)
randint = opened(cr.randint, shape=shape_of)

# -- grids, diagonals and triangles ------------------------------------------------------------
meshgrid = opened(gr.meshgrid, "xi")
diag = opened(gr.diag, "v")
diagflat = opened(gr.diagflat, "v")
diagonal = opened(gr.diagonal, "a")
tril = opened(gr.tril, "m")
triu = opened(gr.triu, "m")
tril_indices = opened(gr.tril_indices)
triu_indices = opened(gr.triu_indices)
tril_indices_from = opened(gr.tril_indices_from, "arr")
triu_indices_from = opened(gr.triu_indices_from, "arr")
diag_indices = opened(gr.diag_indices)
indices = opened(gr.indices)
ix_ = opened(gr.ix_)
ravel_multi_index = opened(gr.ravel_multi_index, "multi_index", dims=shape_of)
unravel_index = opened(gr.unravel_index, "indices", shape=shape_of)


class _Grid:
    """What slices select: a vector for one, grids for several, open ones if `sparse`."""

    def __init__(self, sparse: bool):
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return rewrapped(gr.line(key))
        return rewrapped(gr.grid(list(key), self.sparse))


mgrid, ogrid = _Grid(False), _Grid(True)

__all__ = doors(globals()) + ["mgrid", "ogrid"]
