"""Convolution, correlation, slopes, interpolation; polynomials as vectors of coefficients, highest first."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays
from msacc.numpy.reduce import _float, _pair
from msacc.ops.core.op import exported

_MODES = ("full", "same", "valid")

# -- sums of products --------------------------------------------------------------------------


def _convolved(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """All of the convolution; whole numbers without a detour through floats."""
    if a.dtype.is_floating_point:
        return F.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]
    margin = a.new_zeros(len(v) - 1)
    windows = torch.cat([margin, a, margin]).unfold(0, len(v), 1)
    return (windows * v.flip(0)).sum(-1).to(a.dtype)


def _cut(full: torch.Tensor, long: int, short: int, mode: str) -> torch.Tensor:
    if mode == "full":
        return full
    if mode == "same":
        return full.narrow(0, (short - 1) // 2, long)
    return full.narrow(0, short - 1, long - short + 1)


@arrays(2)
def convolve(a: torch.Tensor, v: torch.Tensor, mode: str = "full") -> torch.Tensor:
    """The convolution of two vectors: 'full', as long as the longer ('same'), or where both overlap ('valid')."""
    a, v = _vectors("convolve", *_pair(torch.atleast_1d(a), torch.atleast_1d(v)), mode)
    a, v = (a, v) if len(a) >= len(v) else (v, a)
    return _cut(_convolved(a, v), len(a), len(v), mode)


def _vectors(
    name: str, a: torch.Tensor, v: torch.Tensor, mode: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError(
            f"For '{name}', 'a' and 'v' must be 1-D, but got shapes {tuple(a.shape)} and {tuple(v.shape)}."
        )
    if not len(a) or not len(v):
        raise ValueError(f"For '{name}', 'a' and 'v' cannot be empty.")
    if mode not in _MODES:
        raise ValueError(f"For '{name}', 'mode' must be one of {_MODES}, but got {mode!r}.")
    return a, v


@arrays(2)
def correlate(a: torch.Tensor, v: torch.Tensor, mode: str = "valid") -> torch.Tensor:
    """The correlation of two vectors of one dtype; integers are counted in Float32, Int64 in Float64.

    Raises TypeError for two dtypes, Bool, or a `mode` that is no str.
    """
    if not isinstance(mode, str):
        raise TypeError(f"For 'correlate', 'mode' should be a str, but got {type(mode).__name__}.")
    a, v = _vectors("correlate", a, v, mode)
    if a.dtype is not v.dtype or a.dtype is torch.bool:
        raise TypeError(
            f"For 'correlate', 'a' and 'v' must be numbers of one dtype, but got {a.dtype} and {v.dtype}."
        )
    if not a.dtype.is_floating_point:
        a, v = (t.double() if t.dtype is torch.int64 else t.float() for t in (a, v))
    if len(a) < len(v):
        return _correlated(v, a, mode).flip(0)
    return _correlated(a, v, mode)


def _correlated(long: torch.Tensor, short: torch.Tensor, mode: str) -> torch.Tensor:
    return _cut(_convolved(long, short.flip(0)), len(long), len(short), mode)


# -- slopes and interpolation ------------------------------------------------------------------


def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Central differences, one-sided at the edges: a Tensor for one axis, a list for several.

    `varargs` are the distances of samples, one number for all or one per axis; vectors of distances and
    another `edge_order` raise NotImplementedError, as in MindSpore. Integers and Float16 give Float32.
    """
    if edge_order != 1:
        raise NotImplementedError(
            f"msacc.numpy.gradient has no edge_order={edge_order!r}: it is 1."
        )
    t = array_like(f)
    t = t if t.dtype is torch.float64 else t.float()
    where = _slope_axes(axis, t)
    steps = _steps(varargs, len(where))
    out = [
        wrap(torch.gradient(t, spacing=step, dim=i, edge_order=1)[0])
        for i, step in zip(where, steps)
    ]
    return out[0] if len(out) == 1 else out


def _slope_axes(axis: Any, t: torch.Tensor) -> list[int]:
    given = range(t.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    if not all(isinstance(i, int) for i in given):
        raise TypeError(f"For 'gradient', 'axis' should be int, tuple or list, but got {axis!r}.")
    if any(not -t.ndim <= i < t.ndim for i in given):
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {t.ndim}.")
    where = [i % t.ndim for i in given]
    if len(set(where)) < len(where):
        raise ValueError(f"For 'gradient', duplicate axes in {axis!r}.")
    if any(t.shape[i] < 2 for i in where):
        raise ValueError(
            f"For 'gradient', at least 2 elements are required along each axis, but got shape {tuple(t.shape)}."
        )
    return where


def _steps(given: tuple[Any, ...], count: int) -> list[float]:
    if len(given) not in (0, 1, count):
        raise TypeError(
            f"Invalid number of arguments: 'gradient' takes no distance, one, or {count}, but got {len(given)}."
        )
    steps = [array_like(step) for step in given]
    if any(step.ndim for step in steps):
        raise NotImplementedError(
            "msacc.numpy.gradient has no non-constant spacing: give one number per axis."
        )
    numbers = [float(step) for step in steps] or [1.0]
    return numbers * count if len(numbers) == 1 else numbers


@arrays(3)
def interp(
    x: torch.Tensor, xp: torch.Tensor, fp: torch.Tensor, left: Any = None, right: Any = None
) -> torch.Tensor:
    """The broken line through (xp, fp) at `x`; `left` and `right` beyond it, fp[0] and fp[-1] for None.

    `xp` must rise. Float32, or Float64 if an argument is.
    """
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError(
            f"For 'interp', 'xp' and 'fp' must be 1-d, but got shapes {tuple(xp.shape)} and {tuple(fp.shape)}."
        )
    if len(xp) != len(fp) or not len(xp):
        raise ValueError(
            f"For 'interp', 'xp' and 'fp' must have one length above 0, but got {len(xp)} and {len(fp)}."
        )
    common = torch.float64 if torch.float64 in (x.dtype, xp.dtype, fp.dtype) else torch.float32
    x, xp, fp = x.to(common), xp.to(common), fp.to(common)
    out = _between(x, xp, fp)
    out = torch.where(x < xp[0], fp[0] if left is None else array_like(left).to(common), out)
    return torch.where(x > xp[-1], fp[-1] if right is None else array_like(right).to(common), out)


def _between(x: torch.Tensor, xp: torch.Tensor, fp: torch.Tensor) -> torch.Tensor:
    last = len(xp) - 1
    high = torch.bucketize(x.detach(), xp.detach(), right=True).clamp(min(1, last), last)
    low = (high - 1).clamp_min(0)
    width = xp[high] - xp[low]
    slope = (fp[high] - fp[low]) / torch.where(width == 0, 1, width)
    return fp[low] + slope * (x - xp[low])


@arrays()
def unwrap(p: torch.Tensor, discont: float = math.pi, axis: int = -1) -> torch.Tensor:
    """Angles with jumps above `discont` taken back by whole turns."""
    if not isinstance(discont, (int, float)):
        raise TypeError(f"For 'unwrap', 'discont' should be a float, but got {discont!r}.")
    if not isinstance(axis, int):
        raise TypeError(f"For 'unwrap', 'axis' should be an integer, but got {axis!r}.")
    if not -p.ndim <= axis < p.ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {p.ndim}.")
    p = _float(p if p.dtype is torch.float64 else p.float())
    step = torch.diff(p, dim=axis)
    turn = torch.remainder(step + math.pi, 2 * math.pi) - math.pi
    turn = torch.where((turn == -math.pi) & (step > 0), math.pi, turn)
    fix = torch.where(step.abs() < discont, 0, turn - step).cumsum(axis)
    return p + torch.cat([torch.zeros_like(p.narrow(axis, 0, 1)), fix], axis)


# -- polynomials -------------------------------------------------------------------------------


def _coefficients(p: torch.Tensor) -> torch.Tensor:
    if p.ndim > 1:
        raise ValueError(
            f"A polynomial must be a number or a 1-d sequence, but got shape {tuple(p.shape)}."
        )
    return torch.atleast_1d(p)


def _levelled(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    a, b = _pair(_coefficients(a), _coefficients(b))
    size = max(len(a), len(b))
    return F.pad(a, (size - len(a), 0)), F.pad(b, (size - len(b), 0))


@arrays(2)
def polyadd(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """The sum of two polynomials."""
    return torch.add(*_levelled(a1, a2))


@arrays(2)
def polysub(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """The difference of two polynomials."""
    return torch.sub(*_levelled(a1, a2))


def polymul(a1: Any, a2: Any) -> Tensor:
    """The product of two polynomials."""
    return convolve(*(wrap(_coefficients(array_like(a))) for a in (a1, a2)))


@arrays(2)
def polyval(p: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The values of a polynomial at `x`: Float32, or Float64 if an argument is."""
    p = _coefficients(p)
    if not len(p):
        raise ValueError("For 'polyval', 'p' needs a coefficient.")
    common = torch.float64 if torch.float64 in (p.dtype, x.dtype) else torch.float32
    x, out = x.to(common), torch.zeros_like(x, dtype=common)
    for coefficient in p.to(common):
        out = out * x + coefficient
    return out


def _order(name: str, m: Any) -> int:
    if not isinstance(m, int):
        raise TypeError(f"For '{name}', 'm' must be an integer, but got {m!r}.")
    if m < 0:
        raise ValueError(f"For '{name}', the order 'm' must be positive, but got {m}.")
    return m


@arrays()
def polyder(p: torch.Tensor, m: int = 1) -> torch.Tensor:
    """The m-th derivative of a polynomial; no coefficient at all, Float32, where nothing is left."""
    p = _coefficients(p)
    if _order("polyder", m) >= len(p):
        return torch.zeros(0, device=p.device)
    for _ in range(m):
        powers = torch.arange(len(p) - 1, 0, -1, device=p.device, dtype=torch.int32)
        p = p[:-1] * powers.to(p.dtype if p.dtype is not torch.bool else torch.int32)
    return p


@arrays()
def polyint(p: torch.Tensor, m: int = 1, k: Any = None) -> torch.Tensor:
    """The m-th antiderivative of a polynomial, `k` (one number or m of them) its constants, 0 for None."""
    p = _coefficients(p)
    given = torch.atleast_1d(array_like(0 if k is None else k))
    constants = given.expand(m) if _order("polyint", m) and len(given) == 1 else given
    if len(constants) < m:
        raise IndexError(f"For 'polyint', 'k' needs {m} constants, but got {len(constants)}.")
    for i in range(m):
        p = _float(p)
        powers = torch.arange(len(p), 0, -1, device=p.device, dtype=p.dtype)
        p = torch.cat([p / powers, constants[i : i + 1].to(p.dtype)])
    return p


def vander(x: Any, N: int | None = None, increasing: bool = False) -> Tensor:
    """Powers of a vector as columns, the highest first unless `increasing`; N columns, or as many as rows."""
    if not isinstance(x, (list, tuple, Tensor)):
        raise TypeError(
            f"For 'vander', 'x' must be list, tuple or Tensor, but got {type(x).__name__}."
        )
    t = array_like(x)
    if t.ndim != 1:
        raise ValueError(f"For 'vander', 'x' must be 1-D, but got {t.ndim} dimensions.")
    count = N or len(t)
    if not isinstance(count, int):
        raise TypeError(f"For 'vander', 'N' must be an integer, but got {N!r}.")
    if count <= 0:
        raise ValueError(f"For 'vander', 'N' must be above 0, but got {count}.")
    if t.dtype is torch.bool:
        raise TypeError("For 'vander', 'x' must be numbers, but got Bool.")
    powers = torch.arange(count, device=t.device)
    powers = powers if increasing else powers.flip(0)
    return wrap(torch.pow(t[:, None], powers).to(t.dtype))


__all__ = exported(globals())
