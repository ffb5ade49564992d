"""Queries and control steps that MindSpore exposes as ops, so that a graph can contain them."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.ops.core.op import exported_names
from msacc.ops.func_graph import HyperMap
from msacc.ops.legacy_containers import typeof
from msacc.ops.math.arithmetic import add

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

_PARTS = ("start", "stop", "step")
# What MindSpore numbers dtypes by in its graphs.
_NUMBERS = {
    mstype.string: 12, mstype.bool_: 30, mstype.int8: 32, mstype.int16: 33, mstype.int32: 34, mstype.int64: 35,
    mstype.uint8: 37, mstype.uint16: 38, mstype.uint32: 39, mstype.uint64: 40, mstype.float16: 42,
    mstype.float32: 43, mstype.float64: 44, mstype.bfloat16: 45, mstype.complex64: 51, mstype.complex128: 52,
}  # fmt: skip


def _sum(x: Tensor | float | np.number, y: Tensor | float | np.number) -> Any:
    return add(x, y) if isinstance(x, Tensor) or isinstance(y, Tensor) else x + y


hyper_add = HyperMap(_sum)


def zip_operation(*sequences: object) -> tuple[Any, ...]:
    """`zip`: tuples of the items of `sequences` at each index, up to the shortest of them."""
    return tuple(zip(*sequences, strict=False))


def iter_converter(value: Sequence[Any]) -> Any:
    """What `ms_next` and `ms_hasnext` iterate over for `value`: a tuple, the keys of a dict, the rows of a Tensor."""
    return tuple(value)


def ms_next(iterator: Sequence[Any]) -> tuple[Any, Any]:
    """The first of `iterator`, a tuple or list, and the rest. Raises IndexError for an empty one."""
    return iterator[0], iterator[1:]


def ms_hasnext(iterator: Sequence[Any]) -> bool:
    """Whether `iterator`, a tuple or list, holds anything."""
    return len(iterator) > 0


def is_tensor_bool_cond(x: Tensor) -> bool:
    """Whether a branch may ask for the truth of `x`: True for a Tensor of any dtype and of shape () or (1,).

    Raises TypeError for what is no Tensor, ValueError for one of another shape.
    """
    if not isinstance(x, Tensor):
        raise TypeError(f"For 'is_tensor_bool_cond', 'x' should be a Tensor, but got {x!r}.")
    if x.shape not in ((), (1,)):
        raise ValueError(
            f"For 'is_tensor_bool_cond', 'x' should have shape () or (1,), but has {x.shape}."
        )
    return True


def SliceGetItem(slice_value: slice, value: str) -> Any:
    """The 'start', 'stop' or 'step' of the slice `slice_value`, as `value` says.

    Raises TypeError for another class, AttributeError for another word.
    """
    if not isinstance(slice_value, slice):
        raise TypeError(
            f"For 'SliceGetItem', 'slice_value' should be a slice, but got {slice_value!r}."
        )
    if value not in _PARTS:
        raise AttributeError(
            f"For 'SliceGetItem', 'value' should be one of {_PARTS}, but got {value!r}."
        )
    return getattr(slice_value, value)


def hastype(x: object, type: Any) -> bool:
    """Whether `x` is of the MindSpore type `type`, as `typeof` tells it. Raises TypeError for what is no type."""
    if isinstance(type, builtins.type):
        raise TypeError(f"For 'hastype', 'type' should be a mindspore type, but got {type!r}.")
    return bool(typeof(x) == type)


class DtypeToEnum:
    """`DtypeToEnum()(op_name, arg_name, dtype)`: the number by which MindSpore's graphs know a dtype."""

    def __call__(self, op_name: str, arg_name: str, dtype: mstype.Type) -> int:
        """The number. Raises TypeError for what is no dtype."""
        if dtype not in _NUMBERS:
            raise TypeError(
                f"For '{op_name}', the input '{arg_name}' should be a mindspore dtype, but got {dtype!r}."
            )
        return _NUMBERS[dtype]


__all__ = [*exported_names(globals()), "hyper_add"]
