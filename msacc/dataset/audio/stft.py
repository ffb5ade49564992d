"""Short-time Fourier transforms and their inverses, scaled and trimmed as in MindSpore's kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import as_float, single
from msacc.dataset.audio.enums import BorderType, WindowType
from msacc.dataset.audio.windows import padded_window

# The smallest normal float32: no division where the windows sum to less.
_TINY = float(np.finfo(np.float32).tiny)


@dataclass(frozen=True)
class Framing:
    """The frames of a signal: lengths in samples, and the window."""

    n_fft: int
    win_length: int
    hop_length: int
    window: WindowType = WindowType.HANN

    def weights(self) -> np.ndarray:
        """Returns the window, padded to `n_fft`, float32."""
        return padded_window(self.window, self.win_length, self.n_fft)

    def norm(self) -> float:
        """Returns the L2 norm of the window."""
        return float(np.sqrt(np.sum(self.weights().astype(np.float64) ** 2)))


@dataclass(frozen=True)
class SpectrogramOptions:
    """Padding, normalization and sidedness of a spectrogram."""

    pad: int = 0
    center: bool = True
    pad_mode: BorderType = BorderType.REFLECT
    normalized: bool = False
    onesided: bool = True


def check_framing(
    n_fft: int, win_length: int | None, hop_length: int | None, window: WindowType
) -> Framing:
    """Checks the lengths: by default the window has `n_fft` samples and the hop is half of it."""
    arguments.positive_int("n_fft", n_fft)
    if win_length is not None:
        arguments.check_window_length(arguments.positive_int("win_length", win_length), n_fft)
    if hop_length is not None:
        arguments.positive_int("hop_length", hop_length)
    arguments.member("window", window, WindowType)
    length = n_fft if win_length is None else win_length
    return Framing(n_fft, length, length // 2 if hop_length is None else hop_length, window)


def padded(x: np.ndarray, left: int, right: int, mode: BorderType) -> np.ndarray:
    """Pads the last axis of `x`."""
    widths = [(0, 0)] * (x.ndim - 1) + [(left, right)]
    if mode is BorderType.REFLECT and x.shape[-1] == 1 and left + right:
        raise RuntimeError("A signal of one sample cannot be reflected; pad it otherwise.")
    return np.pad(x, widths, mode=mode.value)  # type: ignore[call-overload,no-any-return]


def stft(x: np.ndarray, framing: Framing, options: SpectrogramOptions) -> np.ndarray:
    """Returns the spectrum of (..., time) as complex numbers (..., freq, frames), complex128."""
    x = padded(x, options.pad, options.pad, BorderType.CONSTANT) if options.pad else x
    if options.center:
        x = padded(x, framing.n_fft // 2, framing.n_fft // 2, options.pad_mode)
    if framing.n_fft > x.shape[-1]:
        raise RuntimeError(
            f"Spectrogram: n_fft should be more than 0 and less than {x.shape[-1]}, but got n_fft: "
            f"{framing.n_fft}."
        )
    if not framing.hop_length:
        raise RuntimeError("Spectrogram: hop_length can not be zero.")
    if not framing.norm():
        raise RuntimeError("Window: the total value of window function can not be zero.")
    frames = np.lib.stride_tricks.sliding_window_view(x, framing.n_fft, axis=-1)
    frames = frames[..., :: framing.hop_length, :] * framing.weights()
    spectrum = np.swapaxes(np.fft.rfft(frames.astype(np.float64)), -1, -2)
    if options.normalized:
        spectrum = spectrum / framing.norm()
    return spectrum if options.onesided else _mirrored(spectrum, framing.n_fft)


def _mirrored(spectrum: np.ndarray, n_fft: int) -> np.ndarray:
    """Returns all frequencies; those above the middle are copies, as in MindSpore, not conjugates."""
    above = np.arange(n_fft // 2 + 1, n_fft)
    return np.concatenate([spectrum, spectrum[..., n_fft - above, :]], axis=-2)


def spectrogram(
    x: np.ndarray, framing: Framing, options: SpectrogramOptions, power: float
) -> np.ndarray:
    """Returns |stft|^power, or for power 0 real and imaginary parts on a last axis; float64 or float32."""
    x = as_float(x)
    spectrum = stft(x, framing, options)
    if power == 0:
        return np.stack([spectrum.real, spectrum.imag], axis=-1).astype(x.dtype)
    with np.errstate(over="ignore"):
        return (np.abs(spectrum) ** single(power)).astype(x.dtype)


def istft(spectrum: np.ndarray, framing: Framing, center: bool, length: int) -> np.ndarray:
    """Returns the signal (..., time) of complex numbers (..., freq, frames), float64.

    `length`: samples of the result, truncated or zero-padded; 0 means the length of the frames.
    """
    if framing.n_fft != (spectrum.shape[-2] - 1) * 2:
        raise RuntimeError(
            "GriffinLim: the frequency of the input should equal to n_fft / 2 + 1, but got "
            f"{spectrum.shape[-2]} frequencies and n_fft {framing.n_fft}."
        )
    if length and framing.hop_length:
        covered = length + framing.n_fft if center else length
        spectrum = spectrum[..., : -(-covered // framing.hop_length)]
    signal = _overlap_add(np.fft.irfft(np.swapaxes(spectrum, -1, -2), framing.n_fft), framing)
    if center:
        start = framing.n_fft // 2
        stop = signal.shape[-1] if length else signal.shape[-1] - start
        signal = signal[..., start:stop]
    if length or not center:
        signal = _fit_length(signal, length)
    return signal


def _fit_length(signal: np.ndarray, length: int) -> np.ndarray:
    missing = max(length - signal.shape[-1], 0)
    return padded(signal[..., :length], 0, missing, BorderType.CONSTANT)


def _overlap_add(frames: np.ndarray, framing: Framing) -> np.ndarray:
    """Overlap-adds windowed frames (..., frames, n_fft), divided by the sum of the squared windows."""
    count, weights = frames.shape[-2], framing.weights().astype(np.float64)
    size = framing.n_fft + framing.hop_length * (count - 1)
    total, sums = np.zeros((*frames.shape[:-2], size)), np.zeros(size, np.float32)
    for i in range(count):
        where = slice(i * framing.hop_length, i * framing.hop_length + framing.n_fft)
        total[..., where] += frames[..., i, :] * weights
        sums[where] += framing.weights() ** 2
    return np.where(sums > _TINY, total / np.maximum(sums, _TINY), total)
