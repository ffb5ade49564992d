"""Convolution, correlation, numerical gradients and interpolation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.array_likes import in_axes, promote_all

if TYPE_CHECKING:
    from msacc.common.argument_types import Axis

_MODES = ("full", "same", "valid")


# -- sums of products --------------------------------------------------------------------------


def convolve(a: torch.Tensor, v: torch.Tensor, mode: str = "full") -> torch.Tensor:
    """The convolution of two vectors or numbers `a` and `v`, in the dtype to which theirs promote.

    `mode` 'full' gives all of it, 'same' as many numbers as the longer has, 'valid' those where both overlap.
    Raises ValueError for another mode, an empty array or one of more dimensions.
    """
    a, v = promote_all([torch.atleast_1d(a), torch.atleast_1d(v)])
    _vectors("convolve", a, v, mode)
    a, v = (a, v) if len(a) >= len(v) else (v, a)
    return _trim_to_mode(_full_convolution(a, v), len(a), len(v), mode)


def correlate(a: torch.Tensor, v: torch.Tensor, mode: str = "valid") -> torch.Tensor:
    """The correlation of two vectors `a` and `v` of one dtype; integers are counted in Float32, Int64 in Float64.

    `mode` is that of `convolve`. Raises TypeError for two dtypes, Bool, or a `mode` that is no str, ValueError
    for another mode, an empty array or one of more dimensions.
    """
    if not isinstance(mode, str):
        raise TypeError(f"For 'correlate', 'mode' should be a str, but got {type(mode).__name__}.")
    _vectors("correlate", a, v, mode)
    if a.dtype is not v.dtype or a.dtype is torch.bool:
        raise TypeError(
            f"For 'correlate', 'a' and 'v' must be numbers of one dtype, but got {a.dtype} and {v.dtype}."
        )
    if not a.dtype.is_floating_point:
        a, v = (t.double() if t.dtype is torch.int64 else t.float() for t in (a, v))
    if len(a) < len(v):
        return _correlate(v, a, mode).flip(0)
    return _correlate(a, v, mode)


def _vectors(where: str, a: torch.Tensor, v: torch.Tensor, mode: str) -> None:
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError(
            f"For '{where}', 'a' and 'v' must be 1-D, but got shapes {tuple(a.shape)} and {tuple(v.shape)}."
        )
    if not len(a) or not len(v):
        raise ValueError(f"For '{where}', 'a' and 'v' cannot be empty.")
    check.choice(where, "mode", mode, _MODES)


def _full_convolution(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """The full convolution; integers are not converted to floats."""
    if a.dtype.is_floating_point:
        return F.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]
    margin = a.new_zeros(len(v) - 1)
    windows = torch.cat([margin, a, margin]).unfold(0, len(v), 1)
    return (windows * v.flip(0)).sum(-1).to(a.dtype)


def _correlate(long: torch.Tensor, short: torch.Tensor, mode: str) -> torch.Tensor:
    return _trim_to_mode(_full_convolution(long, short.flip(0)), len(long), len(short), mode)


def _trim_to_mode(full: torch.Tensor, long: int, short: int, mode: str) -> torch.Tensor:
    if mode == "full":
        return full
    if mode == "same":
        return full.narrow(0, (short - 1) // 2, long)
    return full.narrow(0, short - 1, long - short + 1)


# -- slopes and interpolation ------------------------------------------------------------------


def gradient(
    f: torch.Tensor, *varargs: torch.Tensor, axis: Axis = None, edge_order: int = 1
) -> Any:
    """Central differences of `f`, one-sided at the edges: a Tensor for one axis, a list for several, all for None.

    `varargs` are the distances of samples, one number for all or one per axis. Integers and Float16 give Float32.
    Raises NotImplementedError for vectors of distances and another `edge_order`, as MindSpore does, TypeError for a
    wrong number of distances or an `axis` that is no int, ValueError for one out of bounds, given twice, or shorter
    than two elements.
    """
    if edge_order != 1:
        raise NotImplementedError(
            f"msacc.numpy.gradient has no edge_order={edge_order!r}: it is 1."
        )
    t = f if f.dtype is torch.float64 else f.float()
    where = _slope_axes(axis, t)
    steps = _steps(varargs, len(where))
    out = [
        torch.gradient(t, spacing=step, dim=i, edge_order=1)[0]
        for i, step in zip(where, steps, strict=True)
    ]
    return out[0] if len(out) == 1 else out


def _slope_axes(axis: Axis, t: torch.Tensor) -> list[int]:
    axes = range(t.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    where = [in_axes("gradient", i, t.ndim) for i in axes]
    if len(set(where)) < len(where):
        raise ValueError(f"For 'gradient', duplicate axes in {axis!r}.")
    if any(t.shape[i] < 2 for i in where):
        raise ValueError(
            f"For 'gradient', at least 2 elements are required along each axis, but got shape {tuple(t.shape)}."
        )
    return where


def _steps(spacing: tuple[torch.Tensor, ...], count: int) -> list[float]:
    if len(spacing) not in (0, 1, count):
        raise TypeError(
            f"Invalid number of arguments: 'gradient' takes no distance, one, or {count}, but got {len(spacing)}."
        )
    if any(step.ndim for step in spacing):
        raise NotImplementedError(
            "msacc.numpy.gradient has no non-constant spacing: give one number per axis."
        )
    numbers = [float(step) for step in spacing] or [1.0]
    return numbers * count if len(numbers) == 1 else numbers


def interp(
    x: torch.Tensor,
    xp: torch.Tensor,
    fp: torch.Tensor,
    left: torch.Tensor | None = None,
    right: torch.Tensor | None = None,
) -> torch.Tensor:
    """The broken line through the points (xp, fp) at `x`; `left` and `right` beyond it, fp[0] and fp[-1] for
    None.

    `xp` and `fp` are vectors, `xp` rises. Float64 if `x` is, else Float32.
    `x`, `left` and `right` are array-likes, the latter numbers; the result has the shape of `x` and that
      dtype.

    Raises ValueError for arrays of more dimensions, two lengths or none.
    """
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError(
            f"For 'interp', 'xp' and 'fp' must be 1-d, but got shapes {tuple(xp.shape)} and {tuple(fp.shape)}."
        )
    if len(xp) != len(fp) or not len(xp):
        raise ValueError(
            f"For 'interp', 'xp' and 'fp' must have one length above 0, but got {len(xp)} and {len(fp)}."
        )
    common = torch.float64 if x.dtype is torch.float64 else torch.float32
    x, xp, fp = x.to(common), xp.to(common), fp.to(common)
    out = _interpolate(x, xp, fp)
    out = torch.where(x < xp[0], fp[0] if left is None else left.to(common), out)
    return torch.where(x > xp[-1], fp[-1] if right is None else right.to(common), out)


def _interpolate(x: torch.Tensor, xp: torch.Tensor, fp: torch.Tensor) -> torch.Tensor:
    last = len(xp) - 1
    high = torch.bucketize(x.detach(), xp.detach(), right=True).clamp(min(1, last), last)
    low = (high - 1).clamp_min(0)
    width = xp[high] - xp[low]
    slope = (fp[high] - fp[low]) / torch.where(width == 0, 1, width)
    return fp[low] + slope * (x - xp[low])
