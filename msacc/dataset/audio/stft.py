"""Short-time Fourier transforms and their inverses, as MindSpore's kernels scale and cut them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from msacc.dataset.audio import arguments as read
from msacc.dataset.audio.base import real, single
from msacc.dataset.audio.enums import BorderType, WindowType
from msacc.dataset.audio.windows import padded_window

# The smallest normal float32: where windows add up to less, nothing is divided.
_TINY = float(np.finfo(np.float32).tiny)


@dataclass(frozen=True)
class Framing:
    """How a signal is cut into frames: lengths in samples, and the window."""

    n_fft: int
    win_length: int
    hop_length: int
    window: WindowType = WindowType.HANN

    def weights(self) -> np.ndarray:
        """The window, `n_fft` long, float32."""
        return padded_window(self.window, self.win_length, self.n_fft)

    def norm(self) -> float:
        """The root of the sum of the window's squares."""
        return float(np.sqrt(np.sum(self.weights().astype(np.float64) ** 2)))


@dataclass(frozen=True)
class Ends:
    """What a spectrogram does at the ends of a signal, and what of it is kept."""

    pad: int = 0
    center: bool = True
    pad_mode: BorderType = BorderType.REFLECT
    normalized: bool = False
    onesided: bool = True


def framing(
    n_fft: int, win_length: int | None, hop_length: int | None, window: WindowType
) -> Framing:
    """Lengths, checked: a window is `n_fft` long by default and moves by half of itself."""
    read.positive_int("n_fft", n_fft)
    if win_length is not None:
        read.no_wider(read.positive_int("win_length", win_length), n_fft)
    if hop_length is not None:
        read.positive_int("hop_length", hop_length)
    read.member("window", window, WindowType)
    length = n_fft if win_length is None else win_length
    return Framing(n_fft, length, length // 2 if hop_length is None else hop_length, window)


def padded(x: np.ndarray, left: int, right: int, mode: BorderType) -> np.ndarray:
    """`x` with more samples at the ends of its last axis."""
    widths = [(0, 0)] * (x.ndim - 1) + [(left, right)]
    if mode is BorderType.REFLECT and x.shape[-1] == 1 and left + right:
        raise RuntimeError("A signal of one sample cannot be reflected; pad it otherwise.")
    return np.pad(x, widths, mode=mode.value)  # type: ignore[call-overload,no-any-return]


def stft(x: np.ndarray, cut: Framing, ends: Ends) -> np.ndarray:
    """The spectrum of (..., time) as complex numbers (..., freq, frames), complex128."""
    x = padded(x, ends.pad, ends.pad, BorderType.CONSTANT) if ends.pad else x
    if ends.center:
        x = padded(x, cut.n_fft // 2, cut.n_fft // 2, ends.pad_mode)
    if cut.n_fft > x.shape[-1]:
        raise RuntimeError(
            f"Spectrogram: n_fft should be more than 0 and less than {x.shape[-1]}, but got n_fft: "
            f"{cut.n_fft}."
        )
    if not cut.hop_length:
        raise RuntimeError("Spectrogram: hop_length can not be zero.")
    if not cut.norm():
        raise RuntimeError("Window: the total value of window function can not be zero.")
    frames = np.lib.stride_tricks.sliding_window_view(x, cut.n_fft, axis=-1)
    frames = frames[..., :: cut.hop_length, :] * cut.weights()
    spectrum = np.swapaxes(np.fft.rfft(frames.astype(np.float64)), -1, -2)
    if ends.normalized:
        spectrum = spectrum / cut.norm()
    return spectrum if ends.onesided else _mirrored(spectrum, cut.n_fft)


def _mirrored(spectrum: np.ndarray, n_fft: int) -> np.ndarray:
    """All frequencies; those above the middle are copies, as in MindSpore, and not conjugates."""
    above = np.arange(n_fft // 2 + 1, n_fft)
    return np.concatenate([spectrum, spectrum[..., n_fft - above, :]], axis=-2)


def spectrogram(x: np.ndarray, cut: Framing, ends: Ends, power: float) -> np.ndarray:
    """|stft|^power, or for power 0 real and imaginary parts on a last axis; float64 or float32."""
    x = real(x)
    spectrum = stft(x, cut, ends)
    if power == 0:
        return np.stack([spectrum.real, spectrum.imag], axis=-1).astype(x.dtype)
    with np.errstate(over="ignore"):
        return (np.abs(spectrum) ** single(power)).astype(x.dtype)


def istft(spectrum: np.ndarray, cut: Framing, center: bool, length: int) -> np.ndarray:
    """The signal (..., time) of complex numbers (..., freq, frames), float64.

    `length`: how long it becomes, by cutting or zeros; 0 keeps what the frames cover.
    """
    if cut.n_fft != (spectrum.shape[-2] - 1) * 2:
        raise RuntimeError(
            "GriffinLim: the frequency of the input should equal to n_fft / 2 + 1, but got "
            f"{spectrum.shape[-2]} frequencies and n_fft {cut.n_fft}."
        )
    if length and cut.hop_length:
        covered = length + cut.n_fft if center else length
        spectrum = spectrum[..., : -(-covered // cut.hop_length)]
    signal = _overlapped(np.fft.irfft(np.swapaxes(spectrum, -1, -2), cut.n_fft), cut)
    if center:
        start = cut.n_fft // 2
        stop = signal.shape[-1] if length else signal.shape[-1] - start
        signal = signal[..., start:stop]
    if length or not center:
        signal = _fitted(signal, length)
    return signal


def _fitted(signal: np.ndarray, length: int) -> np.ndarray:
    missing = max(length - signal.shape[-1], 0)
    return padded(signal[..., :length], 0, missing, BorderType.CONSTANT)


def _overlapped(frames: np.ndarray, cut: Framing) -> np.ndarray:
    """Windowed frames (..., frames, n_fft), added where they lie and divided by the windows' sum."""
    count, weights = frames.shape[-2], cut.weights().astype(np.float64)
    size = cut.n_fft + cut.hop_length * (count - 1)
    total, sums = np.zeros((*frames.shape[:-2], size)), np.zeros(size, np.float32)
    for i in range(count):
        where = slice(i * cut.hop_length, i * cut.hop_length + cut.n_fft)
        total[..., where] += frames[..., i, :] * weights
        sums[where] += cut.weights() ** 2
    return np.where(sums > _TINY, total / np.maximum(sums, _TINY), total)
