"""Doors: shapes, joining, splitting, repeating, picking. Nothing is computed here."""

from __future__ import annotations

import functools
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.own_code import own_code
from msacc.common.tensor import Tensor
from msacc.numpy._skin import (
    array_like,
    doors,
    function,
    opened,
    sequence,
    shape_of,
)
from msacc.ops.array import numpy_joining as jo
from msacc.ops.array import numpy_padding as pa
from msacc.ops.array import numpy_select as pi
from msacc.ops.array import numpy_sets as se
from msacc.ops.array import numpy_shaping as sh
from msacc.ops.array.casting import numpy_dtype, promotable_dtype
from msacc.ops.core.array_likes import promoted

_arrays = sequence(array_like)

reshape = opened(sh.reshape, "x", new_shape=shape_of)
ravel = opened(sh.ravel, "x")
transpose = opened(sh.transpose, "a")
swapaxes = opened(sh.swapaxes, "x")
moveaxis = opened(sh.moveaxis, "a")
rollaxis = opened(sh.rollaxis, "x")
expand_dims = opened(sh.expand_dims, "a")
squeeze = opened(sh.squeeze, "a")
broadcast_to = opened(sh.broadcast_to, "array", shape=shape_of)
broadcast_arrays = opened(sh.broadcast_arrays, "args")
atleast_1d = opened(sh.atleast_1d, "arys")
atleast_2d = opened(sh.atleast_2d, "arys")
atleast_3d = opened(sh.atleast_3d, "arys")
size = opened(sh.size, "a")
tile = opened(sh.tile, "a", reps=shape_of)
repeat = opened(sh.repeat, "a")
flip = opened(sh.flip, "m")
fliplr = opened(sh.fliplr, "m")
flipud = opened(sh.flipud, "m")
rot90 = opened(sh.rot90, "a")
roll = opened(sh.roll, "a")
pad = opened(pa.pad, "arr")

# -- joining and splitting ---------------------------------------------------------------------
concatenate = opened(jo.concatenate, arrays=_arrays)
append = opened(jo.append, "arr values")
stack = opened(jo.stack, arrays=_arrays)
split = opened(jo.split, "x")
array_split = opened(jo.array_split, "x")
hsplit = opened(jo.hsplit, "x")
vsplit = opened(jo.vsplit, "x")
dsplit = opened(jo.dsplit, "x")


def _of_several(fn: Any) -> Any:
    """A door for a sequence of array-likes that gives a Tensor in its place back, as MindSpore does."""
    join = opened(fn, tup=_arrays)

    @functools.wraps(join)
    @own_code
    def call(tup: Any) -> Tensor:
        return tup if isinstance(tup, Tensor) else join(tup)

    return call


hstack, vstack = _of_several(jo.hstack), _of_several(jo.vstack)
dstack, column_stack = _of_several(jo.dstack), _of_several(jo.column_stack)

# -- picking -----------------------------------------------------------------------------------
take = opened(pi.take, "a indices")
take_along_axis = opened(pi.take_along_axis, "arr indices")
unique = opened(pi.unique, "x")
argwhere = opened(pi.argwhere, "a")
searchsorted = opened(pi.searchsorted, "a v sorter")
select = opened(pi.select, condlist=_arrays, choicelist=_arrays)
choose = opened(pi.choose, "a", choices=_arrays)
piecewise = opened(pi.piecewise, "x", condlist=_arrays, funclist=sequence(function))
apply_along_axis = opened(pi.apply_along_axis, func1d=function)
apply_over_axes = opened(pi.apply_over_axes, "a", func=function)
_where = opened(pi.where, "condition x y")


def where(condition: Any, x: Any = None, y: Any = None) -> Tensor:
    return _where(condition, x, y)


where.__doc__ = pi.where.__doc__

# -- sets and equality -------------------------------------------------------------------------
isin = opened(se.isin, "element test_elements")
in1d = opened(se.in1d, "ar1 ar2")
intersect1d = opened(se.intersect1d, "ar1 ar2")
setdiff1d = opened(se.setdiff1d, "ar1 ar2")
array_equal = opened(se.array_equal, "a1 a2")
array_equiv = opened(se.array_equiv, "a1 a2")


def array_str(a: Tensor) -> str:
    """What `print` shows of the Tensor `a`; TypeError for anything else."""
    if not isinstance(a, Tensor):
        raise TypeError(f"For 'array_str', 'a' must be a Tensor, but got {type(a).__name__}.")
    return str(a)


def isscalar(element: Any) -> bool:
    """Whether `element` is a Python number (but complex), bool or str."""
    return isinstance(element, (int, float, bool, str))


# -- dtypes ------------------------------------------------------------------------------------


def promote_types(type1: Any, type2: Any) -> mstype.Type:
    """The dtype to which two dtypes promote; each is MindSpore's, numpy's or a name. TypeError for others."""
    for given in (type1, type2):
        if isinstance(given, Tensor):
            raise TypeError(f"For 'promote_types', dtypes are expected, but got {given!r}.")
    return mstype.from_torch(promoted(numpy_dtype(type1), numpy_dtype(type2)))


def result_type(*arrays_and_dtypes: Any) -> mstype.Type:
    """The dtype to which array-likes and dtypes promote; a Python number counts as Int32 or Float32."""
    found = [_dtype_of(value) for value in arrays_and_dtypes]
    return functools.reduce(promote_types, found[1:], found[0])


def _dtype_of(value: Any) -> mstype.Type:
    if isinstance(value, (mstype.Type, str)):
        return mstype.from_torch(promotable_dtype(value))
    return mstype.from_torch(array_like(value).dtype)


__all__ = doors(globals())
