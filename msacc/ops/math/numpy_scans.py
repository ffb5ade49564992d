"""Cumulative sums, differences and integrals with mindspore.numpy's dtypes: short integers give Int32."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.array_likes import in_axes, promote_all

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

_SHORT = (torch.bool, torch.int8, torch.int16, torch.uint8)


def _scan(
    fn: Callable[..., Any],
    a: torch.Tensor,
    axis: int | None,
    target_dtype: torch.dtype,
    last: torch.dtype | None,
) -> torch.Tensor:
    t = a.reshape(-1) if axis is None else a
    out = fn(t, 0 if axis is None else axis, dtype=target_dtype)
    return out if last is None else out.to(last)


def cumsum(
    a: torch.Tensor, axis: int | None = None, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """Running sums of `a` along `axis`, of the flattened array for None.

    Bool and integers below 32 bits give Int32 (ops: Int64); `dtype` is that of the result alone. ValueError for an
    axis that `a` lacks.
    """
    return _scan(torch.cumsum, a, axis, torch.int32 if a.dtype in _SHORT else a.dtype, dtype)


def cumprod(
    a: torch.Tensor, axis: int | None = None, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """Running products of `a` along `axis`, of the flattened array for None.

    Bool, Int8 and Int16 give Int32, UInt8 UInt32, other dtypes stay; `dtype` is that of the result alone. ValueError
    for an axis that `a` lacks.
    """
    if a.dtype is torch.uint8:
        return _scan(torch.cumprod, a, axis, torch.int64, torch.uint32 if dtype is None else dtype)
    return _scan(torch.cumprod, a, axis, torch.int32 if a.dtype in _SHORT else a.dtype, dtype)


def diff(
    a: torch.Tensor,
    n: int = 1,
    axis: int = -1,
    prepend: torch.Tensor | None = None,
    append: torch.Tensor | None = None,
) -> torch.Tensor:
    """Differences of neighbours of `a` along `axis`, taken `n` times; `n` 0 gives `a` itself.

    `prepend` and `append` are values put before and behind `a` first: a number, or an array-like of its other lengths;
    dtypes promote. Raises ValueError for a negative `n`, one not below the length, or an axis that `a` lacks.
    """
    if not isinstance(n, int):
        raise TypeError(f"For 'diff', 'n' should be an int, but got {n!r}.")
    if n < 0:
        raise ValueError(f"For 'diff', 'n' must not be negative, but got {n}.")
    dim = in_axes("diff", axis, a.ndim)
    if n == 0:
        return a
    size = [1 if i == dim else m for i, m in enumerate(a.shape)]
    ends = [t if t is None or t.ndim else t.expand(size) for t in (prepend, append)]
    parts = [t for t in (ends[0], a, ends[1]) if t is not None]
    joined = torch.cat(promote_all(parts), dim) if len(parts) > 1 else a
    if n >= max(joined.shape[dim], 1):
        raise ValueError(
            f"For 'diff', 'n' must be below the length {joined.shape[dim]}, but got {n}."
        )
    return torch.diff(joined, n, dim)


def ediff1d(
    ary: torch.Tensor, to_end: torch.Tensor | None = None, to_begin: torch.Tensor | None = None
) -> torch.Tensor:
    """Differences of neighbours in the flattened `ary`, `to_begin` before and `to_end` behind them, in its dtype.

    All are array-likes, the last two flattened as well; the result is a vector.
    """
    parts = [to_begin, torch.diff(ary.reshape(-1)), to_end]
    return torch.cat([p.reshape(-1).to(ary.dtype) for p in parts if p is not None])


def trapz(
    y: torch.Tensor, x: torch.Tensor | None = None, dx: float | np.number = 1.0, axis: int = -1
) -> torch.Tensor:
    """The integral of the array-like `y` along `axis` by the trapezoidal rule: dtype Float16 if `y` is, else
    Float32.

    `x` holds the places of the samples, a vector or an array-like that broadcasts; without it they are `dx`
    apart. Raises ValueError for an axis that `y` lacks or places that do not fit.
    """
    dim = in_axes("trapz", axis, y.ndim)
    target_dtype = torch.float16 if y.dtype is torch.float16 else torch.float32
    step = _steps(y, x, dim) if x is not None else torch.as_tensor(dx, device=y.device)
    last = y.to(target_dtype).movedim(dim, -1)
    middles = (last[..., 1:] + last[..., :-1]) / 2
    return torch.sum(middles * step.to(target_dtype), -1)


def _steps(y: torch.Tensor, x: torch.Tensor, dim: int) -> torch.Tensor:
    wide = x.to(torch.uint8) if x.dtype is torch.bool else x
    if x.ndim == 1:
        return torch.diff(wide).to(x.dtype)
    return torch.diff(wide, dim=dim - y.ndim).movedim(dim - y.ndim, -1).to(x.dtype)


def unwrap(p: torch.Tensor, discont: float = math.pi, axis: int = -1) -> torch.Tensor:
    """Angles in radians with jumps above `discont` along `axis` taken back by whole turns: Float64 of Float64, else
    Float32.

    Raises TypeError if `discont` is no number or `axis` no int, ValueError for an axis that `p` lacks.
    """
    if not isinstance(discont, (int, float)):
        raise TypeError(f"For 'unwrap', 'discont' should be a float, but got {discont!r}.")
    axis = in_axes("unwrap", axis, p.ndim)
    p = p if p.dtype is torch.float64 else p.float()
    step = torch.diff(p, dim=axis)
    period = torch.remainder(step + math.pi, 2 * math.pi) - math.pi
    period = torch.where((period == -math.pi) & (step > 0), math.pi, period)
    fix = torch.where(step.abs() < discont, 0, period - step).cumsum(axis)
    return p + torch.cat([torch.zeros_like(p.narrow(axis, 0, 1)), fix], axis)
