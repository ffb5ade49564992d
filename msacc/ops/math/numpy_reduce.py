"""Reductions with mindspore.numpy's arguments `initial`, `where`, `ddof`; integers keep their dtype."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.argument_conversion import all_axes, axes
from msacc.ops.math import reduce

if TYPE_CHECKING:
    import numpy as np

Axis = int | tuple[int, ...] | list[int] | None


def sum(
    a: torch.Tensor,
    axis: Axis = None,
    dtype: torch.dtype | None = None,
    keepdims: bool = False,
    initial: Any = None,
) -> torch.Tensor:
    """The sum of the array-like `a` over `axis`, on top of `initial`.

    `a` is a Tensor, number, list or tuple. `axis` is an int, a tuple of int, or None for all
    dimensions; the result lacks these, or with `keepdims` has them with length 1. Bool and integers
    give Int64, floats their own dtype, unless `dtype` is given. Raises ValueError for an axis that
    `a` lacks, TypeError for an axis that is no int or an `a` that is no array-like. As in
    MindSpore.
    """
    out = reduce.sum.raw(a, axis, keepdims)
    out = out if initial is None else out + initial
    return out if dtype is None else out.to(dtype)


def mean(
    a: torch.Tensor, axis: Axis = None, keepdims: bool = False, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """The mean of the array-like `a` over `axis` (all dimensions for None), in its dtype or in `dtype`.

    A mean of integers loses what stands behind the point, as in MindSpore.

    `keepdims`: a bool, keep what is reduced as dimensions of length 1.

    Returns a Tensor.

    RuntimeError for Bool.
    """
    out = reduce.mean.raw(a, axis, keepdims)
    return out if dtype is None else out.to(dtype)


def var(
    x: torch.Tensor, axis: Axis = None, ddof: float = 0, keepdims: bool = False
) -> torch.Tensor:
    """The variance of the array-like `x` over `axis` (all dimensions for None), with divisor N - `ddof`.

    Integers give Float32, around their mean without what stands behind the point, as in MindSpore.

    `keepdims`: keep these dimensions with size 1.

    Raises TypeError if `ddof` is no number, ValueError for an axis that `x` lacks.
    """
    if not isinstance(ddof, (int, float)):
        raise TypeError(f"For 'var', 'ddof' must be a number, but got {ddof!r}.")
    where = all_axes(axis, x.ndim)
    centre = torch.mean(to_float(x), where, True)
    centre = centre if x.dtype.is_floating_point or x.dtype is torch.bool else torch.trunc(centre)
    count = x.numel() // (centre.numel() or 1)
    return torch.sum((to_float(x) - centre) ** 2, where, keepdims) / (count - ddof)


def std(
    x: torch.Tensor, axis: Axis = None, ddof: float = 0, keepdims: bool = False
) -> torch.Tensor:
    """The standard deviation of the array-like `x` over `axis` (all for None): the root of `var`, with its errors.

    The divisor is N - `ddof`; `keepdims`: keep these dimensions with size 1. Integers give Float32.
    """
    return torch.sqrt(var(x, axis, ddof, keepdims))


def to_float(t: torch.Tensor) -> torch.Tensor:
    """Floats as they are, Float32 of integers and Bool."""
    return t if t.dtype.is_floating_point else t.float()


def max(
    a: torch.Tensor,
    axis: Axis = None,
    keepdims: bool = False,
    initial: float | np.number | None = None,
    where: torch.Tensor | bool = True,
) -> torch.Tensor:
    """The largest element of `a` over `axis` (all dimensions for None), at least `initial`, in the dtype of `a`.

    `where` (Bool array-like that broadcasts) says which elements count, and needs `initial`.
    `keepdims`: a bool, keep what is reduced as dimensions of length 1.

    Returns a Tensor.

    Raises ValueError without it or for an axis that `a` lacks.
    """
    a = _mask_with_initial("max", a, initial, where)
    out = torch.amax(a, all_axes(axis, a.ndim), keepdims)
    return out if initial is None else torch.maximum(out, _as(initial, out))


def min(
    a: torch.Tensor,
    axis: Axis = None,
    keepdims: bool = False,
    initial: torch.Tensor | float | np.number | None = None,
    where: torch.Tensor | bool = True,
) -> torch.Tensor:
    """The smallest element of `a` over `axis` (all dimensions for None), at most `initial`, in the dtype of `a`.

    `where` (Bool array-like that broadcasts) says which elements count, and needs `initial`.
    `keepdims`: a bool, keep what is reduced as dimensions of length 1.

    Returns a Tensor.

    Raises ValueError without it or for an axis that `a` lacks.
    """
    a = _mask_with_initial("min", a, initial, where)
    out = torch.amin(a, all_axes(axis, a.ndim), keepdims)
    return out if initial is None else torch.minimum(out, _as(initial, out))


def _mask_with_initial(
    name: str, a: torch.Tensor, initial: Any, where: torch.Tensor | bool
) -> torch.Tensor:
    if where is True:
        return a
    if initial is None:
        raise ValueError(f"For '{name}', 'initial' should be given together with 'where'.")
    mask = torch.as_tensor(where, device=a.device).to(torch.bool)
    return torch.where(mask, a, _as(initial, a))


def _as(value: torch.Tensor | float | np.number, like: torch.Tensor) -> torch.Tensor:
    if not isinstance(value, (int, float, torch.Tensor)):
        raise TypeError(f"'initial' should be a number, but got {value!r}.")
    return torch.as_tensor(value, device=like.device).to(like.dtype)


def ptp(x: torch.Tensor, axis: Axis = None, keepdims: bool = False) -> torch.Tensor:
    """The largest minus the smallest element over `axis` (all dimensions for None), in the dtype of `x`.

    `keepdims`: keep these dimensions with size 1.
    """
    where = all_axes(axis, x.ndim)
    return torch.amax(x, where, keepdims) - torch.amin(x, where, keepdims)


def argmax(a: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """The Int64 position of the largest element along `axis`, in the flattened array for None.

    `a`: an array-like of any dtype. The result is a Tensor without `axis`.
    """
    return torch.argmax(_ordered(a), axis)


def argmin(a: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """The Int32 position of the smallest element along `axis`, in the flattened array for None (ops: Int64).

    `a`: an array-like of any dtype.
    """
    return torch.argmin(_ordered(a), axis).to(torch.int32)


def _ordered(a: torch.Tensor) -> torch.Tensor:
    return a.to(torch.uint8) if a.dtype is torch.bool else a


def sometrue(a: torch.Tensor, axis: Axis = None, keepdims: bool | int = False) -> torch.Tensor:
    """Whether some element over `axis` (all dimensions for None) is not zero: Bool. `keepdims` may be a number."""
    return torch.any(a != 0, dim=all_axes(axis, a.ndim), keepdim=bool(keepdims))


def count_nonzero(x: torch.Tensor, axis: Axis = None, keepdims: bool = False) -> torch.Tensor:
    """How many elements over `axis` (all dimensions for None) are not zero: Int32 (ops: Int64).

    `x`: an array-like of any dtype.
    `keepdims`: keep these dimensions with size 1.
    """
    return torch.sum(x != 0, all_axes(axis, x.ndim), keepdims).to(torch.int32)


def average(
    x: torch.Tensor,
    axis: Axis = None,
    weights: torch.Tensor | None = None,
    returned: bool = False,
) -> Any:
    """The mean of `x` over `axis` (all dimensions for None), weighted by `weights` if given.

    `weights` has the shape of `x`, or is a vector along the one `axis`. Of integers the result is an integer, without
    what stands behind the point, as in MindSpore; two dtypes promote. With `returned` also the sum of weights, in
    their dtype. Raises TypeError for weights of another shape without one axis, ValueError if they do not fit it.
    """
    where = axes(axis)
    if weights is None:
        out = mean(x, axis) if x.dtype is not torch.bool else mean(x.float(), axis)
        total = torch.full_like(out, x.numel() // (out.numel() or 1))
        return (out, total) if returned else out
    scale = _broadcast_weights(x, where, weights).expand_as(x)
    target_dtype = torch.promote_types(x.dtype, scale.dtype)
    total = torch.sum(scale, all_axes(axis, x.ndim)).to(scale.dtype)
    out = torch.sum(x.to(target_dtype) * scale.to(target_dtype), all_axes(axis, x.ndim)).to(
        target_dtype
    )
    out = (
        (out / total)
        if target_dtype.is_floating_point
        else torch.div(out, total, rounding_mode="trunc")
    )
    return (out.to(target_dtype), total) if returned else out.to(target_dtype)


def _broadcast_weights(x: torch.Tensor, axis: Axis, weights: torch.Tensor) -> torch.Tensor:
    if weights.shape == x.shape:
        return weights
    if not isinstance(axis, int):
        raise TypeError(
            "For 'average', one int 'axis' must be given when the shapes of 'x' and 'weights' differ, "
            f"but got {axis!r} for {tuple(x.shape)} and {tuple(weights.shape)}."
        )
    if tuple(weights.shape) != (x.shape[axis],):
        raise ValueError(
            f"For 'average', 'weights' must be {x.shape[axis]} numbers, but got shape {tuple(weights.shape)}."
        )
    return weights.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
