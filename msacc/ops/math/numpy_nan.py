"""NaN-ignoring statistics, with mindspore.numpy's dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.argument_conversion import all_axes
from msacc.ops.math.numpy_reduce import Axis

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np


def nansum(
    a: torch.Tensor, axis: Axis = None, dtype: torch.dtype | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The sum over `axis` (all dimensions for None) with NaN counted as 0, in the dtype of `a` (ops: Int64) or `dtype`.

    In Bool a sum is whether there is anything at all, as in MindSpore. `keepdims`: keep these dimensions with
    size 1.
    """
    out = torch.nansum(a, all_axes(axis, a.ndim), keepdims).to(a.dtype)
    return out if dtype is None else out.to(dtype)


def nanmean(
    a: torch.Tensor, axis: Axis = None, dtype: torch.dtype | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The mean of the non-NaN elements over `axis` (all for None): Float64 of Float64, else Float32, or `dtype`.

    `a`: an array-like.
    `keepdims`: keep these dimensions with size 1.

    MindSpore drops `dtype`, against its documentation.
    """
    wide = a if a.dtype is torch.float64 else a.float()
    out = torch.nanmean(wide, all_axes(axis, a.ndim), keepdims)
    return out if dtype is None else out.to(dtype)


def _extreme(
    fn: Callable[..., Any], bound: float, a: torch.Tensor, axis: Axis, keepdims: bool
) -> torch.Tensor:
    values = torch.where(torch.isnan(a), bound, a) if a.dtype.is_floating_point else a
    return fn(values, all_axes(axis, a.ndim), keepdims)


def nanmax(
    a: torch.Tensor, axis: Axis = None, dtype: torch.dtype | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The largest element over `axis` (all dimensions for None) that is not NaN, in the dtype of `a` or `dtype`.

    -inf where all are NaN; MindSpore gives its smallest integer there. `keepdims`: keep these dimensions with
    size 1.
    """
    out = _extreme(torch.amax, -torch.inf, a, axis, keepdims)
    return out if dtype is None else out.to(dtype)


def nanmin(
    a: torch.Tensor, axis: Axis = None, dtype: torch.dtype | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The smallest element over `axis` (all dimensions for None) that is not NaN, in the dtype of `a` or `dtype`.

    inf where all are NaN; MindSpore gives its largest integer there. `keepdims`: keep these dimensions with
    size 1.
    """
    out = _extreme(torch.amin, torch.inf, a, axis, keepdims)
    return out if dtype is None else out.to(dtype)


def nanvar(
    a: torch.Tensor,
    axis: Axis = None,
    dtype: torch.dtype | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> torch.Tensor:
    """The variance over `axis` (all dimensions for None) of the non-NaN elements, with divisor N - `ddof`.

    `a`: an array-like; `keepdims`: keep these dimensions with size 1. Float32 or `dtype`. Raises TypeError if
    `ddof` is no number.
    """
    out = _variance("nanvar", a, axis, ddof, keepdims)
    return out if dtype is None else out.to(dtype)


def nanstd(
    a: torch.Tensor,
    axis: Axis = None,
    dtype: torch.dtype | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> torch.Tensor:
    """The standard deviation over `axis` (all dimensions for None) of the non-NaN elements, with divisor N -
    `ddof`.

    `a`: an array-like; `keepdims`: keep these dimensions with size 1. Float32 or `dtype`. Raises TypeError if
    `ddof` is no number.
    """
    out = torch.sqrt(_variance("nanstd", a, axis, ddof, keepdims))
    return out if dtype is None else out.to(dtype)


def _variance(
    where: str, a: torch.Tensor, axis: Axis, ddof: torch.Tensor | float | np.number, keepdims: bool
) -> torch.Tensor:
    if not isinstance(ddof, (int, float, torch.Tensor)):
        raise TypeError(f"For '{where}', 'ddof' must be a number, but got {ddof!r}.")
    x, over = a.float(), all_axes(axis, a.ndim)
    counts = ~torch.isnan(x)
    centred = torch.where(counts, x - torch.nanmean(x, over, keepdim=True), 0)
    return torch.sum(centred * centred, over, keepdims) / (counts.sum(over, keepdims) - ddof)


def nancumsum(
    a: torch.Tensor, axis: int | None = None, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """Running sums of the array-like `a` along `axis`, of the flattened array for None, with NaN counted as 0.

    Bool and integers below Int64 give Int32 unless `dtype` is given.
    """
    t = torch.nan_to_num(a, 0, torch.inf, -torch.inf) if a.dtype.is_floating_point else a
    keeps_dtype = t.dtype.is_floating_point or t.dtype is torch.int64
    t = (t if keeps_dtype else t.to(torch.int32)).reshape(-1 if axis is None else t.shape)
    out = torch.cumsum(t, 0 if axis is None else axis, dtype=t.dtype)
    return out if dtype is None else out.to(dtype)
