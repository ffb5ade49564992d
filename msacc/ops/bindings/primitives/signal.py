"""Primitives of signals: windows and Fourier transforms."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops import spectral
from msacc.ops.core.primitive import declared, primitive
from msacc.ops.stft import fft_with_size, stft_of

_required = inspect.Parameter.empty

BartlettWindow = primitive(
    "BartlettWindow",
    spectral.bartlett_window_of,
    periodic=True,
    dtype=mstype.float32,
)
BlackmanWindow = primitive(
    "BlackmanWindow",
    spectral.blackman_window_of,
    periodic=True,
    dtype=mstype.float32,
)
HammingWindow = primitive(
    "HammingWindow",
    spectral.hamming_window_of,
    periodic=True,
    alpha=0.54,
    beta=0.46,
    dtype=mstype.float32,
)
FFTWithSize = primitive(
    "FFTWithSize",
    fft_with_size,
    signal_ndim=_required,
    inverse=_required,
    real=_required,
    norm="backward",
    onesided=True,
    signal_sizes=(),
)
STFT = primitive(
    "STFT",
    stft_of,
    n_fft=_required,
    hop_length=_required,
    win_length=_required,
    normalized=_required,
    onesided=_required,
    return_complex=_required,
)

__all__ = declared(globals())
