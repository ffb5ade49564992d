"""The orthonormal type-II cosine transform and its inverse; integers and Float16 give Float32 (scipy.fft)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Axis

_Line = Callable[[torch.Tensor], torch.Tensor]


def _turns(size: int, x: torch.Tensor, sign: int) -> torch.Tensor:
    """exp(sign i pi k / 2N) for k below N."""
    angle = torch.arange(size, device=x.device, dtype=x.dtype) * (sign * math.pi / (2 * size))
    return torch.polar(torch.ones_like(angle), angle)


def _scale(size: int, x: torch.Tensor) -> torch.Tensor:
    out = x.new_full((size,), math.sqrt(0.5 / size))
    out[0] = 0.5 / math.sqrt(size)
    return out


def _forward(x: torch.Tensor) -> torch.Tensor:
    """Along the last dimension: the Fourier transform of the line and its mirror image."""
    size = x.shape[-1]
    spectrum = torch.fft.rfft(torch.cat([x, x.flip(-1)], -1))[..., :size]
    return (spectrum * _turns(size, x, -1)).real * _scale(size, x)


def _backward(x: torch.Tensor) -> torch.Tensor:
    size = x.shape[-1]
    spectrum = x / _scale(size, x) * _turns(size, x, 1)
    spectrum = torch.cat([spectrum, torch.zeros_like(spectrum[..., :1])], -1)
    return torch.fft.irfft(spectrum, 2 * size)[..., :size]


def _checked(type: int, norm: str | None) -> None:
    if type != 2:
        raise ValueError(f"msacc.scipy.fft has type 2 alone, like MindSpore, but got {type!r}.")
    if norm not in (None, "ortho"):
        raise ValueError(f"msacc.scipy.fft has norm 'ortho' alone, like MindSpore, got {norm!r}.")


def _along(line: _Line, x: torch.Tensor, n: int | None, axis: int) -> torch.Tensor:
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"The axis must be in [{-x.ndim}, {x.ndim}), but got {axis}.")
    if n is not None and n < 1:
        raise ValueError(f"The argument 'n' must be above 0, but got {n}.")
    x = (x if x.dtype is torch.float64 else x.float()).movedim(axis, -1)
    if n is not None:
        x = torch.nn.functional.pad(x, (0, n - x.shape[-1]))  # a negative pad cuts
    return line(x).movedim(-1, axis)


def _tensor(where: str, x: Any) -> None:
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"For '{where}', 'x' must be a Tensor, but got {x!r}.")


@op
def dct(
    x: torch.Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None
) -> torch.Tensor:
    """The cosine transform of the Tensor `x` along `axis`, cut or filled with zeros to length `n`: Float64 of Float64,
    else Float32.

    `norm` None is 'ortho' too. Raises TypeError for what is no Tensor, ValueError for another type, norm or axis and an
    `n` below 1.
    """
    _tensor("dct", x)
    _checked(type, norm)
    return _along(_forward, x, n, axis)


@op
def idct(
    x: torch.Tensor, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None
) -> torch.Tensor:
    """The inverse of `dct` along `axis`, cut or filled with zeros to length `n`, with the arguments and errors of
    `dct`.
    """
    _tensor("idct", x)
    _checked(type, norm)
    return _along(_backward, x, n, axis)


def _over(line: _Line, x: torch.Tensor, s: Any, axes: Any) -> torch.Tensor:
    if axes is None:
        axes = range(x.ndim) if s is None else range(-len(s), 0)
    if s is not None and len(s) != len(axes):
        raise ValueError(f"'s' and 'axes' must be of one length, but got {s} and {axes}.")
    for axis, n in zip(axes, s or [None] * len(axes), strict=True):
        x = _along(line, x, n, axis)
    return x


@op
def dctn(
    x: torch.Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Axis = None,
    norm: str | None = None,
) -> torch.Tensor:
    """The cosine transform of the Tensor `x` along `axes`: all of them, or the last len(s) if the lengths `s` are
    given.

    Raises what `dct` raises, and ValueError for an `s` and `axes` of two lengths.
    """
    _tensor("dctn", x)
    _checked(type, norm)
    return _over(_forward, x, s, axes)


@op
def idctn(
    x: torch.Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Axis = None,
    norm: str | None = None,
) -> torch.Tensor:
    """The inverse of `dctn`, with its arguments and errors."""
    _tensor("idctn", x)
    _checked(type, norm)
    return _over(_backward, x, s, axes)
