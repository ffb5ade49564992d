"""Fourier transforms of whole signals and of their windows."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops.core.op import op


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

    `window` weighs the samples (ones by default); `return_complex` (default: whether x or window are complex)
    gives complex numbers instead of the last dimension.
    """
    plain = not x.is_complex() and not (window is not None and window.is_complex())
    whole = torch.stft(
        x,
        n_fft,
        hop_length,
        win_length,
        torch.ones(win_length or n_fft, dtype=x.dtype, device=x.device)
        if window is None
        else window,
        center,
        pad_mode.lower(),
        normalized,
        plain if onesided is None else onesided,
        True,
    )
    as_complex = not plain if return_complex is None else return_complex
    return whole if as_complex else torch.view_as_real(whole)


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
    """The spectrum of every window of x, taken as it is, without padding."""
    sizes = n_fft, hop_length, win_length, window
    return stft.raw(x, *sizes, False, "reflect", normalized, onesided, return_complex)


@op
def fft_with_size(
    x: torch.Tensor,
    signal_ndim: int,
    inverse: bool,
    real: bool,
    norm: str = "backward",
    onesided: bool = True,
    signal_sizes: Any = (),
) -> torch.Tensor:
    """The Fourier transform over the last `signal_ndim` (1 to 3) dimensions.

    `real`: of or, with `inverse`, to real numbers, whose spectrum is halved where `onesided`; `signal_sizes`
    are those of the real result.
    """
    if signal_ndim not in (1, 2, 3):
        raise ValueError(
            f"For 'FFTWithSize', 'signal_ndim' should be 1, 2 or 3, but got {signal_ndim}."
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


__all__ = ["stft"]
