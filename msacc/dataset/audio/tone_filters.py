"""Second-order filters that boost or cut a part of the spectrum."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import single
from msacc.dataset.audio.filters import Coefficients, _Biquad, _FrequencyBiquad, singles


def _amplitude(gain: float) -> float:
    """Returns the square root of a gain in dB as a factor."""
    return math.exp(gain / 40 * math.log(10))


def _shelf(amplitude: Any, alpha: Any, cosine: Any) -> Coefficients:
    """Returns a high shelf at the frequency whose cosine is `cosine`; -cosine gives a low shelf, mirrored."""
    width = 2 * math.sqrt(amplitude) * alpha
    less, more = (amplitude - 1) * cosine, (amplitude + 1) * cosine
    b = (
        amplitude * ((amplitude + 1) + less + width),
        -2 * amplitude * ((amplitude - 1) + more),
        amplitude * ((amplitude + 1) + less - width),
    )
    a = (amplitude + 1) - less + width, 2 * ((amplitude - 1) - more), (amplitude + 1) - less - width
    return b, a


class BassBiquad(_FrequencyBiquad):
    """A two-pole low shelf: boost or cut below a frequency.

    `sample_rate`: an int in Hz, not 0.
    `gain`: in dB.
    `central_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(
        self, sample_rate: int, gain: float, central_freq: float = 100.0, Q: float = 0.707
    ) -> None:
        self.gain = single(arguments.number("gain", gain))
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)

    def coefficients(self) -> Coefficients:
        (b0, b1, b2), (a0, a1, a2) = _shelf(_amplitude(self.gain), self.alpha, -math.cos(self.w))
        return (b0 / a0, -b1 / a0, b2 / a0), (1.0, -a1 / a0, a2 / a0)


class TrebleBiquad(_FrequencyBiquad):
    """A two-pole high shelf: boost or cut above a frequency.

    `sample_rate`: an int in Hz, not 0.
    `gain`: in dB.
    `central_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(
        self, sample_rate: int, gain: float, central_freq: float = 3000, Q: float = 0.707
    ) -> None:
        self.gain = single(arguments.number("gain", gain))
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)

    def coefficients(self) -> Coefficients:
        # MindSpore computes this one in float32.
        w = single(self.w)
        alpha = single(math.sin(w) / 2 / self.quality)
        b, a = _shelf(np.float32(_amplitude(self.gain)), np.float32(alpha), np.float32(math.cos(w)))
        return singles(b), singles(a)


class EqualizerBiquad(_FrequencyBiquad):
    """A two-pole peak filter: boost or cut around a frequency.

    `sample_rate`: an int in Hz, not 0.
    `center_freq`: a number in Hz.
    `gain`: in dB.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int, center_freq: float, gain: float, Q: float = 0.707) -> None:
        self.gain = single(arguments.number("gain", gain))
        # central_freq in error messages, as in MindSpore.
        self._msacc_tune(sample_rate, "central_freq", center_freq, Q)

    def coefficients(self) -> Coefficients:
        alpha, middle, amplitude = self.alpha, -2 * math.cos(self.w), _amplitude(self.gain)
        up, down = alpha * amplitude, alpha / amplitude
        return (1 + up, middle, 1 - up), (1 + down, middle, 1 - down)


# SoX: frequency, slope and gain of the de-emphasis of compact discs.
_DEEMPHASIS = {44100: (5283, 0.4845, -9.477), 48000: (5356, 0.479, -9.62)}


class DeemphBiquad(_Biquad):
    """The de-emphasis of compact discs (IEC 60908): softer trebles.

    `sample_rate`: 44100 or 48000. Arrays (..., time) of floats keep their type; results are clamped
    to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int) -> None:
        check.integer(None, "sample_rate", sample_rate)
        if sample_rate not in _DEEMPHASIS:
            raise ValueError(
                f"Argument sample_rate should be 44100 or 48000, but got {sample_rate}."
            )
        self.sample_rate = sample_rate

    def coefficients(self) -> Coefficients:
        frequency, slope, gain = _DEEMPHASIS[self.sample_rate]
        w, amplitude = 2 * math.pi * frequency / self.sample_rate, _amplitude(gain)
        steep = math.sqrt((amplitude + 1 / amplitude) * (1 / slope - 1) + 2)
        return _shelf(amplitude, math.sin(w) / 2 * steep, math.cos(w))


# SoX: zeros and poles of the curve of phonograph records.
_RIAA: dict[int, tuple[tuple[float, float], tuple[float, float]]] = {
    44100: ((-0.2014898, 0.9233820), (0.7083149, 0.9924091)),
    48000: ((-0.1766069, 0.9321590), (0.7396325, 0.9931330)),
    88200: ((-0.1168735, 0.9648312), (0.8590646, 0.9964002)),
    96000: ((-0.1141486, 0.9676817), (0.8699137, 0.9966946)),
}


def _polynomial(roots: tuple[float, float]) -> np.ndarray:
    first, second = np.float32(roots[0]), np.float32(roots[1])
    return np.array([1, -(first + second), first * second], np.float32)


class RiaaBiquad(_Biquad):
    """The playback curve of phonograph records (RIAA), 0 dB at 1 kHz.

    `sample_rate`: 44100, 48000, 88200 or 96000. Arrays (..., time) of floats keep their type;
    results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int) -> None:
        check.integer(None, "sample_rate", sample_rate)
        if sample_rate not in _RIAA:
            raise ValueError(f"sample_rate should be one of {list(_RIAA)}, but got {sample_rate}.")
        self.sample_rate = sample_rate

    def coefficients(self) -> Coefficients:
        # MindSpore computes this one in float32, which matters for a pole near 1.
        zeros, poles = _RIAA[self.sample_rate]
        b, a = _polynomial(zeros), _polynomial(poles)
        w = np.float32(2 * math.pi * 1000 / self.sample_rate)
        angles = np.array([0, -w, np.float32(-2) * w], np.float32)
        over, under = (
            (c * np.cos(angles)).sum() ** 2 + (c * np.sin(angles)).sum() ** 2 for c in (b, a)
        )
        b = b * (np.float32(1) / np.sqrt(over / under))
        return tuple(map(float, b)), tuple(map(float, a))  # type: ignore[return-value]
