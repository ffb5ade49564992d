"""Amplitude scales: decibels, mu-law, gains."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, single
from msacc.dataset.audio.enums import GainType, ScaleType

# MindSpore's kernel clamps to this value, whatever `amin` is.
_MIN_AMPLITUDE = single(1e-10)


def decibels(
    x: np.ndarray, rank: int, factor: float = 10.0, reference: float = 0.0, top: float = 80.0
) -> np.ndarray:
    """Returns `factor` * (log10(x) - reference), clipped at `top` below the maximum of a sample.

    A sample is the last three axes, or all `rank` axes where it has fewer.
    """
    x = as_float(x)
    out = np.log10(np.maximum(x, x.dtype.type(_MIN_AMPLITUDE))) * x.dtype.type(factor)
    out -= x.dtype.type(factor * reference)
    axes = tuple(range(-min(rank, 3), 0))
    return np.maximum(out, out.max(axis=axes, keepdims=True) - x.dtype.type(top))


class AmplitudeToDB(AudioTensorOperation):
    """Powers or magnitudes to decibels.

    `stype`: the kind of input, POWER (10 log10 x) or MAGNITUDE (20 log10 x). 0 dB is where x is the
    larger of `ref_value` and `amin`. Values more than `top_db` below the maximum of the last three
    axes are raised to that level. Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of one dimension.
    As in MindSpore `amin` only shifts 0 dB: values below 1e-10 are raised to that.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(
        self,
        stype: ScaleType = ScaleType.POWER,
        ref_value: float = 1.0,
        amin: float = 1e-10,
        top_db: float = 80.0,
    ) -> None:
        arguments.member("stype", stype, ScaleType)
        self.factor = 10.0 if stype is ScaleType.POWER else 20.0
        self.ref_value = single(arguments.positive("ref_value", ref_value, arguments.INT_FIRST))
        self.amin = single(arguments.positive("amin", amin, arguments.INT_FIRST))
        self.top_db = single(arguments.positive("top_db", top_db, arguments.INT_FIRST))

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs.shape[1:], xs.dtype)
        return self._msacc_decibels(xs, xs.ndim - 1)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return self._msacc_decibels(xs, xs.ndim)

    def _msacc_decibels(self, xs: np.ndarray, rank: int) -> np.ndarray:
        zero = single(math.log10(max(self.amin, self.ref_value)))
        return decibels(xs, rank, self.factor, zero, self.top_db)


class DBToAmplitude(AudioTensorOperation):
    """Decibels to powers or magnitudes: ref * (10^(x / 10))^power.

    `ref`: what 0 dB becomes.
    `power`: 1 gives powers, 0.5 magnitudes.

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, ref: float, power: float) -> None:
        self.ref = single(arguments.number("ref", ref))
        self.power = single(arguments.number("power", power))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        with np.errstate(over="ignore"):
            return (self.ref * (10.0 ** (x.astype(np.float64) * 0.1)) ** self.power).astype(x.dtype)


class MuLawEncoding(AudioTensorOperation):
    """A signal in [-1, 1] to mu-law levels, int32.

    `quantization_channels`: how many levels, an int of at least 1. Arrays (..., time).

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, quantization_channels: int = 256) -> None:
        self.levels = arguments.positive_int("quantization_channels", quantization_channels)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        mu = x.dtype.type(self.levels - 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            loud = np.sign(x) * np.log1p(mu * np.abs(x)) / np.log1p(mu)
            return ((loud + 1) / 2 * mu + x.dtype.type(0.5)).astype(np.int32)


class MuLawDecoding(AudioTensorOperation):
    """Mu-law levels to a signal in [-1, 1].

    `quantization_channels`: how many levels, an int of at least 1. Arrays (..., time); float64
    stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for one level.
    """

    def __init__(self, quantization_channels: int = 256) -> None:
        self.levels = arguments.positive_int("quantization_channels", quantization_channels)

    def verify(self) -> None:
        if self.levels == 1:
            raise RuntimeError("Decoding: invalid parameter, 'mu' can not be zero.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        mu = x.dtype.type(self.levels - 1)
        level = x / mu * 2 - 1
        return np.sign(level) * np.expm1(np.abs(level) * np.log1p(mu)) / mu


class Gain(AudioTensorOperation):
    """Amplify or attenuate by `gain_db` decibels.

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, gain_db: float = 1.0) -> None:
        self.gain_db = single(arguments.number("gain_db", gain_db))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        return x * x.dtype.type(10 ** (self.gain_db / 20))


class Vol(AudioTensorOperation):
    """Amplify or attenuate, clamped to [-1, 1].

    `gain`: a factor, a power ratio or decibels, by `gain_type` (AMPLITUDE, POWER or DB).
    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, gain: float, gain_type: GainType = GainType.AMPLITUDE) -> None:
        arguments.number("gain", gain, -math.inf, math.inf, arguments.INT_FIRST)
        arguments.member("gain_type", gain_type, GainType)
        if gain_type is GainType.AMPLITUDE:
            self.factor = single(arguments.non_negative("gain", gain))
        elif gain_type is GainType.POWER:
            self.factor = 10 ** (10 * math.log10(single(arguments.positive("gain", gain))) / 20)
        else:
            self.factor = 10 ** (single(arguments.number("gain", gain)) / 20)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        with np.errstate(over="ignore"):
            return np.clip(x * x.dtype.type(self.factor), -1, 1)


class DCShift(AudioTensorOperation):
    """Add a constant to a signal and clamp it to [-1, 1].

    `shift`: the constant, in [-2, 2].
    `limiter_gain`: peaks are limited by this gain instead of clipped; None (or 0) clips them.

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, shift: float, limiter_gain: float | None = None) -> None:
        self.shift = single(arguments.number("shift", shift, -2.0, 2.0))
        if limiter_gain is not None:
            arguments.number("limiter_gain", limiter_gain, -math.inf, math.inf)
        self.limiter_gain = single(limiter_gain) if limiter_gain else self.shift

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        out = np.clip(x + x.dtype.type(self.shift), -1, 1)
        gain = self.limiter_gain
        if self.shift == 0 or abs(self.shift - gain) <= np.finfo(np.float32).eps:
            return out
        limit = single(1.0 - (abs(self.shift) - gain))
        with np.errstate(divide="ignore", invalid="ignore"):
            # The sign of the second `limit` is MindSpore's, for negative shifts too.
            peaks = (
                (x - np.sign(self.shift) * limit) * gain / single(1 - limit) + limit + self.shift
            )
        if self.shift > 0:
            return np.where(x > limit, np.minimum(peaks, limit), out).astype(x.dtype)
        return np.where(x < -limit, np.maximum(peaks, -limit), out).astype(x.dtype)
