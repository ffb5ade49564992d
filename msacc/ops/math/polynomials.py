"""Polynomials as coefficient vectors, highest power first."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.ops.core.array_likes import promote_all
from msacc.ops.math.numpy_reduce import to_float
from msacc.ops.math.signals import convolve


def _coefficients(p: torch.Tensor) -> torch.Tensor:
    if p.ndim > 1:
        raise ValueError(
            f"A polynomial must be a number or a 1-d sequence, but got shape {tuple(p.shape)}."
        )
    return torch.atleast_1d(p)


def _pad_to_equal_length(a: torch.Tensor, b: torch.Tensor) -> list[torch.Tensor]:
    pair = promote_all([_coefficients(a), _coefficients(b)])
    size = max(len(p) for p in pair)
    return [F.pad(p, (size - len(p), 0)) for p in pair]


def polyadd(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """The sum of two polynomials, in the dtype to which theirs promote.

    `a1`, `a2`: array-likes of coefficients, the highest power first.

    ValueError for more than one dimension.
    """
    return torch.add(*_pad_to_equal_length(a1, a2))


def polysub(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """The difference of two polynomials, in the dtype to which theirs promote.

    `a1`, `a2`: array-likes of coefficients, the highest power first.

    ValueError for more than one dimension.
    """
    return torch.sub(*_pad_to_equal_length(a1, a2))


def polymul(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """The product of two polynomials, in the dtype to which theirs promote.

    `a1`, `a2`: array-likes of coefficients, the highest power first.

    ValueError for more than one dimension.
    """
    return convolve(_coefficients(a1), _coefficients(a2))


def polyval(p: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The values of the polynomial `p` at the array-like `x`, in its shape: dtype Float64 if one of them is, else
    Float32.

    `p`: an array-like of coefficients, the highest power first. ValueError for one without coefficients or of
    more than one dimension.
    """
    p = _coefficients(p)
    if not len(p):
        raise ValueError("For 'polyval', 'p' needs a coefficient.")
    common = torch.float64 if torch.float64 in (p.dtype, x.dtype) else torch.float32
    x, out = x.to(common), torch.zeros_like(x, dtype=common)
    for coefficient in p.to(common):
        out = out * x + coefficient
    return out


def _order(where: str, m: int) -> int:
    if not isinstance(m, int):
        raise TypeError(f"For '{where}', 'm' must be an integer, but got {m!r}.")
    if m < 0:
        raise ValueError(f"For '{where}', the order 'm' must be positive, but got {m}.")
    return m


def polyder(p: torch.Tensor, m: int = 1) -> torch.Tensor:
    """The m-th derivative of a polynomial; no coefficient at all, Float32, where nothing is left.

    `p`: a vector of coefficients, the highest power first, and so is the result. Bool and integers below 32
    bits give Int32. Raises TypeError if `m` is no int, ValueError if it is negative.
    """
    p = _coefficients(p)
    if _order("polyder", m) >= len(p):
        return torch.zeros(0, device=p.device)
    for _ in range(m):
        powers = torch.arange(len(p) - 1, 0, -1, device=p.device, dtype=torch.int32)
        p = p[:-1] * powers
    return p


def polyint(p: torch.Tensor, m: int = 1, k: torch.Tensor | None = None) -> torch.Tensor:
    """The m-th antiderivative of a polynomial, `k` (one number or m of them) its constants, 0 for None.

    `p`: a vector of coefficients, the highest power first, and so is the result. Integers give Float32; beside
    `k` Float64 counts as Float32, and that and the dtype of `k` promote, as in MindSpore. Raises TypeError if
    `m` is no int, ValueError if it is negative, IndexError for too few constants.
    """
    p = _coefficients(p)
    integration_constants = torch.atleast_1d(
        torch.zeros((), dtype=p.dtype, device=p.device) if k is None else k
    )
    constants = (
        integration_constants.expand(m)
        if _order("polyint", m) and len(integration_constants) == 1
        else integration_constants
    )
    if len(constants) < m:
        raise IndexError(f"For 'polyint', 'k' needs {m} constants, but got {len(constants)}.")
    if m and k is not None:
        p = p.to(_integral_dtype(p.dtype, k.dtype))
    for i in range(m):
        p = to_float(p)
        powers = torch.arange(len(p), 0, -1, device=p.device, dtype=p.dtype)
        p = torch.cat([p / powers, constants[i : i + 1].to(p.dtype)])
    return p


def _integral_dtype(p: torch.dtype, k: torch.dtype) -> torch.dtype:
    dtype = torch.float16 if p is torch.float16 else torch.float32
    return torch.promote_types(dtype, k)


def vander(x: torch.Tensor, N: int | None = None, increasing: bool = False) -> torch.Tensor:
    """Powers of the vector `x` as columns, the highest first unless `increasing`; N of them, or as many as rows.

    In the dtype of `x`. Raises TypeError for Bool or an `N` that is no int, ValueError for an `N` not above 0 or more
    dimensions.
    """
    if x.ndim != 1:
        raise ValueError(f"For 'vander', 'x' must be 1-D, but got {x.ndim} dimensions.")
    count = N or len(x)
    if not isinstance(count, int):
        raise TypeError(f"For 'vander', 'N' must be an integer, but got {N!r}.")
    if count <= 0:
        raise ValueError(f"For 'vander', 'N' must be above 0, but got {count}.")
    if x.dtype is torch.bool:
        raise TypeError("For 'vander', 'x' must be numbers, but got Bool.")
    powers = torch.arange(count, device=x.device)
    powers = powers if increasing else powers.flip(0)
    return torch.pow(x[:, None], powers).to(x.dtype)
