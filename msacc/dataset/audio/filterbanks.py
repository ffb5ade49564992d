"""Filter banks and the cosine basis as matrices."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio.enums import MelType, NormMode, NormType

# Slaney's scale: linear below 1000 Hz (mel 15), logarithmic above.
_STEP, _BEND, _MEL_BEND = 200.0 / 3, 1000.0, 15.0
_LOG_STEP = math.log(6.4) / 27.0


def _to_mel(hertz: float, scale: MelType) -> float:
    if scale is MelType.HTK:
        return 2595.0 * math.log10(1.0 + hertz / 700.0)
    if hertz >= _BEND:
        return _MEL_BEND + math.log(hertz / _BEND) / _LOG_STEP
    return hertz / _STEP


def _to_hertz(mel: np.ndarray, scale: MelType) -> np.ndarray:
    if scale is MelType.HTK:
        return 700.0 * (10.0 ** (mel / 2595.0) - 1.0)
    above = _BEND * np.exp(_LOG_STEP * (np.maximum(mel, _MEL_BEND) - _MEL_BEND))
    return np.where(mel >= _MEL_BEND, above, _STEP * mel)


def _triangles(freqs: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Returns triangular filters (freqs, points - 2), each over three consecutive points."""
    gaps = np.diff(points)
    slopes = points[None, :] - freqs[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        down, up = -slopes[:, :-2] / gaps[:-1], slopes[:, 2:] / gaps[1:]
    # Processors differ in which of 0 and -0 fmax takes.
    return np.fmax(0.0, np.fmin(down, up)) + 0.0


def linear_bank(
    n_freqs: int, f_min: float, f_max: float, n_filter: int, sample_rate: int
) -> np.ndarray:
    """Returns evenly spaced triangular filters between two frequencies, (n_freqs, n_filter), float32."""
    points = np.linspace(f_min, f_max, n_filter + 2)
    return _triangles(np.linspace(0, sample_rate / 2, n_freqs), points).astype(np.float32)


def mel_bank(
    n_freqs: int,
    f_min: float,
    f_max: float,
    n_mels: int,
    sample_rate: int,
    norm: NormType,
    scale: MelType,
) -> np.ndarray:
    """Returns triangular filters evenly spaced on a mel scale, (n_freqs, n_mels), float64."""
    mels = np.linspace(_to_mel(f_min, scale), _to_mel(f_max, scale), n_mels + 2)
    points = _to_hertz(mels, scale)
    bank = _triangles(np.linspace(0, sample_rate / 2, n_freqs), points)
    return bank * (2.0 / (points[2:] - points[:-2])) if norm is NormType.SLANEY else bank


def cosine_basis(n_mfcc: int, n_mels: int, norm: NormMode) -> np.ndarray:
    """Returns the matrix of the discrete cosine transform, (n_mels, n_mfcc), float32."""
    angles = math.pi / n_mels * (np.arange(n_mels)[:, None] + 0.5) * np.arange(n_mfcc)
    # The angle is rounded to float32 first, as in MindSpore.
    basis = np.cos(angles.astype(np.float32).astype(np.float64))
    if norm is NormMode.NONE:
        return (basis * 2).astype(np.float32)
    basis[:, 0] *= math.sqrt(0.5)
    return (basis * math.sqrt(2.0 / n_mels)).astype(np.float32)
