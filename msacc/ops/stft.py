"""Fourier transforms of signals, and the short-time Fourier transform."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def stft(
    x: torch.Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: torch.Tensor | None = None,
    center: bool = True,
    pad_mode: str = "REFLECT",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> torch.Tensor:
    """The spectrum of every window of a signal (…, time): (…, frequencies, windows), plus (real, imaginary).

    `x`: numbers of one or two dimensions. `n_fft`: the length of a transform; `hop_length`: from window to
    window, a quarter of `n_fft` by default; `win_length`: of a window, at most and by default `n_fft`: ints.
    With `center` the signal is lengthened by half a window at both ends: by zeros for the `pad_mode`
    'CONSTANT', mirrored for 'REFLECT', the edge repeated for 'SYMMETRIC'. `window`, (win_length,), weighs the
    samples (ones by default); `normalized` divides by the root of `n_fft`; `onesided` leaves out the negative
    frequencies (default: unless `x` or `window` is complex); `return_complex` (default: whether one of them is)
    gives complex numbers instead of the last dimension. Raises TypeError for a flag that is no bool or a length
    that is no int, ValueError for another mode, rank or for lengths that do not fit.
    """
    check.positive_int("stft", "n_fft", n_fft)
    hop = n_fft // 4 if hop_length is None else hop_length
    win = n_fft if win_length is None else win_length
    check.positive_int("stft", "hop_length", hop)
    check.positive_int("stft", "win_length", win)
    plain = not x.is_complex() and not (window is not None and window.is_complex())
    onesided = plain if onesided is None else onesided
    as_complex = not plain if return_complex is None else return_complex
    flags = {"center": center, "normalized": normalized, "onesided": onesided}
    for name, value in {**flags, "return_complex": as_complex}.items():
        check.boolean("stft", name, value)
    check.rank("stft", x, 1, 2)
    if center:
        x = _pad_signal(x, n_fft // 2, pad_mode)
    weights = _window(x, n_fft, win, window)
    spectrum = torch.stft(
        x, n_fft, hop, win, weights, False, "constant", normalized, onesided, True
    )
    return spectrum if as_complex else torch.view_as_real(spectrum)


def _pad_signal(x: torch.Tensor, by: int, mode: str) -> torch.Tensor:
    check.choice("stft", "pad_mode", mode, ["CONSTANT", "REFLECT", "SYMMETRIC"])
    if mode == "CONSTANT":
        return torch.nn.functional.pad(x, (by, by))
    edge = int(mode == "SYMMETRIC")
    last = x.shape[-1] - 1 + edge
    if by > last:
        raise ValueError(
            f"For 'stft', 'n_fft' {2 * by} is too large to mirror half of it at the ends of "
            f"{x.shape[-1]} samples; give 'center' False or another 'pad_mode'."
        )
    head, tail = x[..., 1 - edge : by + 1 - edge], x[..., last - by : last]
    return torch.cat([head.flip(-1), x, tail.flip(-1)], -1)


def _window(x: torch.Tensor, n_fft: int, win: int, window: torch.Tensor | None) -> torch.Tensor:
    """The weights of the samples, where the lengths fit together."""
    if n_fft > x.shape[-1]:
        raise ValueError(
            f"For 'stft', 'n_fft' must be at most the {x.shape[-1]} samples, but got {n_fft}."
        )
    if win > n_fft:
        raise ValueError(f"For 'stft', 'win_length' must be at most {n_fft}, but got {win}.")
    if window is None:
        return torch.ones(win, dtype=x.dtype, device=x.device)
    if window.shape != (win,):
        raise ValueError(
            f"For 'stft', the 'window' must have {win} elements, but got {tuple(window.shape)}."
        )
    return window


@bindings(
    PrimitiveClass(
        "STFT",
        settings={
            "n_fft": Setting(check=checks.integer),
            "hop_length": Setting(check=checks.integer),
            "win_length": Setting(check=checks.integer),
            "normalized": Setting(check=checks.boolean),
            "onesided": Setting(check=checks.boolean),
            "return_complex": Setting(check=checks.boolean),
        },
    )
)
@op
def stft_of(
    x: torch.Tensor,
    window: torch.Tensor,
    n_fft: int,
    hop_length: int,
    win_length: int,
    normalized: bool,
    onesided: bool,
    return_complex: bool,
) -> torch.Tensor:
    """The spectrum of every window of `x`, without padding.

    `x`: a float Tensor (time,) or (batch, time); `window`: (win_length,). `n_fft`: the length of a transform,
    `hop_length`: from window to window, `win_length`: of a window, ints; `normalized`, `onesided` and
    `return_complex`, bools, and the shape and dtype of the result, are those of `ops.stft`.
    """
    sizes = n_fft, hop_length, win_length, window
    return stft.raw(x, *sizes, False, "REFLECT", normalized, onesided, return_complex)


@bindings(
    PrimitiveClass(
        "FFTWithSize",
        inputs=("x",),
        settings={
            "signal_ndim": Setting(),
            "inverse": Setting(),
            "real": Setting(),
            "norm": Setting(
                "backward", checks.word_any_case_or_none("backward", "forward", "ortho")
            ),
            "onesided": Setting(True),
            "signal_sizes": Setting(()),
        },
    )
)
@op
def fft_with_size(
    x: torch.Tensor,
    signal_ndim: int,
    inverse: bool,
    real: bool,
    norm: str = "backward",
    onesided: bool = True,
    signal_sizes: Sequence[int] = (),
) -> torch.Tensor:
    """The Fourier transform over the last `signal_ndim` (1 to 3) dimensions.

    `real`: of or, with `inverse`, to real numbers, whose spectrum is halved where `onesided`; `signal_sizes`
    are those of the real result. `x`: a Tensor of floats or complex numbers; `norm`: 'backward', 'forward' or
    'ortho'.
    """
    if signal_ndim not in (1, 2, 3):
        raise ValueError(
            f"For 'FFTWithSize', 'signal_ndim' should be 1, 2 or 3, but got {signal_ndim}."
        )
    if real and inverse and onesided and not signal_sizes and x.shape[-1] == 1:
        raise ValueError(
            "For 'FFTWithSize', the last dimension of the input cannot be 1 without 'signal_sizes'."
        )
    over = tuple(range(-signal_ndim, 0))
    sizes = tuple(signal_sizes) or None
    if not real:
        return (torch.fft.ifftn if inverse else torch.fft.fftn)(x, dim=over, norm=norm)
    if not inverse:
        return (torch.fft.rfftn if onesided else torch.fft.fftn)(x, dim=over, norm=norm)
    if onesided:
        return torch.fft.irfftn(x, sizes, over, norm)
    return torch.fft.ifftn(x, sizes, over, norm).real


__all__ = exported_ops(globals(), "stft_of", "fft_with_size")
