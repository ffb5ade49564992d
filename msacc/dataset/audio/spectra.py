"""Spectrograms, and what is read from them."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments as read
from msacc.dataset.audio.base import AudioTensorOperation, RandomAudio, real, single
from msacc.dataset.audio.enums import BorderType, WindowType
from msacc.dataset.audio.stft import Ends, Framing, framing, istft, spectrogram
from msacc.dataset.cpp_random import Mt19937


def ends_of(pad: int, normalized: bool, center: bool, pad_mode: BorderType, onesided: bool) -> Ends:
    """The arguments on a signal's ends, checked."""
    read.flag("normalized", normalized)
    read.flag("center", center)
    read.member("pad_mode", pad_mode, BorderType)
    read.flag("onesided", onesided)
    return Ends(read.natural("pad", pad), center, pad_mode, normalized, onesided)


class Spectrogram(AudioTensorOperation):
    """The loudness of frequencies over time: |short-time Fourier transform|^power.

    `n_fft`: samples of a transform, at least 1. `win_length`, `hop_length`: samples of the window
    (n_fft by default) and between windows (half a window). `pad`: zeros on both sides. `window`:
    its shape. `power`: 0 gives real and imaginary parts on a last axis. `normalized`: divide by the
    window's norm. `center`: frames lie around their time, for which `pad_mode` continues the
    signal. `onesided`: n_fft // 2 + 1 frequencies, else n_fft. Arrays (..., time) become (..., freq,
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
        self.cut = framing(n_fft, win_length, hop_length, window)
        self.ends = ends_of(pad, normalized, center, pad_mode, onesided)
        self.power = read.non_negative("power", power, read.INT_FIRST)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return spectrogram(xs, self.cut, self.ends, self.power)


class SpectralCentroid(AudioTensorOperation):
    """The mean frequency of each frame, in Hz.

    `sample_rate`: an int of at least 1. `n_fft`, `win_length`, `hop_length`, `pad`, `window`: as for
    Spectrogram. Arrays (..., time) become (..., 1, frames); float64 stays, else float32. A silent
    frame gives NaN.

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
        self.sample_rate = read.natural("sample_rate", sample_rate)
        self.ends = Ends(read.natural("pad", pad))
        self.cut = framing(n_fft, win_length, hop_length, window)

    def verify(self) -> None:
        if self.sample_rate == 0:
            raise RuntimeError("SpectralCentroid: sample_rate must be greater than 0, but got: 0.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        loud = spectrogram(xs, self.cut, self.ends, 1.0)
        freqs = np.linspace(0, self.sample_rate // 2, loud.shape[-2])[:, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = (freqs * loud).sum(-2, keepdims=True) / loud.sum(-2, keepdims=True)
        return mean.astype(loud.dtype)


class InverseSpectrogram(AudioTensorOperation):
    """The signal of a spectrogram of complex numbers.

    `length`: how long it becomes; None for what the frames cover. The other arguments as for
    Spectrogram, of which this is the inverse; `pad_mode` has no effect, since the ends are cut off.
    Arrays (..., freq, frames, 2) become (..., time) with at most one leading dimension; float64
    stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another number of
    frequencies and for a `pad` without a `length`. Differs from MindSpore: arrays of other types
    are cast and not misread.
    """

    form, rank, of_complex = "<..., freq, time, complex=2>", 3, True

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
        self.length = 0 if length is None else read.natural("length", length)
        self.cut = framing(n_fft, win_length, hop_length, window)
        self.ends = ends_of(pad, normalized, center, pad_mode, onesided)

    def verify(self) -> None:
        if self.ends.pad and not self.length:
            raise RuntimeError("InverseSpectrogram: a pad needs a length; give both.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = real(xs)
        spectrum = x[..., 0] + 1j * x[..., 1].astype(np.float64)
        if not self.ends.onesided:
            spectrum = spectrum[..., : self.cut.n_fft // 2 + 1, :]
        if self.ends.normalized:
            spectrum = spectrum * self.cut.norm()
        pad, frames = self.ends.pad, x.shape[-2]
        length = self.length + 2 * pad if self.length else (frames - 1) * self.cut.hop_length
        signal = istft(spectrum, self.cut, self.ends.center, length)
        # MindSpore gives float32 where it cuts the padding off.
        return signal[..., pad:-pad].astype(np.float32) if pad else signal.astype(x.dtype)


class GriffinLim(RandomAudio):
    """A signal whose spectrogram is the given one, by the algorithm of Griffin and Lim.

    `n_fft`, `win_length`, `hop_length`, `window_type`: as for Spectrogram; `power`: that of the
    spectrogram, above 0. `n_iter`: how often phases are found again, with a `momentum` in [0, 1).
    `length`: samples of the result, more than n_fft; None for what the frames cover. `rand_init`:
    begin with random phases. Arrays (freq, frames) become (time,), (..., freq, frames) become
    (..., time) with one leading dimension; float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a momentum of 1 and more,
    a length up to n_fft or of another number of frames, and another number of frequencies.
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
        read.positive_int("n_fft", n_fft)
        self.n_iter = read.positive_int("n_iter", n_iter)
        if win_length is not None:
            read.no_wider(read.natural("win_length", win_length), n_fft)
        if hop_length is not None:
            read.natural("hop_length", hop_length)
        read.member("window_type", window_type, WindowType)
        self.power = single(read.positive("power", power, read.INT_FIRST))
        self.momentum = single(read.non_negative("momentum", momentum, read.INT_FIRST))
        self.length = 0 if length is None else read.natural("length", length)
        self.rand_init = read.flag("rand_init", rand_init)
        size = win_length or n_fft
        self.cut = Framing(n_fft, size, hop_length or size // 2, window_type)

    def verify(self) -> None:
        if self.length and self.cut.n_fft >= self.length:
            raise RuntimeError("GriffinLim: n_fft must be less than length.")
        if self.momentum >= 1:
            raise RuntimeError(
                "GriffinLim: momentum equal to or greater than 1 can be unstable, but got: "
                f"{self.momentum:.6f}"
            )

    def drawn_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        x = real(x)
        loud = (x ** (1 / self.power)).astype(np.float64)
        if x.ndim > 2:
            loud = loud.reshape(-1, *x.shape[-2:])
        phases = np.ones(loud.shape, np.complex128)
        if self.rand_init:
            phases = _drawn_phases(loud.shape, random)
        return self._found(loud, phases, x.dtype).astype(x.dtype)

    def _found(self, loud: np.ndarray, phases: np.ndarray, kind: np.dtype) -> np.ndarray:
        before: np.ndarray | float = 0.0
        # MindSpore halves the weight twice: m / (1 + m), and the same of that.
        keep = self.momentum / (1 + 2 * self.momentum)
        for _ in range(self.n_iter):
            signal = istft(loud * phases, self.cut, True, self.length).astype(kind)
            pairs = spectrogram(signal, self.cut, Ends(), 0.0).astype(np.float64)
            if pairs.shape[-2] != loud.shape[-1]:
                raise RuntimeError(
                    f"GriffinLim: a length of {self.length} gives {pairs.shape[-2]} frames and not "
                    f"the {loud.shape[-1]} of the input."
                )
            again = pairs[..., 0] + 1j * pairs[..., 1]
            phases = again - before * keep if self.momentum else again
            phases = phases / (np.abs(phases) + 1e-16)
            before = again
        return istft(loud * phases, self.cut, True, self.length)


def _drawn_phases(shape: tuple[int, ...], random: Mt19937) -> np.ndarray:
    """Complex numbers with parts in [0, 1), drawn frame by frame."""
    *rows, freqs, frames = shape
    draws = random.canonical(2 * math.prod(shape)).reshape(-1, frames, freqs, 2)
    return np.swapaxes(draws[..., 1] + 1j * draws[..., 0], -1, -2).reshape(*rows, freqs, frames)
