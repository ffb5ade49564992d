"""Spectrograms and their inverses: Spectrogram, SpectralCentroid, InverseSpectrogram, GriffinLim."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, RandomAudio, as_float, single
from msacc.dataset.audio.enums import BorderType, WindowType
from msacc.dataset.audio.stft import Framing, SpectrogramOptions, check_framing, istft, spectrogram
from msacc.dataset.cpp_random import Mt19937


def spectrogram_options(
    pad: int, normalized: bool, center: bool, pad_mode: BorderType, onesided: bool
) -> SpectrogramOptions:
    """Checks these arguments and returns them as SpectrogramOptions."""
    arguments.flag("normalized", normalized)
    arguments.flag("center", center)
    arguments.member("pad_mode", pad_mode, BorderType)
    arguments.flag("onesided", onesided)
    return SpectrogramOptions(arguments.natural("pad", pad), center, pad_mode, normalized, onesided)


class Spectrogram(AudioTensorOperation):
    """|short-time Fourier transform|^power: the energy of frequencies over time.

    `n_fft`: samples of a transform, at least 1. `win_length`, `hop_length`: samples of the window
    (n_fft by default) and between windows (half a window). `pad`: zeros on both sides. `window`:
    its shape. `power`: 0 gives real and imaginary parts on a last axis. `normalized`: divide by the
    window's norm. `center`: frames are centered on their time, with the signal padded by
    `pad_mode`. `onesided`: n_fft // 2 + 1 frequencies, else n_fft. Arrays (..., time) become (..., freq,
    frames); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for signals shorter than n_fft.
    """

    arrays_only = False

    def __init__(
        self,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ) -> None:
        self.framing = check_framing(n_fft, win_length, hop_length, window)
        self.options = spectrogram_options(pad, normalized, center, pad_mode, onesided)
        self.power = arguments.non_negative("power", power, arguments.INT_FIRST)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return spectrogram(xs, self.framing, self.options, self.power)


class SpectralCentroid(AudioTensorOperation):
    """The mean frequency of each frame, in Hz.

    `sample_rate`: an int of at least 1.
    `n_fft`, `win_length`, `hop_length`, `pad`, `window`: as for Spectrogram.

    Arrays (..., time) become (..., 1, frames); float64 stays, else float32. A silent frame gives NaN.

    Raises TypeError or ValueError for other arguments, RuntimeError for signals shorter than n_fft.
    """

    arrays_only = False

    def __init__(
        self,
        sample_rate: int,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
    ) -> None:
        self.sample_rate = arguments.natural("sample_rate", sample_rate)
        self.options = SpectrogramOptions(arguments.natural("pad", pad))
        self.framing = check_framing(n_fft, win_length, hop_length, window)

    def verify(self) -> None:
        if self.sample_rate == 0:
            raise RuntimeError("SpectralCentroid: sample_rate must be greater than 0, but got: 0.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        loud = spectrogram(xs, self.framing, self.options, 1.0)
        freqs = np.linspace(0, self.sample_rate // 2, loud.shape[-2])[:, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = (freqs * loud).sum(-2, keepdims=True) / loud.sum(-2, keepdims=True)
        return mean.astype(loud.dtype)


class InverseSpectrogram(AudioTensorOperation):
    """The signal of a spectrogram of complex numbers.

    `length`: samples of the result; None for the length of the frames. `n_fft`, `win_length`, `hop_length`,
    `pad`, `window`, `normalized`, `center` and `onesided` as for Spectrogram, of which this is the inverse;
    `pad_mode` has no effect, since the padding is removed. Arrays (..., freq, frames, 2) become (..., time)
    with at most one leading dimension; float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another number of frequencies and for a
    `pad` without a `length`. Differs from MindSpore: arrays of other types are cast.
    """

    form, rank, complex_input = "<..., freq, time, complex=2>", 3, True

    def __init__(
        self,
        length: int | None = None,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ) -> None:
        self.length = 0 if length is None else arguments.natural("length", length)
        self.framing = check_framing(n_fft, win_length, hop_length, window)
        self.options = spectrogram_options(pad, normalized, center, pad_mode, onesided)

    def verify(self) -> None:
        if self.options.pad and not self.length:
            raise RuntimeError("InverseSpectrogram: a pad needs a length; give both.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        spectrum = x[..., 0] + 1j * x[..., 1].astype(np.float64)
        if not self.options.onesided:
            spectrum = spectrum[..., : self.framing.n_fft // 2 + 1, :]
        if self.options.normalized:
            spectrum = spectrum * self.framing.norm()
        pad, frames = self.options.pad, x.shape[-2]
        length = self.length + 2 * pad if self.length else (frames - 1) * self.framing.hop_length
        signal = istft(spectrum, self.framing, self.options.center, length)
        # MindSpore returns float32 where it removes padding.
        return signal[..., pad:-pad].astype(np.float32) if pad else signal.astype(x.dtype)


class GriffinLim(RandomAudio):
    """Estimate a signal from its spectrogram by the algorithm of Griffin and Lim.

    `n_fft`, `win_length`, `hop_length`, `window_type`: as for Spectrogram.
    `power`: that of the spectrogram, above 0.
    `n_iter`: iterations of the phase estimate, with a `momentum` in [0, 1).
    `length`: samples of the result, more than n_fft; None for the length of the frames.
    `rand_init`: start from random phases.

    Arrays (freq, frames) become (time,), (..., freq, frames) become (..., time) with one leading dimension;
    float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a momentum of 1 and more, a length up
    to n_fft or of another number of frames, and another number of frequencies.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(
        self,
        n_fft: int = 400,
        n_iter: int = 32,
        win_length: int | None = None,
        hop_length: int | None = None,
        window_type: WindowType = WindowType.HANN,
        power: float = 2.0,
        momentum: float = 0.99,
        length: int | None = None,
        rand_init: bool = True,
    ) -> None:
        arguments.positive_int("n_fft", n_fft)
        self.n_iter = arguments.positive_int("n_iter", n_iter)
        if win_length is not None:
            arguments.check_window_length(arguments.natural("win_length", win_length), n_fft)
        if hop_length is not None:
            arguments.natural("hop_length", hop_length)
        arguments.member("window_type", window_type, WindowType)
        self.power = single(arguments.positive("power", power, arguments.INT_FIRST))
        self.momentum = single(arguments.non_negative("momentum", momentum, arguments.INT_FIRST))
        self.length = 0 if length is None else arguments.natural("length", length)
        self.rand_init = arguments.flag("rand_init", rand_init)
        size = win_length or n_fft
        self.framing = Framing(n_fft, size, hop_length or size // 2, window_type)

    def verify(self) -> None:
        if self.length and self.framing.n_fft >= self.length:
            raise RuntimeError("GriffinLim: n_fft must be less than length.")
        if self.momentum >= 1:
            raise RuntimeError(
                "GriffinLim: momentum equal to or greater than 1 can be unstable, but got: "
                f"{self.momentum:.6f}"
            )

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        x = as_float(x)
        loud = (x ** (1 / self.power)).astype(np.float64)
        if x.ndim > 2:
            loud = loud.reshape(-1, *x.shape[-2:])
        phases = np.ones(loud.shape, np.complex128)
        if self.rand_init:
            phases = _random_phases(loud.shape, random)
        return self._msacc_iterate(loud, phases, x.dtype).astype(x.dtype)

    def _msacc_iterate(self, loud: np.ndarray, phases: np.ndarray, kind: np.dtype) -> np.ndarray:
        before: np.ndarray | float = 0.0
        # MindSpore applies m / (1 + m) twice.
        weight = self.momentum / (1 + 2 * self.momentum)
        for _ in range(self.n_iter):
            signal = istft(loud * phases, self.framing, True, self.length).astype(kind)
            pairs = spectrogram(signal, self.framing, SpectrogramOptions(), 0.0).astype(np.float64)
            if pairs.shape[-2] != loud.shape[-1]:
                raise RuntimeError(
                    f"GriffinLim: a length of {self.length} gives {pairs.shape[-2]} frames and not "
                    f"the {loud.shape[-1]} of the input."
                )
            rebuilt = pairs[..., 0] + 1j * pairs[..., 1]
            phases = rebuilt - before * weight if self.momentum else rebuilt
            phases = phases / (np.abs(phases) + 1e-16)
            before = rebuilt
        return istft(loud * phases, self.framing, True, self.length)


def _random_phases(shape: tuple[int, ...], random: Mt19937) -> np.ndarray:
    """Draws complex numbers with parts in [0, 1), frame by frame."""
    *rows, freqs, frames = shape
    draws = random.canonical(2 * math.prod(shape)).reshape(-1, frames, freqs, 2)
    return np.swapaxes(draws[..., 1] + 1j * draws[..., 0], -1, -2).reshape(*rows, freqs, frames)
