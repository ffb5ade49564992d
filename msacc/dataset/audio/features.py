"""Features of spectrogram frames (ComputeDeltas, SlidingWindowCmn), and pitch detection."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, single
from msacc.dataset.audio.enums import BorderType
from msacc.dataset.audio.stft import padded


class ComputeDeltas(AudioTensorOperation):
    """Delta coefficients: the slope of each frequency of a spectrogram over a window.

    `win_length`: frames of the window, at least 3.
    `pad_mode`: the padding at the ends.

    Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of one dimension.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(self, win_length: int = 5, pad_mode: BorderType = BorderType.EDGE) -> None:
        self.pad_mode = arguments.member("pad_mode", pad_mode, BorderType)
        self.half_width = (
            arguments.check.integer(None, "win_length", win_length, 3, arguments.check.INT32_MAX)
            - 1
        ) // 2

    def compute(self, xs: np.ndarray) -> np.ndarray:
        n = self.half_width
        x = padded(as_float(xs), n, n, self.pad_mode)
        windows = np.lib.stride_tricks.sliding_window_view(x, 2 * n + 1, axis=-1)
        slopes = windows @ np.arange(-n, n + 1, dtype=x.dtype)
        return slopes / x.dtype.type(n * (n + 1) * (2 * n + 1) // 3)


class SlidingWindowCmn(AudioTensorOperation):
    """Subtract from each frame the mean over a window of frames, feature by feature.

    `cmn_window`: frames of the window, `min_cmn_window`: its frames at the start.
    `center`: the window is centered on the frame, else before it.
    `norm_vars`: divide by the standard deviation as well.

    Arrays (..., frame, feature); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of one dimension.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(
        self,
        cmn_window: int = 600,
        min_cmn_window: int = 100,
        center: bool = False,
        norm_vars: bool = False,
    ) -> None:
        self.cmn_window = arguments.natural("cmn_window", cmn_window)
        self.min_cmn_window = arguments.natural("min_cmn_window", min_cmn_window)
        self.center = arguments.flag("center", center)
        self.norm_vars = arguments.flag("norm_vars", norm_vars)

    def sample(self, x: np.ndarray) -> np.ndarray:
        out: np.ndarray = super().sample(x)
        # For a single frame MindSpore drops the dimensions of size 1.
        return out.squeeze() if x.ndim == 2 and len(x) == 1 else out

    def supports_block(self, xs: np.ndarray) -> bool:
        return xs.ndim > 3

    def _msacc_windows(self, frames: int) -> tuple[np.ndarray, np.ndarray]:
        """Returns first and last (excluded) frame of each frame's window."""
        frame = np.arange(frames)
        start = frame - (self.cmn_window // 2 if self.center else self.cmn_window)
        stop = start + self.cmn_window if self.center else frame + 1
        stop, start = stop - np.minimum(start, 0), np.maximum(start, 0)
        if not self.center:
            stop = np.where(stop > frame, np.maximum(frame + 1, self.min_cmn_window), stop)
        over = np.maximum(stop - frames, 0)
        return np.maximum(start - over, 0), stop - over

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs).astype(np.float64)
        start, stop = self._msacc_windows(x.shape[-2])
        count = (stop - start)[:, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = _sums(x, start, stop) / count
            out = x - mean
            if self.norm_vars:
                variance = _sums(x**2, start, stop) / count - mean**2
                out = np.where(count == 1, 0.0, out / np.sqrt(variance))
        return out.astype(as_float(xs[:0]).dtype)


def _sums(x: np.ndarray, start: np.ndarray, stop: np.ndarray) -> np.ndarray:
    """Returns sums over frames start .. stop of (..., frame, feature)."""
    total = np.zeros((*x.shape[:-2], x.shape[-2] + 1, x.shape[-1]))
    np.cumsum(x, axis=-2, out=total[..., 1:, :])
    return total[..., stop, :] - total[..., start, :]


class DetectPitchFrequency(AudioTensorOperation):
    """The pitch of each frame in Hz, by cross-correlation and a running median.

    `sample_rate`: an int in Hz, not 0.
    `frame_time`: seconds per frame.
    `win_length`: frames of the median.
    `freq_low`, `freq_high`: the range of the pitch in Hz.

    Arrays (..., time) of floats become (..., frames), float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for integers, for signals that are too
    short for the median, and for a `freq_high` that is not above `freq_low`. float16 is computed as float32.
    """

    floats_only = True

    def __init__(
        self,
        sample_rate: int,
        frame_time: float = 0.01,
        win_length: int = 30,
        freq_low: int = 85,
        freq_high: int = 3400,
    ) -> None:
        self.sample_rate = arguments.nonzero_int("sample_rate", sample_rate)
        self.frame_time = single(arguments.positive("frame_time", frame_time))
        self.win_length = arguments.positive_int("win_length", win_length)
        self.freq_low = int(arguments.positive("freq_low", freq_low, arguments.INT_FIRST))
        self.freq_high = int(arguments.positive("freq_high", freq_high, arguments.INT_FIRST))

    def verify(self) -> None:
        for name in ("freq_low", "freq_high"):
            if getattr(self, name) < 1:
                raise RuntimeError(
                    f"DetectPitchFrequency: {name} must be greater than 0, but got: "
                    f"{getattr(self, name)}"
                )
        if self._msacc_least >= self._msacc_lags:
            raise RuntimeError(
                "DetectPitchFrequency: no pitch lies between freq_low "
                f"{self.freq_low} and freq_high {self.freq_high} at {self.sample_rate} Hz."
            )

    @property
    def _msacc_lags(self) -> int:
        return math.ceil(single(self.sample_rate / self.freq_low))

    @property
    def _msacc_least(self) -> int:
        return math.ceil(single(self.sample_rate / self.freq_high))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        best = self._msacc_best_lags(self._msacc_correlations(x.reshape(-1, x.shape[-1])))
        smooth = self._msacc_medians(best)
        out = (self.sample_rate / (1e-9 + smooth)).astype(np.float32)
        return out.reshape(*x.shape[:-1], -1)

    def _msacc_correlations(self, x: np.ndarray) -> np.ndarray:
        """Returns the correlation of each frame with the signal `lag` samples later: (rows, frames, lags)."""
        size = math.ceil(single(self.sample_rate * self.frame_time))
        frames = -(-x.shape[1] // size)
        long = padded(x, 0, self._msacc_lags + frames * size - x.shape[1], BorderType.CONSTANT)
        framed = long[:, : frames * size].reshape(len(x), frames, size)
        frame_energy = (framed**2).sum(-1)
        out = np.empty((len(x), frames, self._msacc_lags), x.dtype)
        for lag in range(1, self._msacc_lags + 1):
            later = long[:, lag : lag + frames * size].reshape(framed.shape)
            energy = (later**2).sum(-1)
            silent = (frame_energy == 0) | (energy == 0)
            common = (framed * later).sum(-1)
            with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
                out[:, :, lag - 1] = np.where(silent, 0, common / frame_energy / energy)
        return out

    def _msacc_best_lags(self, correlations: np.ndarray) -> np.ndarray:
        """Returns the lag of the highest correlation; a shorter one wins if it is nearly as good."""
        least, half = self._msacc_least, correlations.shape[-1] // 2
        best = correlations[..., least:].argmax(-1)
        short = correlations[..., least : max(half, least + 1)].argmax(-1)
        enough = _at(correlations, least + short) > _at(
            correlations, least + best
        ) * correlations.dtype.type(0.99)
        return np.where(enough, short, best) + least + 1

    def _msacc_medians(self, lags: np.ndarray) -> np.ndarray:
        reach = (self.win_length - 1) // 2
        wide = padded(lags, reach, 0, BorderType.EDGE)
        if wide.shape[1] < self.win_length:
            raise RuntimeError(
                f"DetectPitchFrequency: {lags.shape[1]} frames are too few for a win_length of "
                f"{self.win_length}."
            )
        windows = np.lib.stride_tricks.sliding_window_view(wide, self.win_length, axis=-1)
        return np.sort(windows, axis=-1)[..., reach]


def _at(values: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return np.take_along_axis(values, indices[..., None], -1)[..., 0]
