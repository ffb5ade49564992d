"""Fourier transforms and window functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, with_bindings
from msacc.ops.core.op import exported_names, op

if TYPE_CHECKING:
    from msacc.common.argument_types import Axis, DTypeLike, Ints

_NORMS = (None, "backward", "forward", "ortho")


def _check_sizes(name: str, s: Ints | None, dim: Axis, norm: str | None) -> None:
    check.choice(name, "norm", norm, _NORMS)
    if s is None or dim is None or isinstance(s, int) or isinstance(dim, int):
        return
    if len(s) != len(dim):
        raise ValueError(
            f"For '{name}', 's' and 'dim' must have one length, but got {s} and {dim}."
        )


def _one(name: str) -> Any:
    fn = getattr(torch.fft, name)

    def body(
        input: torch.Tensor, n: int | None = None, dim: int = -1, norm: str | None = None
    ) -> torch.Tensor:
        if n is not None:
            check.positive_int(name, "n", n)
        check.choice(name, "norm", norm, _NORMS)
        return fn(input, n, dim, norm)

    return _with_name(body, name)


def _two(name: str) -> Any:
    fn = getattr(torch.fft, name)

    def body(
        input: torch.Tensor, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
    ) -> torch.Tensor:
        _check_sizes(name, s, dim, norm)
        return fn(input, s, dim, norm)

    return _with_name(body, name)


def _many(name: str) -> Any:
    fn = getattr(torch.fft, name)

    def body(
        input: torch.Tensor, s: Ints | None = None, dim: Axis = None, norm: str | None = None
    ) -> torch.Tensor:
        _check_sizes(name, s, dim, norm)
        return fn(input, s, dim, norm)

    return _with_name(body, name)


_ABOUT = {
    "fft": "The discrete Fourier transform of numbers: complex.",
    "ifft": "The inverse of `fft`: complex.",
    "rfft": "The half of the Fourier transform of real numbers that tells all of it: complex.",
    "irfft": "The inverse of `rfft`, a float; a length given is the one that the result has.",
    "hfft": "The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.",
    "ihfft": "The inverse of `hfft`, of real numbers: complex.",
}
_OVER_ONE = """

`input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
`dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1."""
_OVER_SEVERAL = """

`input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
`dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
another `norm`, and for `s` and `dim` of two lengths."""


def _with_name(body: Any, name: str) -> Any:
    body.__name__ = body.__qualname__ = name
    body.__doc__ = _ABOUT[name.rstrip("2n")] + (_OVER_ONE if name in _ABOUT else _OVER_SEVERAL)
    return op(body)


fft, ifft, rfft, irfft, hfft, ihfft = (
    _one(name) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
)
fft2, ifft2, rfft2, irfft2, hfft2, ihfft2 = (
    _two(name) for name in ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2")
)
fftn, ifftn, rfftn, irfftn, hfftn, ihfftn = (
    _many(name) for name in ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn")
)


@op
def fftshift(input: torch.Tensor, dim: Axis = None) -> torch.Tensor:
    """The zero frequency moved to the middle.

    `input` is a Tensor of any shape and dtype, which the result has.
    `dim`: an int or a tuple of ints, all for None.
    """
    return torch.fft.fftshift(input, dim)


@op
def ifftshift(input: torch.Tensor, dim: Axis = None) -> torch.Tensor:
    """The inverse of `fftshift`.

    `input` is a Tensor of any shape and dtype, which the result has.
    `dim`: an int or a tuple of ints, all for None.
    """
    return torch.fft.ifftshift(input, dim)


@op
def fftfreq(n: int, d: float = 1.0, dtype: DTypeLike | None = None) -> torch.Tensor:
    """The frequencies of `fft`, in cycles per unit of `d`.

    `n`: how many numbers are transformed, an int above 0 (ValueError otherwise).
    `d`: their distance, a number.

    The result is a Tensor (n,) of `dtype`, Float32 for None.
    """
    check.positive_int("fftfreq", "n", n)
    return torch.fft.fftfreq(n, d, dtype=torch_dtype(dtype, torch.float32), device=settings.device)


@op
def rfftfreq(n: int, d: float = 1.0, dtype: DTypeLike | None = None) -> torch.Tensor:
    """The frequencies of `rfft`, in cycles per unit of `d`.

    `n`: how many numbers are transformed, an int above 0 (ValueError otherwise).
    `d`: their distance, a number.

    The result is a Tensor (n // 2 + 1,) of `dtype`, Float32 for None.
    """
    check.positive_int("rfftfreq", "n", n)
    return torch.fft.rfftfreq(n, d, dtype=torch_dtype(dtype, torch.float32), device=settings.device)


_WINDOW = """The {} window, a vector (window_length,), {} unless `dtype` is given.

`window_length`: an int from 0. `periodic`: made for a period of so many points, otherwise symmetric.
`dtype`: a float dtype."""


def _window(name: str, default: torch.dtype = torch.float32) -> Any:
    fn = getattr(torch, name)

    def body(
        window_length: int | torch.Tensor, periodic: bool = True, *, dtype: DTypeLike | None = None
    ) -> torch.Tensor:
        return fn(
            window_length, periodic, dtype=torch_dtype(dtype, default), device=settings.device
        )

    body.__name__ = body.__qualname__ = name
    body.__doc__ = _WINDOW.format(
        name.split("_")[0].capitalize(), str(default)[len("torch.") :].title()
    )
    return op(body)


bartlett_window = _window("bartlett_window")
blackman_window = _window("blackman_window")
hann_window = _window("hann_window", torch.float64)


@op
def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The Hamming window, alpha - beta * cos(2 * pi * i / N): a vector (window_length,).

    `window_length`: an int from 0.
    `periodic`: N is the length, otherwise one less.
    `alpha`, `beta`: numbers.
    `dtype`: a float dtype, Float32 unless given.
    """
    target_dtype = torch_dtype(dtype, torch.float32)
    return torch.hamming_window(
        window_length, periodic, alpha, beta, dtype=target_dtype, device=settings.device
    )


@op
def kaiser_window(
    window_length: int | torch.Tensor,
    periodic: bool = True,
    beta: float = 12.0,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The Kaiser window of the shape `beta`, a number: a vector (window_length,).

    `window_length`: an int from 0.
    `periodic`: made for a period of so many points, otherwise symmetric.
    `dtype`: a float dtype, Float64 unless given.
    """
    target_dtype = torch_dtype(dtype, torch.float64)
    return torch.kaiser_window(
        int(window_length), periodic, beta, dtype=target_dtype, device=settings.device
    )


def _window_of(fn: Any) -> Any:
    def body(
        window_length: torch.Tensor,
        periodic: bool = True,
        dtype: DTypeLike = mstype.float32,
        **shape: float,
    ) -> torch.Tensor:
        return fn.raw(int(window_length), periodic, dtype=torch_dtype(dtype), **shape)

    body.__name__ = body.__qualname__ = f"{fn.__name__}_of"
    body.__doc__ = f"`{fn.__name__}` for a length that is a Tensor, as the Primitives take it."
    return op(body)


bartlett_window_of = with_bindings(
    _window_of(bartlett_window),
    PrimitiveClass(
        "BartlettWindow",
        settings={
            "periodic": Setting(True, checks.boolean),
            "dtype": Setting(mstype.float32, checks.dtype(*checks.FLOAT_DTYPES)),
        },
    ),
)
blackman_window_of = with_bindings(
    _window_of(blackman_window),
    PrimitiveClass(
        "BlackmanWindow",
        settings={
            "periodic": Setting(True, checks.boolean),
            "dtype": Setting(mstype.float32, checks.dtype(*checks.FLOAT_DTYPES)),
        },
    ),
)
hamming_window_of = with_bindings(
    _window_of(hamming_window),
    PrimitiveClass(
        "HammingWindow",
        settings={
            "periodic": Setting(True, checks.boolean),
            "alpha": Setting(0.54, checks.floating),
            "beta": Setting(0.46, checks.floating),
            "dtype": Setting(mstype.float32, checks.dtype(*checks.FLOAT_DTYPES)),
        },
    ),
)

__all__ = exported_names(globals(), "bartlett_window_of", "blackman_window_of", "hamming_window_of")
