"""Reductions and scans along axes. `axis` None or () means all of them."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops._args import all_axes, axes, torch_dtype
from msacc.ops._op import exported, op

# -- same name ---------------------------------------------------------------------------------


@op
def sum(
    input: torch.Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The sum; Bool and integers give Int64 unless `dtype` is given."""
    where = axes(dim)
    if dtype is None:
        if where is None and not keepdim:
            return torch.sum(input)
        return torch.sum(input, where, keepdim)
    return torch.sum(input, where, keepdim, dtype=torch_dtype(dtype))


@op
def mean(x: torch.Tensor, axis: Any = None, keep_dims: bool = False) -> torch.Tensor:
    """The mean, in the dtype of `x` (integers are rounded towards zero); no Bool."""
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        if x.dtype is torch.bool:
            raise RuntimeError("the mean of Bool is not defined; cast it first.")
        return torch.mean(x.double(), axes(axis), keep_dims).to(x.dtype)
    where = axes(axis)
    return torch.mean(x) if where is None and not keep_dims else torch.mean(x, where, keep_dims)


@op
def prod(
    input: torch.Tensor, axis: Any = None, keep_dims: bool = False, dtype: Any = None
) -> torch.Tensor:
    """The product; Bool and integers give Int64 unless `dtype` is given."""
    where = axes(axis)
    to = torch_dtype(dtype)
    if where is None:
        out = torch.prod(input, dtype=to)
        return out.reshape((1,) * input.ndim) if keep_dims else out
    out = input
    for one in sorted(all_axes(where, input.ndim), reverse=True):
        out = torch.prod(out, one, keep_dims, dtype=to)
    return out


@op
def logsumexp(input: torch.Tensor, dim: Any, keepdim: bool = False) -> torch.Tensor:
    """log(sum(exp(x))), without overflow."""
    return torch.logsumexp(input, all_axes(dim, input.ndim), keepdim)


@op
def all(input: torch.Tensor, axis: Any = None, keep_dims: bool = False) -> torch.Tensor:
    """Whether every element is non-zero."""
    where = axes(axis)
    if where is None and not keep_dims:
        return torch.all(input)
    return torch.all(input, dim=all_axes(where, input.ndim), keepdim=keep_dims)


@op
def any(input: torch.Tensor, axis: Any = None, keep_dims: bool = False) -> torch.Tensor:
    """Whether some element is non-zero."""
    where = axes(axis)
    if where is None and not keep_dims:
        return torch.any(input)
    return torch.any(input, dim=all_axes(where, input.ndim), keepdim=keep_dims)


def _extreme(
    fn: Any, input: torch.Tensor, axis: Any, keepdims: bool, initial: Any, where: Any
) -> Any:
    largest = fn is torch.amax
    if where is not None:
        if initial is None:
            raise ValueError("'initial' must be given together with 'where'.")
        mask = torch.as_tensor(where, device=input.device)
        input = torch.where(mask, input, torch.full_like(input, initial))
    out = fn(input, axes(axis) if axes(axis) is not None else (), keepdims)
    if initial is None:
        return out
    return out.clamp_min(initial) if largest else out.clamp_max(initial)


@op
def amax(
    input: torch.Tensor,
    axis: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = None,
) -> torch.Tensor:
    """The largest value; equal ones share the gradient."""
    return _extreme(torch.amax, input, axis, keepdims, initial, where)


@op
def amin(
    input: torch.Tensor,
    axis: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = None,
) -> torch.Tensor:
    """The smallest value; equal ones share the gradient."""
    return _extreme(torch.amin, input, axis, keepdims, initial, where)


@op
def max(
    input: torch.Tensor,
    axis: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = None,
) -> Any:
    """(largest values, their Int64 positions) along `axis`; (the largest, 0) without one."""
    if axis is None:
        return torch.max(input), torch.zeros((), dtype=torch.int64, device=input.device)
    found, at = torch.max(input, axis, keepdims)
    return found, at


@op
def min(
    input: torch.Tensor,
    axis: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = None,
) -> Any:
    """(smallest values, their Int64 positions) along `axis`; (the smallest, 0) without one."""
    if axis is None:
        return torch.min(input), torch.zeros((), dtype=torch.int64, device=input.device)
    found, at = torch.min(input, axis, keepdims)
    return found, at


@op
def aminmax(input: torch.Tensor, *, axis: Any = 0, keepdims: bool = False) -> Any:
    """(smallest, largest) along `axis`, or of all for None."""
    if axis is None:
        found = torch.stack((input.min(), input.max()))
        shape = (1,) * input.ndim if keepdims else ()
        return found[0].reshape(shape), found[1].reshape(shape)
    return tuple(torch.aminmax(input, dim=axis, keepdim=keepdims))


@op
def argmax(input: torch.Tensor, dim: int | None = None, keepdim: bool = False) -> torch.Tensor:
    """The Int64 position of the largest value; in the flattened tensor for None."""
    return torch.argmax(input, dim, keepdim if dim is not None else False)


@op
def argmin(input: torch.Tensor, axis: int | None = None, keepdims: bool = False) -> torch.Tensor:
    """The Int32 position of the smallest value; in the flattened tensor for None."""
    return torch.argmin(input, axis, keepdims if axis is not None else False).to(torch.int32)


@op
def std(
    input: torch.Tensor, axis: Any = None, ddof: Any = 0, keepdims: bool = False
) -> torch.Tensor:
    """The standard deviation with divisor N - ddof."""
    return torch.std(input, axes(axis), correction=int(ddof), keepdim=keepdims)


@op
def var(
    input: torch.Tensor, axis: Any = None, ddof: Any = 0, keepdims: bool = False
) -> torch.Tensor:
    """The variance with divisor N - ddof."""
    return torch.var(input, axes(axis), correction=int(ddof), keepdim=keepdims)


@op
def std_mean(input: torch.Tensor, axis: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    """(standard deviation, mean)."""
    return torch.std_mean(input, axes(axis), correction=int(ddof), keepdim=keepdims)


@op
def var_mean(input: torch.Tensor, axis: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    """(variance, mean)."""
    return torch.var_mean(input, axes(axis), correction=int(ddof), keepdim=keepdims)


@op
def median(input: torch.Tensor, axis: int | None = -1, keepdims: bool = False) -> Any:
    """(lower median, its Int64 position) along `axis`."""
    if input.ndim == 0:
        return input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)
    found, at = torch.median(input, -1 if axis is None else axis, keepdims)
    return found, at


@op
def nansum(
    input: torch.Tensor, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The sum, NaN counted as 0."""
    return torch.nansum(input, axes(axis), keepdims, dtype=torch_dtype(dtype))


@op
def nanmean(
    input: torch.Tensor, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The mean of what is not NaN."""
    return torch.nanmean(input, axes(axis), keepdims, dtype=torch_dtype(dtype))


@op
def nanmedian(input: torch.Tensor, axis: int = -1, keepdims: bool = False) -> Any:
    """(lower median of what is not NaN, its position)."""
    found, at = torch.nanmedian(input, axis, keepdims)
    return found, at


@op
def quantile(
    input: torch.Tensor, q: Any, axis: int | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The `q`-quantiles, linearly interpolated."""
    return torch.quantile(input, q, axis, keepdims)


@op
def nanquantile(
    input: torch.Tensor, q: Any, axis: int | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The `q`-quantiles of what is not NaN."""
    return torch.nanquantile(input, q, axis, keepdims)


@op
def count_nonzero(
    x: torch.Tensor, axis: Any = (), keep_dims: bool = False, dtype: Any = None
) -> torch.Tensor:
    """How many elements are not zero, Int32 unless `dtype` is given."""
    counted = torch.sum(x != 0, all_axes(axis, x.ndim), keep_dims)
    return counted.to(torch_dtype(dtype, torch.int32))


# -- scans -------------------------------------------------------------------------------------


def _scan_dtype(x: torch.Tensor, dtype: Any) -> torch.dtype:
    return torch_dtype(dtype, x.dtype)  # type: ignore[return-value]


@op
def cumsum(x: torch.Tensor, axis: int, dtype: Any = None) -> torch.Tensor:
    """Running sums along `axis`, in the dtype of `x` unless given; no Bool."""
    if x.dtype is torch.bool and dtype is None:
        raise TypeError("For 'cumsum', 'x' should be numeric, but got Bool; cast it first.")
    return torch.cumsum(x, int(axis), dtype=_scan_dtype(x, dtype))


@op
def cumprod(input: torch.Tensor, dim: int, dtype: Any = None) -> torch.Tensor:
    """Running products along `dim`; integers give Int64 unless `dtype` is given."""
    return torch.cumprod(input, int(dim), dtype=torch_dtype(dtype))


def _shifted(
    scan: Any, x: torch.Tensor, axis: int, exclusive: bool, reverse: bool, first: int
) -> torch.Tensor:
    x = x.flip(axis) if reverse else x
    if exclusive:
        head = torch.full_like(x.narrow(axis, 0, 1), first)
        x = torch.cat((head, x.narrow(axis, 0, x.shape[axis] - 1)), axis)
    out = scan(x, axis, dtype=x.dtype)
    return out.flip(axis) if reverse else out


@op
def exclusive_cumsum(
    x: torch.Tensor, axis: Any, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """Running sums, without the element itself if `exclusive`, from the end if `reverse`."""
    return _shifted(torch.cumsum, x, int(axis), exclusive, reverse, 0)


@op
def exclusive_cumprod(
    x: torch.Tensor, axis: Any, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """Running products, without the element itself if `exclusive`, from the end if `reverse`."""
    return _shifted(torch.cumprod, x, int(axis), exclusive, reverse, 1)


@op
def cummax(input: torch.Tensor, axis: int) -> Any:
    """(running maxima, their Int64 positions)."""
    return tuple(torch.cummax(input, axis))


@op
def cummin(input: torch.Tensor, axis: int) -> Any:
    """(running minima, their Int32 positions)."""
    found, at = torch.cummin(input, axis)
    return found, at.to(torch.int32)


@op
def logcumsumexp(input: torch.Tensor, axis: int) -> torch.Tensor:
    """Running log(sum(exp(x)))."""
    return torch.logcumsumexp(input, axis)


# -- the old primitives' rules -----------------------------------------------------------------


@op
def reduce_sum(
    x: torch.Tensor, axis: Any = (), keep_dims: bool = False, skip_mode: bool = False
) -> torch.Tensor:
    """The sum in the dtype of `x`, unlike `sum`; `skip_mode` leaves `x` alone for an empty axis."""
    if skip_mode and axes(axis) is None:
        return x
    out = torch.sum(x, axes(axis), keep_dims)
    return out if out.dtype is x.dtype else out.to(x.dtype)


@op
def reduce_prod(x: torch.Tensor, axis: Any = (), keep_dims: bool = False) -> torch.Tensor:
    """The product in the dtype of `x`."""
    return prod.raw(x, axis, keep_dims).to(x.dtype)


@op
def reduce_max(x: torch.Tensor, axis: Any = (), keep_dims: bool = False) -> torch.Tensor:
    """The largest value."""
    return torch.amax(x, all_axes(axis, x.ndim), keep_dims)


@op
def reduce_min(x: torch.Tensor, axis: Any = (), keep_dims: bool = False) -> torch.Tensor:
    """The smallest value."""
    return torch.amin(x, all_axes(axis, x.ndim), keep_dims)


@op
def argmax_with_value(input: torch.Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """(Int64 positions, largest values) along `axis`."""
    found, at = torch.max(input, axis, keep_dims)
    return at, found


@op
def argmin_with_value(input: torch.Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """(Int64 positions, smallest values) along `axis`."""
    found, at = torch.min(input, axis, keep_dims)
    return at, found


@op
def argmax_of(x: torch.Tensor, axis: int = -1, output_type: Any = None) -> torch.Tensor:
    """The position of the largest value, in Int32 unless `output_type` is given."""
    return torch.argmax(x, axis).to(torch_dtype(output_type, torch.int32))


@op
def argmin_of(x: torch.Tensor, axis: int = -1, output_type: Any = None) -> torch.Tensor:
    """The position of the smallest value, in Int32 unless `output_type` is given."""
    return torch.argmin(x, axis).to(torch_dtype(output_type, torch.int32))


@op
def reduce_std(
    x: torch.Tensor, axis: Any = (), unbiased: bool = True, keep_dims: bool = False
) -> Any:
    """(standard deviation, mean); the divisor is N - 1 if `unbiased`."""
    return torch.std_mean(x, axes(axis), correction=int(unbiased), keepdim=keep_dims)


@op
def square_sum_all(x: torch.Tensor, y: torch.Tensor) -> Any:
    """(sum of x², sum of y²)."""
    return torch.sum(x * x), torch.sum(y * y)


reduce_mean = mean
reduce_all, reduce_any = all, any

__all__ = exported(globals())
