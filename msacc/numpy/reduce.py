"""Reductions, scans, products of arrays, statistics."""

from __future__ import annotations

import functools
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, dtype_of, several
from msacc.ops.core.args import all_axes, axes
from msacc.ops.core.op import exported
from msacc.ops.linalg import products as la
from msacc.ops.math import reduce as rd


@arrays()
def sum(
    a: torch.Tensor,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
) -> torch.Tensor:
    """The sum; Bool and integers give Int64 unless `dtype` is given."""
    out = torch.sum(a, axes(axis), keepdims)
    out = out if initial is None else out + initial
    return out.to(dtype_of(dtype, out.dtype))


@arrays()
def mean(
    a: torch.Tensor, axis: Any = None, keepdims: bool = False, dtype: Any = None
) -> torch.Tensor:
    """The mean, in the dtype of `a`."""
    out = rd.mean.raw(a, axis, keepdims)
    return out.to(dtype_of(dtype, out.dtype))


def _float(t: torch.Tensor) -> torch.Tensor:
    return t if t.dtype.is_floating_point else t.float()


@arrays()
def std(x: torch.Tensor, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> torch.Tensor:
    """The standard deviation with divisor N - ddof."""
    return torch.std(_float(x), axes(axis), correction=ddof, keepdim=keepdims)


@arrays()
def var(x: torch.Tensor, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> torch.Tensor:
    """The variance with divisor N - ddof."""
    return torch.var(_float(x), axes(axis), correction=ddof, keepdim=keepdims)


def _extreme(name: str, fn: Any, bound: Any) -> Any:
    def body(
        a: torch.Tensor,
        axis: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        if where is not True:
            if initial is None:
                raise ValueError(f"For '{name}', 'initial' should be given together with 'where'.")
            a = torch.where(where, a, torch.full_like(a, initial))
        out = fn(a, all_axes(axis, a.ndim), keepdims)
        return out if initial is None else bound(out, initial)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"`{name}` along `axis`, no smaller (larger) than `initial`."
    return arrays()(body)


max = _extreme("max", torch.amax, torch.clamp_min)
amax = _extreme("amax", torch.amax, torch.clamp_min)
min = _extreme("min", torch.amin, torch.clamp_max)
amin = _extreme("amin", torch.amin, torch.clamp_max)


@arrays()
def ptp(x: torch.Tensor, axis: Any = None, keepdims: bool = False) -> torch.Tensor:
    """The largest minus the smallest."""
    where = all_axes(axis, x.ndim)
    return torch.amax(x, where, keepdims) - torch.amin(x, where, keepdims)


@arrays()
def argmax(a: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """The Int64 position of the largest value."""
    return torch.argmax(a, axis)


@arrays()
def argmin(a: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """The Int32 position of the smallest value."""
    return torch.argmin(a, axis).to(torch.int32)


@arrays()
def sometrue(a: torch.Tensor, axis: Any = None, keepdims: bool = False) -> torch.Tensor:
    """Whether some element is non-zero."""
    return torch.any(a, dim=all_axes(axis, a.ndim), keepdim=keepdims)


@arrays()
def count_nonzero(x: torch.Tensor, axis: Any = None, keepdims: bool = False) -> torch.Tensor:
    """How many elements are not zero: Int32."""
    return torch.sum(x != 0, all_axes(axis, x.ndim), keepdims).to(torch.int32)


@arrays()
def average(x: torch.Tensor, axis: Any = None, weights: Any = None, returned: bool = False) -> Any:
    """The mean, weighted by `weights` (of the shape of `x` or of `axis`)."""
    x = _float(x)
    scale = torch.ones_like(x) if weights is None else array_like(weights).to(x.dtype)
    if scale.ndim != x.ndim:
        scale = scale.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
    scale = scale.expand_as(x)
    total = torch.sum(scale, axes(axis))
    out = torch.sum(x * scale, axes(axis)) / total
    return (out, total) if returned else out


def _nan_free(name: str, fn: Any, doc: str) -> Any:
    def body(
        a: torch.Tensor, axis: Any = None, dtype: Any = None, keepdims: bool = False
    ) -> torch.Tensor:
        out = fn(a, all_axes(axis, a.ndim), keepdims)
        return out.to(dtype_of(dtype, out.dtype))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = doc
    return arrays()(body)


nansum = _nan_free("nansum", torch.nansum, "The sum, NaN counted as 0.")
nanmean = _nan_free("nanmean", torch.nanmean, "The mean of what is not NaN.")
nanmax = _nan_free(
    "nanmax",
    lambda a, d, k: torch.amax(torch.where(torch.isnan(a), -torch.inf, a), d, k),
    "The largest but NaN.",
)
nanmin = _nan_free(
    "nanmin",
    lambda a, d, k: torch.amin(torch.where(torch.isnan(a), torch.inf, a), d, k),
    "The smallest but NaN.",
)


@arrays()
def cumsum(a: torch.Tensor, axis: int | None = None, dtype: Any = None) -> torch.Tensor:
    """Running sums; of the flattened array for None."""
    t = a.reshape(-1) if axis is None else a
    return torch.cumsum(t, axis or 0, dtype=dtype_of(dtype, t.dtype))


@arrays()
def cumprod(a: torch.Tensor, axis: int | None = None, dtype: Any = None) -> torch.Tensor:
    """Running products; of the flattened array for None."""
    t = a.reshape(-1) if axis is None else a
    return torch.cumprod(t, axis or 0, dtype=dtype_of(dtype, t.dtype))


@arrays()
def diff(
    a: torch.Tensor, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> torch.Tensor:
    """Differences of neighbours, `n` times."""
    return torch.diff(a, n, axis, prepend, append)


@arrays()
def ediff1d(ary: torch.Tensor, to_end: Any = None, to_begin: Any = None) -> torch.Tensor:
    """Differences of neighbours in the flattened array, with values before and behind."""
    parts = [to_begin, torch.diff(ary.reshape(-1)), to_end]
    return torch.cat([array_like(p).reshape(-1).to(ary.dtype) for p in parts if p is not None])


@arrays()
def trapz(y: torch.Tensor, x: Any = None, dx: float = 1.0, axis: int = -1) -> torch.Tensor:
    """The integral by the trapezoidal rule."""
    if x is None:
        return torch.trapezoid(y, dx=dx, dim=axis)
    return torch.trapezoid(y, array_like(x), dim=axis)


# -- products ----------------------------------------------------------------------------------


def _pair(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    common = torch.promote_types(a.dtype, b.dtype)
    return a.to(common), b.to(common)


@arrays(2)
def matmul(x1: torch.Tensor, x2: torch.Tensor, dtype: Any = None) -> torch.Tensor:
    """The matrix product."""
    out = torch.matmul(*_pair(x1, x2))
    return out.to(dtype_of(dtype, out.dtype))


@arrays(2)
def dot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum over the last dimension of `a` and the last but one of `b`."""
    a, b = _pair(a, b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    return torch.tensordot(a, b, dims=([a.ndim - 1], [b.ndim - 2 if b.ndim > 1 else 0]))


@arrays(2)
def inner(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum over both last dimensions."""
    return torch.inner(*_pair(a, b))


@arrays(2)
def outer(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Every product of elements."""
    a, b = _pair(a, b)
    return torch.outer(a.reshape(-1), b.reshape(-1))


@arrays(2)
def tensordot(a: torch.Tensor, b: torch.Tensor, axes: Any = 2) -> torch.Tensor:
    """The sum over pairs of axes."""
    return la.tensor_dot.raw(*_pair(a, b), axes)


@arrays(2)
def kron(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The Kronecker product."""
    return torch.kron(*_pair(a, b))


@arrays(2)
def cross(
    a: torch.Tensor,
    b: torch.Tensor,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> torch.Tensor:
    """The vector product of vectors of three."""
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a, b = _pair(torch.movedim(a, axisa, -1), torch.movedim(b, axisb, -1))
    return torch.movedim(torch.linalg.cross(a, b), -1, axisc)


@several
def multi_dot(arrays: list[torch.Tensor]) -> torch.Tensor:
    """The product of several matrices."""
    return functools.reduce(torch.matmul, arrays)


@arrays()
def matrix_power(a: torch.Tensor, n: int) -> torch.Tensor:
    """A square matrix times itself, `n` times."""
    return torch.linalg.matrix_power(a, n)


@arrays()
def norm(
    x: torch.Tensor, ord: Any = None, axis: Any = None, keepdims: bool = False
) -> torch.Tensor:
    """The matrix or vector norm."""
    return torch.linalg.norm(
        _float(x), ord, tuple(axis) if isinstance(axis, list) else axis, keepdims
    )


@arrays()
def trace(
    a: torch.Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None
) -> torch.Tensor:
    """The sum of a diagonal."""
    out = torch.diagonal(a, offset, axis1, axis2)
    return torch.sum(out, -1, dtype=dtype_of(dtype, a.dtype))


@arrays()
def bincount(
    x: torch.Tensor, weights: Any = None, minlength: int = 0, length: Any = None
) -> torch.Tensor:
    """How often each integer occurs: Float32."""
    scale = None if weights is None else array_like(weights)
    counted = torch.bincount(x, scale, minlength)
    return (counted if length is None else counted[:length]).float()


def _window(M: int, periodic_fn: Any) -> Tensor:
    return wrap(periodic_fn(M, periodic=False))


def bartlett(M: int) -> Tensor:
    """The Bartlett window."""
    return _window(M, torch.bartlett_window)


def blackman(M: int) -> Tensor:
    """The Blackman window."""
    return _window(M, torch.blackman_window)


def hamming(M: int) -> Tensor:
    """The Hamming window."""
    return _window(M, torch.hamming_window)


def hanning(M: int) -> Tensor:
    """The Hann window."""
    return _window(M, torch.hann_window)


__all__ = exported(globals())
