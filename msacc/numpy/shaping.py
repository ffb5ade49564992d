"""Shapes, joining, splitting, repeating, selection. The ops compute; this module binds names."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import (
    array_function,
    array_like,
    exported_names,
    function,
    sequence,
    shape_of,
)
from msacc.ops.array import numpy_joining as jo
from msacc.ops.array import numpy_padding as pa
from msacc.ops.array import numpy_select as pi
from msacc.ops.array import numpy_sets as se
from msacc.ops.array import numpy_shaping as sh
from msacc.ops.array.casting import numpy_dtype, promotable_dtype
from msacc.ops.core.array_likes import promoted_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from msacc.common.argument_types import DTypeLike, TensorLike

_arrays = sequence(array_like)

reshape = array_function(sh.reshape, "x", new_shape=shape_of)
ravel = array_function(sh.ravel, "x")
transpose = array_function(sh.transpose, "a")
swapaxes = array_function(sh.swapaxes, "x")
moveaxis = array_function(sh.moveaxis, "a")
rollaxis = array_function(sh.rollaxis, "x")
expand_dims = array_function(sh.expand_dims, "a")
squeeze = array_function(sh.squeeze, "a")
broadcast_to = array_function(sh.broadcast_to, "array", shape=shape_of)
broadcast_arrays = array_function(sh.broadcast_arrays, "args")
atleast_1d = array_function(sh.atleast_1d, "arys")
atleast_2d = array_function(sh.atleast_2d, "arys")
atleast_3d = array_function(sh.atleast_3d, "arys")
size = array_function(sh.size, "a")
tile = array_function(sh.tile, "a", reps=shape_of)
repeat = array_function(sh.repeat, "a")
flip = array_function(sh.flip, "m")
fliplr = array_function(sh.fliplr, "m")
flipud = array_function(sh.flipud, "m")
rot90 = array_function(sh.rot90, "a")
roll = array_function(sh.roll, "a")
pad = array_function(pa.pad, "arr")

# -- joining and splitting ---------------------------------------------------------------------
concatenate = array_function(jo.concatenate, arrays=_arrays)
append = array_function(jo.append, "arr values")
stack = array_function(jo.stack, arrays=_arrays)
split = array_function(jo.split, "x")
array_split = array_function(jo.array_split, "x")
hsplit = array_function(jo.hsplit, "x")
vsplit = array_function(jo.vsplit, "x")
dsplit = array_function(jo.dsplit, "x")


def _of_several(fn: Callable[..., Any]) -> Any:
    """A function of a sequence of array-likes that returns a Tensor in its place as it is, as MindSpore does."""
    join = array_function(fn, tup=_arrays)

    @functools.wraps(join)
    def call(tup: TensorLike) -> Tensor:
        return tup if isinstance(tup, Tensor) else join(tup)

    return call


hstack, vstack = _of_several(jo.hstack), _of_several(jo.vstack)
dstack, column_stack = _of_several(jo.dstack), _of_several(jo.column_stack)

# -- picking -----------------------------------------------------------------------------------
take = array_function(pi.take, "a indices")
take_along_axis = array_function(pi.take_along_axis, "arr indices")
unique = array_function(pi.unique, "x")
argwhere = array_function(pi.argwhere, "a")
searchsorted = array_function(pi.searchsorted, "a v sorter")
select = array_function(pi.select, condlist=_arrays, choicelist=_arrays)
choose = array_function(pi.choose, "a", choices=_arrays)
piecewise = array_function(pi.piecewise, "x", condlist=_arrays, funclist=sequence(function))
apply_along_axis = array_function(pi.apply_along_axis, func1d=function)
apply_over_axes = array_function(pi.apply_over_axes, "a", func=function)
_where = array_function(pi.where, "condition x y")


def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None
) -> Tensor:
    return _where(condition, x, y)


where.__doc__ = pi.where.__doc__

# -- sets and equality -------------------------------------------------------------------------
isin = array_function(se.isin, "element test_elements")
in1d = array_function(se.in1d, "ar1 ar2")
intersect1d = array_function(se.intersect1d, "ar1 ar2")
setdiff1d = array_function(se.setdiff1d, "ar1 ar2")
array_equal = array_function(se.array_equal, "a1 a2")
array_equiv = array_function(se.array_equiv, "a1 a2")


def array_str(a: Tensor) -> str:
    """The text that `print` shows for the Tensor `a`, of any shape and dtype; TypeError for anything else."""
    if not isinstance(a, Tensor):
        raise TypeError(f"For 'array_str', 'a' must be a Tensor, but got {type(a).__name__}.")
    return str(a)


def isscalar(element: object) -> bool:
    """Whether `element` is a Python number (but complex), bool or str."""
    return isinstance(element, (int, float, bool, str))


# -- dtypes ------------------------------------------------------------------------------------


def promote_types(
    type1: DTypeLike | type[np.generic] | str, type2: DTypeLike | type[np.generic] | str
) -> mstype.Type:
    """The dtype to which `type1` and `type2` promote; each is MindSpore's, numpy's or a name. TypeError for
    others.
    """
    for dtype_like in (type1, type2):
        if isinstance(dtype_like, Tensor):
            raise TypeError(f"For 'promote_types', dtypes are expected, but got {dtype_like!r}.")
    return mstype.from_torch(promoted_dtype(numpy_dtype(type1), numpy_dtype(type2)))


def result_type(*arrays_and_dtypes: object) -> mstype.Type:
    """The dtype to which `arrays_and_dtypes` promote: array-likes of any shape, and dtypes.

    A Python number counts as Int32 or Float32.
    """
    dtypes = [_dtype_of(value) for value in arrays_and_dtypes]
    return functools.reduce(promote_types, dtypes[1:], dtypes[0])


def _dtype_of(value: Any) -> mstype.Type:
    if isinstance(value, (mstype.Type, str)):
        return mstype.from_torch(promotable_dtype(value))
    return mstype.from_torch(array_like(value).dtype)


__all__ = exported_names(globals())
