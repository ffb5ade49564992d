"""Enumerations of the audio transforms, and the matrices `create_dct`, `linear_fbanks`, `melscale_fbanks`."""

from __future__ import annotations

import numpy as np

from msacc.dataset.audio import arguments, filterbanks
from msacc.dataset.audio.base import single
from msacc.dataset.audio.enums import BorderType as BorderType
from msacc.dataset.audio.enums import DensityFunction as DensityFunction
from msacc.dataset.audio.enums import FadeShape as FadeShape
from msacc.dataset.audio.enums import GainType as GainType
from msacc.dataset.audio.enums import Interpolation as Interpolation
from msacc.dataset.audio.enums import MelType as MelType
from msacc.dataset.audio.enums import Modulation as Modulation
from msacc.dataset.audio.enums import NormMode as NormMode
from msacc.dataset.audio.enums import NormType as NormType
from msacc.dataset.audio.enums import ResampleMethod as ResampleMethod
from msacc.dataset.audio.enums import ScaleType as ScaleType
from msacc.dataset.audio.enums import WindowType as WindowType


def create_dct(n_mfcc: int, n_mels: int, norm: NormMode = NormMode.NONE) -> np.ndarray:
    """The matrix of the discrete cosine transform, to be multiplied from the right.

    `n_mfcc`: how many coefficients are kept, `n_mels`: of how many values, ints above 0.
    `norm`: ORTHO makes the columns orthonormal.

    The result is float32 of shape (n_mels, n_mfcc).

    Raises TypeError or ValueError for other arguments.
    """
    for name, value in (("n_mfcc", n_mfcc), ("n_mels", n_mels)):
        if not isinstance(value, int):
            raise TypeError(
                f"{name} with value {value} is not of type {int}, but got {type(value)}."
            )
    if not isinstance(norm, NormMode):
        raise TypeError(f"norm with value {norm} is not of type {NormMode}, but got {type(norm)}.")
    for name, value in (("n_mfcc", n_mfcc), ("n_mels", n_mels)):
        if value <= 0:
            raise ValueError(f"{name} must be greater than 0, but got {value}.")
    return filterbanks.cosine_basis(n_mfcc, n_mels, norm)


def _check_range(f_min: float, f_max: float) -> None:
    arguments.non_negative("f_min", f_min, arguments.INT_FIRST)
    arguments.positive("f_max", f_max, arguments.INT_FIRST)
    if f_min > f_max:
        raise ValueError(
            f"Input f_min should be no more than f_max, but got f_min: {f_min} and f_max: {f_max}."
        )


def linear_fbanks(
    n_freqs: int, f_min: float, f_max: float, n_filter: int, sample_rate: int
) -> np.ndarray:
    """Evenly spaced triangular filters between two frequencies.

    `n_freqs`: frequencies from 0 to half of `sample_rate`.
    `f_min`, `f_max`: where the first filter begins and the last one ends, in Hz.
    `n_filter`: how many there are.

    The result is float32 of shape (n_freqs, n_filter).

    Raises TypeError or ValueError for other arguments.
    """
    arguments.natural("n_freqs", n_freqs)
    _check_range(f_min, f_max)
    arguments.positive_int("n_filter", n_filter)
    arguments.positive_int("sample_rate", sample_rate)
    return filterbanks.linear_bank(n_freqs, single(f_min), single(f_max), n_filter, sample_rate)


def melscale_fbanks(
    n_freqs: int,
    f_min: float,
    f_max: float,
    n_mels: int,
    sample_rate: int,
    norm: NormType = NormType.NONE,
    mel_type: MelType = MelType.HTK,
) -> np.ndarray:
    """Triangular filters evenly spaced on a mel scale.

    `n_freqs`: frequencies from 0 to half of `sample_rate`.
    `f_min`, `f_max`: where the first filter begins and the last one ends, in Hz.
    `n_mels`: how many there are.
    `norm`: SLANEY gives them one area.
    `mel_type`: the formula of the scale.

    The result is float32 of shape (n_freqs, n_mels).

    Raises TypeError or ValueError for other arguments.
    """
    arguments.natural("n_freqs", n_freqs)
    _check_range(f_min, f_max)
    arguments.positive_int("n_mels", n_mels)
    arguments.positive_int("sample_rate", sample_rate)
    arguments.member("norm", norm, NormType)
    arguments.member("mel_type", mel_type, MelType)
    low, high = single(f_min), single(f_max)
    bank = filterbanks.mel_bank(n_freqs, low, high, n_mels, sample_rate, norm, mel_type)
    return bank.astype(np.float32)
