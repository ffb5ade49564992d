"""Window functions of short-time transforms."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio.enums import WindowType

# The shape of the Kaiser window, torch's default.
_KAISER = 12.0


def window(kind: WindowType, length: int) -> np.ndarray:
    """Returns a periodic window, float32; a window of one sample is 1 only in `padded_window`."""
    part = np.arange(length) / length
    angle = 2 * math.pi * part
    if kind is WindowType.BARTLETT:
        values = 1 - np.abs(2 * part - 1)
    elif kind is WindowType.BLACKMAN:
        values = 0.42 - 0.5 * np.cos(angle) + 0.08 * np.cos(2 * angle)
    elif kind is WindowType.HAMMING:
        values = 0.54 - 0.46 * np.cos(angle)
    elif kind is WindowType.KAISER:
        values = np.i0(_KAISER * np.sqrt(1 - (2 * part - 1) ** 2)) / np.i0(_KAISER)
    else:
        values = 0.5 - 0.5 * np.cos(angle)
    return values.astype(np.float32)


def padded_window(kind: WindowType, length: int, n_fft: int) -> np.ndarray:
    """Returns a window with zeros on both sides, of `n_fft` samples."""
    left = (n_fft - length) // 2
    out = np.zeros(n_fft, np.float32)
    out[left : left + length] = window(kind, length) if length > 1 else 1
    return out
