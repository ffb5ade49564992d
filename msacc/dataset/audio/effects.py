"""Waveform effects: Contrast, Overdrive, Fade, Dither."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import (
    AudioTensorOperation,
    RandomAudio,
    as_float,
    round_half_away,
    single,
)
from msacc.dataset.audio.enums import DensityFunction, FadeShape, WindowType
from msacc.dataset.audio.iir import lfilter
from msacc.dataset.audio.windows import window
from msacc.dataset.cpp_random import Mt19937


class Contrast(AudioTensorOperation):
    """Make a signal in [-1, 1] sound louder, much as compression does.

    `enhancement_amount`: in [0, 100]; 0 has an effect too. Arrays (..., time); float64
    stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, enhancement_amount: float = 75.0) -> None:
        amount = arguments.number("enhancement_amount", enhancement_amount, 0, 100)
        self.amount = single(amount) / 750

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        angle = x * x.dtype.type(math.pi / 2)
        return np.sin(angle + x.dtype.type(self.amount) * np.sin(angle * 4))


class Overdrive(AudioTensorOperation):
    """Distort a signal in [-1, 1] as an overdriven amplifier does.

    `gain`: in decibels, [0, 100].
    `color`: how many even harmonics, [0, 100].

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments.
    """

    def __init__(self, gain: float = 20.0, color: float = 20.0) -> None:
        self.gain = single(math.exp(arguments.number("gain", gain, 0, 100) * math.log(10) / 20))
        self.color = single(single(arguments.number("color", color, 0, 100)) / 200)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        with np.errstate(over="ignore"):
            driven = np.clip(x * x.dtype.type(self.gain) + x.dtype.type(self.color), -1, 1)
        driven = driven - driven**3 / 3
        # Removes the constant component by a recursive filter.
        moving = lfilter(driven, np.array([1.0, -0.995]), np.array([1.0, -1.0]), clamp=False)
        return np.clip(x * x.dtype.type(0.5) + moving * x.dtype.type(0.75), -1, 1)


# Curves from [0, 1] to the gain of a fade-in; a fade-out reverses them.
_CURVES: dict[FadeShape, Callable[[np.ndarray], np.ndarray]] = {
    FadeShape.LINEAR: lambda t: t,
    FadeShape.EXPONENTIAL: lambda t: 2.0 ** (t - 1) * t,
    FadeShape.LOGARITHMIC: lambda t: np.log10(t + 0.1) + 1,
    FadeShape.QUARTER_SINE: lambda t: np.sin(t * (math.pi / 2)),
    FadeShape.HALF_SINE: lambda t: np.sin(t * math.pi - math.pi / 2) / 2 + 0.5,
}


class Fade(AudioTensorOperation):
    """Fade a signal in and out.

    `fade_in_len`, `fade_out_len`: lengths in samples.
    `fade_shape`: the curve. Arrays (..., time); float64 stays, else float32; all types stay when both lengths
      are 0.

    Raises TypeError or ValueError for other arguments, RuntimeError for signals that are shorter.
    """

    def __init__(
        self,
        fade_in_len: int = 0,
        fade_out_len: int = 0,
        fade_shape: FadeShape = FadeShape.LINEAR,
    ) -> None:
        self.fade_in_len = arguments.natural("fade_in_len", fade_in_len)
        self.fade_out_len = arguments.natural("fade_out_len", fade_out_len)
        self.curve = _CURVES[arguments.member("fade_shape", fade_shape, FadeShape)]

    def compute(self, xs: np.ndarray) -> np.ndarray:
        if not self.fade_in_len and not self.fade_out_len:
            return xs.copy()
        time = xs.shape[-1]
        for name in ("fade_in_len", "fade_out_len"):
            length = getattr(self, name)
            if length > time:
                raise RuntimeError(
                    f"Fade: invalid parameter, '{name}' should be no greater than 'length of "
                    f"waveform', but got: {name} {length} while length of waveform {time}."
                )
        out = np.array(as_float(xs))
        out[..., : self.fade_in_len] *= self._msacc_rise(self.fade_in_len, 0.0).astype(out.dtype)
        out[..., time - self.fade_out_len :] *= self._msacc_fall(self.fade_out_len).astype(
            out.dtype
        )
        return out

    def _msacc_rise(self, length: int, single_value: float) -> np.ndarray:
        line = np.full(1, single_value) if length == 1 else np.linspace(0, 1, length)
        return self.curve(line)

    def _msacc_fall(self, length: int) -> np.ndarray:
        return self._msacc_rise(length, 1.0)[::-1]


class Dither(RandomAudio):
    """Round a signal in [-1, 1] to 16 bits after adding noise.

    `density_function`: TPDF adds a triangular window over time, which is not random; RPDF adds one random
      sample of the signal, GPDF the sum of seven.
    `noise_shaping` adds the error of the previous sample.

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError for other arguments.

    Differs from MindSpore: a sample that GPDF draws twice counts with its own value, and not with the sum so
    far.
    """

    def __init__(
        self,
        density_function: DensityFunction = DensityFunction.TPDF,
        noise_shaping: bool = False,
    ) -> None:
        self.density_function = arguments.member(
            "density_function", density_function, DensityFunction
        )
        self.noise_shaping = arguments.flag("noise_shaping", noise_shaping)

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        x = as_float(x)
        rows = x.reshape(-1, x.shape[-1])
        noisy = rows * x.dtype.type(32766) + self._msacc_noise(rows, random)
        out = round_half_away(noisy) / x.dtype.type(32768)
        if self.noise_shaping:
            error = out - rows
            out[:, 1:] += error[:, :-1]
        return out.reshape(x.shape)

    def _msacc_noise(self, rows: np.ndarray, random: Mt19937) -> np.ndarray:
        if self.density_function is DensityFunction.TPDF:
            return window(WindowType.BARTLETT, rows.shape[1]).astype(rows.dtype)
        count = 1 if self.density_function is DensityFunction.RPDF else 7
        total = rows.dtype.type(0)
        for _ in range(count):
            # An axis of size 1 needs no draw.
            channel, time = (random.below(size) if size > 1 else 0 for size in rows.shape)
            total += rows[channel, time]
        return total
