"""Resampling, time stretching and pitch shifting."""

from __future__ import annotations

import math

import numpy as np

from msacc.common import checks as check
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, single
from msacc.dataset.audio.complex_transforms import angles
from msacc.dataset.audio.enums import BorderType, ResampleMethod, WindowType
from msacc.dataset.audio.stft import Framing, SpectrogramOptions, istft, padded, spectrogram

_BETA = 14.769656459379492


# Number of outputs per step.
_CHUNK = 1 << 15


def _sinc_kernel(
    orig: int,
    new: int,
    phases: int,
    method: ResampleMethod,
    width: int,
    rolloff: float,
    beta: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the weights (phases, taps) of the outputs 0 .. phases - 1, and the first input of each."""
    base = float(np.float32(min(orig, new)) * np.float32(rolloff))
    half_width = math.ceil(single(single(width * orig) / base))
    center = np.arange(phases) * orig / new
    first = np.floor(center).astype(np.int64) - half_width
    taps = first[:, None] + np.arange(2 * half_width + 2)
    phase = np.clip((taps - center[:, None]) * (base / orig), -width, width)
    if method is ResampleMethod.SINC_INTERPOLATION:
        weights = np.cos(phase * math.pi / width / 2) ** 2
    else:
        weights = np.i0(beta * np.sqrt(1 - (phase / width) ** 2)) / np.i0(beta)
    return np.sinc(phase) * weights * (base / orig), first


def resample(
    x: np.ndarray,
    orig_freq: float,
    new_freq: float,
    method: ResampleMethod = ResampleMethod.SINC_INTERPOLATION,
    width: int = 6,
    rolloff: float = 0.99,
    beta: float = _BETA,
) -> np.ndarray:
    """Returns `x` (..., time) at another sample rate."""
    common = math.gcd(int(orig_freq), int(new_freq)) or 1
    orig, new = int(orig_freq / common), int(new_freq / common)
    if not orig or not new:
        raise RuntimeError(
            f"Resample: frequencies below 1 Hz cannot be resampled: {orig_freq} and {new_freq}."
        )
    length = math.ceil(new * x.shape[-1] / orig)
    phases = min(new, length)
    kernel, first = _sinc_kernel(orig, new, phases, method, width, rolloff, beta)
    kernel, before = kernel.astype(x.dtype), -int(first.min())
    block, phase = np.divmod(np.arange(length), new)
    start = block * orig + first[phase] + before
    after = int(start.max()) + kernel.shape[1] - before - x.shape[-1]
    long = padded(x, before, max(after, 0), BorderType.CONSTANT)
    windows = np.lib.stride_tricks.sliding_window_view(long, kernel.shape[1], axis=-1)
    out = np.empty((*x.shape[:-1], length), x.dtype)
    for chunk_start in range(0, length, _CHUNK):
        part = slice(chunk_start, chunk_start + _CHUNK)
        inputs = windows[..., start[part], :]
        out[..., part] = np.einsum("...tk,tk->...t", inputs, kernel[phase[part]])
    return out


class Resample(AudioTensorOperation):
    """Convert a signal to another sample rate by windowed sinc interpolation.

    `orig_freq`, `new_freq`: the rates, above 0.
    `resample_method`: the window of the sinc.
    `lowpass_filter_width`: its zero crossings, at least 1; more make the filter sharper.
    `rolloff` in (0, 1]: the cutoff frequency as a fraction of the Nyquist frequency.
    `beta`: the shape of the Kaiser window, 14.77 by default.

    Arrays (..., time) become (..., ceil(time * new_freq / orig_freq)); float64 stays, else float32; between
    equal rates all types stay.

    Raises TypeError or ValueError for other arguments, RuntimeError for rates below 1.
    """

    def __init__(
        self,
        orig_freq: float = 16000,
        new_freq: float = 16000,
        resample_method: ResampleMethod = ResampleMethod.SINC_INTERPOLATION,
        lowpass_filter_width: int = 6,
        rolloff: float = 0.99,
        beta: float | None = None,
    ) -> None:
        self.orig_freq = single(arguments.positive("orig_freq", orig_freq))
        self.new_freq = single(arguments.positive("new_freq", new_freq))
        self.method = arguments.member("resample_method", resample_method, ResampleMethod)
        self.width = arguments.positive_int("lowpass_filter_width", lowpass_filter_width)
        check.instance(None, "rolloff", rolloff, float)
        self.rolloff = check.between(None, "rolloff", rolloff, 0, 1.0, "r")
        self.beta = _BETA if beta is None else single(arguments.number("beta", beta))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        if self.orig_freq == self.new_freq:
            return xs.copy()
        return resample(
            as_float(xs),
            self.orig_freq,
            self.new_freq,
            self.method,
            self.width,
            self.rolloff,
            self.beta,
        )


def stretch(x: np.ndarray, rate: float, advance: np.ndarray) -> np.ndarray:
    """Stretches a spectrum (..., freq, frames, 2) to `rate` times its speed with the same pitch.

    `advance`: the phase advance of each frequency per frame, (freq, 1).
    """
    frames, kind = x.shape[-2], x.dtype
    count = math.ceil(frames / rate) + 1
    steps = (np.arange(count, dtype=np.float32) * np.float32(rate)).astype(kind)
    steps = steps[steps < frames]
    indices = steps.astype(np.int64)
    # Appends two silent frames.
    long = np.concatenate([x, np.zeros_like(x[..., :2, :])], axis=-2)
    if long.shape[-2] < frames + 2:
        long = np.concatenate([long, np.zeros_like(x[..., :1, :])], axis=-2)
    current, following = long[..., indices, :], long[..., indices + 1, :]
    phase_step = (angles(following) - angles(current) - advance).astype(np.float64)
    phase_step = (phase_step - 2 * math.pi * np.rint(phase_step / (2 * math.pi)) + advance).astype(
        kind
    )
    phase = np.concatenate([angles(x[..., :1, :]), phase_step[..., :-1]], axis=-1)
    phase = np.cumsum(phase, axis=-1, dtype=kind)
    fraction = steps - indices.astype(kind)
    loud = fraction * np.hypot(following[..., 0], following[..., 1])
    loud += (1 - fraction) * np.hypot(current[..., 0], current[..., 1])
    return np.stack([loud * np.cos(phase), loud * np.sin(phase)], axis=-1).astype(kind)


def _advance(hop_length: float, freqs: int, kind: np.dtype) -> np.ndarray:
    """Returns the expected phase advance of evenly spaced frequencies, (freqs, 1)."""
    return np.linspace(0, math.pi * hop_length, freqs).astype(kind)[:, None]


class _Stretch(AudioTensorOperation):
    """Base of time stretching; a subclass sets `rate` and implements `advance`."""

    form, rank, complex_input = "<..., freq, num_frame, complex=2>", 3, True
    rate: float

    def advance(self, kind: np.dtype) -> np.ndarray:
        """Returns the phase advance of each frequency, (freq, 1)."""
        raise NotImplementedError

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        if abs(self.rate - 1) <= np.finfo(np.float32).eps:
            # MindSpore returns one leading dimension here.
            return np.array(x).reshape(-1, *x.shape[-3:])
        spectra = x.reshape(-1, *x.shape[-3:])
        # Advances are repeated where there are too few.
        advance = np.resize(self.advance(x.dtype), (*spectra.shape[:2], 1))
        out = stretch(spectra, self.rate, advance)
        return out.reshape(*x.shape[:-2], -1, 2)


class PhaseVocoder(_Stretch):
    """Stretch a spectrum to `rate` times its speed with the same pitch.

    `rate`: above 0.
    `phase_advance`: the phase advance of each frequency per frame, an array (freq, 1) of the input's type.

    Arrays (..., freq, frames, 2) of real and imaginary parts become (..., freq, ceil(frames / rate), 2);
    float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a `phase_advance` of another shape or
    type.
    """

    def __init__(self, rate: float, phase_advance: np.ndarray) -> None:
        self.rate = single(arguments.positive("rate", rate, arguments.INT_FIRST))
        self.phase_advance = check.instance(None, "phase_advance", phase_advance, np.ndarray)

    def verify(self) -> None:
        shape = self.phase_advance.shape
        if len(shape) != 2 or shape[1] != 1:
            raise RuntimeError(
                "PhaseVocoder: invalid parameter, 'phase_advance' should be in shape of <freq, 1>."
                f" But got shape {shape}."
            )

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        super().check(shape, kind)
        advance = self.phase_advance
        if len(advance) != shape[-3]:
            raise RuntimeError(
                "PhaseVocoder: invalid parameter, 'first dimension of 'phase_advance'' should be "
                "equal to 'freq dimension length of input tensor', but got: first dimension of "
                f"'phase_advance' {len(advance)} while freq dimension length of input tensor "
                f"{shape[-3]}."
            )
        if advance.dtype != kind:
            raise RuntimeError(
                "PhaseVocoder: invalid parameter, data type of phase_advance should be equal to "
                "data type of input tensor, but got: data type of phase_advance "
                f"{advance.dtype} while data type of input tensor {kind}."
            )

    def advance(self, kind: np.dtype) -> np.ndarray:
        return self.phase_advance.astype(kind)


class TimeStretch(_Stretch):
    """Stretch a spectrum to another speed with the same pitch.

    `hop_length`: samples between frames, `n_freq` - 1 by default.
    `n_freq`: the spectrum's frequencies.
    `fixed_rate`: the speed, 1 by default.

    Arrays (..., n_freq, frames, 2) of real and imaginary parts become (..., n_freq, ceil(frames /
    fixed_rate), 2); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments. As in MindSpore another `n_freq` than the input's is
    no error: the phases of its frequencies repeat or end early. A rate of 1 leaves one leading dimension, of
    size 1 for a single spectrum.
    """

    def __init__(
        self, hop_length: int | None = None, n_freq: int = 201, fixed_rate: float | None = None
    ) -> None:
        if hop_length is not None:
            arguments.positive_int("hop_length", hop_length)
        self.n_freq = arguments.positive_int("n_freq", n_freq)
        self.rate = (
            1.0
            if fixed_rate is None
            else single(arguments.positive("fixed_rate", fixed_rate, arguments.INT_FIRST))
        )
        self.hop_length = n_freq - 1 if hop_length is None else hop_length

    def advance(self, kind: np.dtype) -> np.ndarray:
        return _advance(self.hop_length, self.n_freq, kind)


class PitchShift(AudioTensorOperation):
    """Shift the pitch of a signal with the same speed.

    `sample_rate`: in Hz.
    `n_steps`: the shift in steps, of which an octave has `bins_per_octave`.
    `n_fft`, `win_length`, `hop_length` (a quarter of a window by default), `window`: as for Spectrogram.

    Arrays (..., time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for signals shorter than n_fft.
    """

    def __init__(
        self,
        sample_rate: int,
        n_steps: int,
        bins_per_octave: int = 12,
        n_fft: int = 512,
        win_length: int | None = None,
        hop_length: int | None = None,
        window: WindowType = WindowType.HANN,
    ) -> None:
        self.sample_rate = arguments.natural("sample_rate", sample_rate)
        arguments.int32("n_steps", n_steps)
        # MindSpore's error for a wrong type has a second space after this name.
        check.integer(None, "bins_per_octave ", bins_per_octave)
        arguments.nonzero_int("bins_per_octave", bins_per_octave)
        arguments.positive_int("n_fft", n_fft)
        arguments.member("window", window, WindowType)
        size = _length(win_length, n_fft)
        hop = size // 4 if hop_length is None else arguments.positive_int("hop_length", hop_length)
        self.framing = Framing(n_fft, size, hop, window)
        self.rate = single(2.0 ** single(-n_steps / bins_per_octave))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        time, kind = x.shape[-1], x.dtype
        spectrum = spectrogram(x, self.framing, SpectrogramOptions(), 0.0)
        if abs(self.rate - 1) > np.finfo(np.float32).eps:
            advance = _advance(self.framing.hop_length, spectrum.shape[-3], kind)
            spectrum = stretch(spectrum, self.rate, advance)
        numbers = spectrum[..., 0].astype(np.float64) + 1j * spectrum[..., 1]
        slow = istft(numbers, self.framing, True, round(time / self.rate)).astype(kind)
        shifted = resample(slow, int(single(self.sample_rate / self.rate)), self.sample_rate)
        return padded(shifted[..., :time], 0, max(time - shifted.shape[-1], 0), BorderType.CONSTANT)


def _length(win_length: int | None, n_fft: int) -> int:
    if win_length is None:
        return n_fft
    arguments.check_window_length(arguments.positive_int("win_length", win_length), n_fft)
    return int(win_length)
