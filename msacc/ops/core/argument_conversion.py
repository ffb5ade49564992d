"""Conversion of arguments from MindSpore's spellings to those of torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


def axes(axis: Any) -> Any:
    """None for "all" (None, empty), else an int or a tuple of int."""
    if type(axis) is int:
        return axis
    if axis is None or axis == ():
        return None
    if isinstance(axis, (list, tuple)):
        for one in axis:
            if type(one) is not int:
                return tuple([int(a) for a in axis])
        return tuple(axis) or None
    if isinstance(axis, torch.Tensor):
        return axes(axis.tolist())
    if isinstance(axis, int) and not isinstance(axis, bool):  # one that may vary
        return int(axis)
    raise TypeError(f"'axis' should be an int, a tuple or list of int, or None, but got {axis!r}.")


def all_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes as non-negative int; every one for None and empty."""
    axis_list = axes(axis)
    if axis_list is None:
        return tuple(range(ndim))
    items = (axis_list,) if isinstance(axis_list, int) else axis_list
    for item in items:
        if not -max(ndim, 1) <= item < max(ndim, 1):
            raise ValueError(f"The axis value must be in [{-ndim},{ndim}), but got {item}.")
    return tuple(item % ndim if ndim else 0 for item in items)


def dims(shape: Any, name: str = "shape") -> tuple[int, ...]:
    """A shape given as int, tuple, list or 1-D integer tensor."""
    if isinstance(shape, int):
        return (shape,)
    if isinstance(shape, torch.Tensor):
        values = shape.tolist()
        return tuple(values) if isinstance(values, list) else (values,)
    if isinstance(shape, (list, tuple)):
        for size in shape:
            if not isinstance(size, int):
                return tuple([s if isinstance(s, int) else _dim(s, name) for s in shape])
        return tuple(shape)
    raise TypeError(f"'{name}' should be an int, a tuple or a list of int, but got {shape!r}.")


def _dim(value: Any, name: str) -> Any:
    if isinstance(value, torch.SymInt):
        return value
    if isinstance(value, torch.Tensor) and not value.dtype.is_floating_point:
        return int(value)
    if hasattr(value, "__index__"):
        return value.__index__()
    raise TypeError(f"'{name}' should hold int only, but got {value!r}.")


def torch_dtype(dtype: DTypeLike | None, default: torch.dtype | None = None) -> torch.dtype | None:
    """The torch dtype for a MindSpore one; `default` for None."""
    return default if dtype is None else mstype.to_torch(dtype)


def mindspore_dtype(op: str, dtype: DTypeLike) -> torch.dtype:
    """Like `torch_dtype`, refusing what is no MindSpore dtype (numpy and Python classes, str)."""
    if not isinstance(dtype, mstype.Type) or dtype.torch is None:
        raise TypeError(
            f"For '{op}', 'dtype' should be a MindSpore dtype such as mindspore.float32, but got {dtype!r}."
        )
    return dtype.torch


def varargs(args: tuple[Any, ...]) -> Any:
    """`x.reshape(2, 3)` and `x.reshape((2, 3))` alike."""
    return args[0] if len(args) == 1 and not isinstance(args[0], int) else args


def result_dtype(a: Any, b: Any) -> torch.dtype:
    """The dtype of an op on two tensors, or on a tensor and a number, as `torch.result_type` says.

    Written out because graphs cannot hold that function.
    """
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return torch.promote_types(a.dtype, b.dtype)
    t, number = (a, b) if isinstance(a, torch.Tensor) else (b, a)
    if isinstance(number, complex):
        return torch.promote_types(t.dtype, torch.complex64)
    if isinstance(number, float):
        inexact = t.dtype.is_floating_point or t.dtype.is_complex
        return t.dtype if inexact else torch.get_default_dtype()
    if t.dtype is torch.bool and type(number) is not bool:
        return torch.int64
    return t.dtype


# -- methods with several forms ------------------------------------------------------------------


def bound(
    where: str,
    order: tuple[str, ...],
    args: tuple[Any, ...],
    names: dict[str, Any],
    also: tuple[str, ...] = (),
    needed: int = 0,
    **spellings: str,
) -> dict[str, Any]:
    """The arguments by name: positional ones in the order of `order`, keywords also as `also` and other spellings.

    TypeError for one too many, one given twice, an unknown one, and where one of the first `needed` is missing.
    """
    if len(args) > len(order):
        raise TypeError(f"{where}() takes at most {len(order)} arguments {order}, but got {args}.")
    arguments = dict(zip(order, args, strict=False))
    for name, value in names.items():
        argument = spellings.get(name, name)
        if argument not in order and argument not in also:
            raise TypeError(f"{where}() got an unexpected keyword argument '{name}'.")
        if argument in arguments:
            raise twice(where, name)
        arguments[argument] = value
    missing = [name for name in order[:needed] if name not in arguments]
    if missing:
        raise TypeError(f"{where}() is missing the arguments {missing}.")
    return arguments


def other_spelling(where: str, names: dict[str, Any], spelling: str, value: object) -> Any:
    """Pops the argument from `names` under another spelling; returns `value` where there is none."""
    if spelling not in names:
        return value
    if value:
        raise twice(where, spelling)
    return names.pop(spelling)


def twice(where: str, name: str) -> TypeError:
    """The error for an argument passed under several spellings, or by position and by name."""
    return TypeError(f"{where}() got several values for one argument, '{name}' among them.")
