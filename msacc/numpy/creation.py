"""Array creation: values, shapes, ranges, grids, diagonals, random numbers. The ops compute; this module binds
names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import (
    array_function,
    array_like,
    exported_names,
    operand,
    shape_of,
    wrap_result,
)
from msacc.ops.array import numpy_creation as cr
from msacc.ops.array import numpy_grids as gr
from msacc.ops.array import numpy_shaping as sh
from msacc.ops.array.casting import any_dtype

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, TensorLike


def _array_input(obj: Any) -> Any:
    """An array-like that MindSpore's `array` takes: no numpy array."""
    if isinstance(obj, np.ndarray) or not isinstance(obj, (bool, int, float, Tensor, list, tuple)):
        raise TypeError(
            f"input data must be `int`, `float`, `bool`, `Tensor`, `list`, `tuple`, but got {type(obj)}; "
            "make a Tensor of a numpy array first."
        )
    return array_like(obj)


array = array_function(cr.array, obj=_array_input)


def asarray(a: TensorLike, dtype: DTypeLike | str | None = None) -> Tensor:
    """A Tensor of an array-like, as `array` makes it, sharing the memory of a Tensor that has `dtype` already.

    `a`: a number, bool, Tensor, or nested list or tuple of them, whose shape the result has.
    `dtype`: that of the result, by default the one that `a` has. Errors are those of `array`.
    """
    return array(a, dtype, copy=False)


asfarray = array_function(cr.asfarray, a=_array_input)
copy = array_function(sh.copy, "a")

zeros = array_function(cr.zeros, shape=shape_of)
ones = array_function(cr.ones, shape=shape_of)
empty = array_function(cr.empty, shape=shape_of)
full = array_function(cr.full, "fill_value", shape=shape_of)
zeros_like = array_function(cr.zeros_like, "a", shape=shape_of)
ones_like = array_function(cr.ones_like, "a", shape=shape_of)
empty_like = array_function(cr.empty_like, "prototype", shape=shape_of)
full_like = array_function(cr.full_like, "a", fill_value=operand, shape=shape_of)
arange = array_function(cr.arange, dtype=any_dtype)
linspace = array_function(cr.linspace, "start stop")
logspace = array_function(cr.logspace, "start stop")
geomspace = array_function(cr.geomspace, "start stop")
eye = array_function(cr.eye)
identity = array_function(cr.identity)
tri = array_function(cr.tri)
rand = array_function(cr.rand)
randn = array_function(cr.randn)
randint = array_function(cr.randint, shape=shape_of)

# -- grids, diagonals and triangles ------------------------------------------------------------
meshgrid = array_function(gr.meshgrid, "xi")
diag = array_function(gr.diag, "v")
diagflat = array_function(gr.diagflat, "v")
diagonal = array_function(gr.diagonal, "a")
tril = array_function(gr.tril, "m")
triu = array_function(gr.triu, "m")
tril_indices = array_function(gr.tril_indices)
triu_indices = array_function(gr.triu_indices)
tril_indices_from = array_function(gr.tril_indices_from, "arr")
triu_indices_from = array_function(gr.triu_indices_from, "arr")
diag_indices = array_function(gr.diag_indices)
indices = array_function(gr.indices)
ix_ = array_function(gr.ix_)
ravel_multi_index = array_function(gr.ravel_multi_index, "multi_index", dims=shape_of)
unravel_index = array_function(gr.unravel_index, "indices", shape=shape_of)


class _Grid:
    """The grids of slices: a vector for one, grids for several, open ones if `sparse`."""

    def __init__(self, sparse: bool):
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return wrap_result(gr.line(key))
        return wrap_result(gr.grid(list(key), self.sparse))


mgrid, ogrid = _Grid(False), _Grid(True)

__all__ = exported_names(globals()) + ["mgrid", "ogrid"]
