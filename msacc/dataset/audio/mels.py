"""The mel scale of spectrograms and its inverse."""

from __future__ import annotations

import numpy as np

from msacc.common.warn_once import no_effect
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, RandomAudio, as_float, single
from msacc.dataset.audio.enums import BorderType, MelType, NormType, WindowType
from msacc.dataset.audio.filterbanks import mel_bank
from msacc.dataset.audio.spectra import spectrogram_options
from msacc.dataset.audio.stft import Framing, SpectrogramOptions, check_framing, spectrogram
from msacc.dataset.cpp_random import Mt19937


def _mel_arguments(
    n_mels: int,
    sample_rate: int,
    f_min: float,
    f_max: float | None,
    n_stft: int,
    norm: NormType,
    mel_type: MelType,
) -> tuple[float, float]:
    """Checks the arguments of a mel scale; returns the lowest and the highest frequency."""
    arguments.positive_int("n_mels", n_mels)
    arguments.positive_int("sample_rate", sample_rate)
    low_high = mel_range(f_min, f_max, sample_rate)
    arguments.positive_int("n_stft", n_stft)
    arguments.member("norm", norm, NormType)
    arguments.member("mel_type", mel_type, MelType)
    return low_high


def mel_range(f_min: float, f_max: float | None, sample_rate: int) -> tuple[float, float]:
    """Returns (f_min, f_max) in Hz; None means half of the sample rate."""
    low = single(arguments.number("f_min", f_min, kinds=arguments.INT_FIRST))
    if f_max is None:
        if f_min >= sample_rate // 2:
            raise ValueError(
                "MelScale: sample_rate // 2 should be greater than f_min when f_max is set to "
                f"None. Got sample_rate {sample_rate} and f_min {f_min}."
            )
        return low, float(sample_rate // 2)
    high = single(arguments.positive("f_max", f_max, arguments.INT_FIRST))
    if f_min >= f_max:
        raise ValueError(
            f"MelScale: f_max should be greater than f_min. Got f_max {f_max} and f_min {f_min}."
        )
    return low, high


class MelScale(AudioTensorOperation):
    """Map a spectrogram's frequencies to a mel scale.

    `n_mels`: how many mel filters.
    `sample_rate`: that of the signal in Hz.
    `f_min`, `f_max`: the range of the filters in Hz, up to half of the sample rate by default.
    `n_stft`: the spectrogram's frequencies, at least 2.
    `norm`: SLANEY gives the filters one area.
    `mel_type`: the formula of the scale.

    Arrays (..., n_stft, time) become (..., n_mels, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another number of frequencies.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(
        self,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        n_stft: int = 201,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ) -> None:
        low, high = _mel_arguments(n_mels, sample_rate, f_min, f_max, n_stft, norm, mel_type)
        self.n_stft = n_stft
        self.bank = mel_bank(n_stft, low, high, n_mels, sample_rate, norm, mel_type)

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        super().check(shape, kind)
        if self.n_stft == 1:
            raise RuntimeError("MelScale: n_stft can not be 1.")
        if shape[-2] != self.n_stft:
            raise RuntimeError(
                "MelScale: invalid parameter, 'n_stft' should be equal to 'freq', but got: n_stft "
                f"{self.n_stft} while freq {shape[-2]}."
            )

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        return self.bank.T.astype(x.dtype) @ x


class MelSpectrogram(AudioTensorOperation):
    """A spectrogram on a mel scale: Spectrogram, then MelScale.

    `n_fft`, `win_length`, `hop_length`, `pad`, `window`, `normalized`, `center`, `pad_mode` and `onesided` as
    for Spectrogram, `n_mels`, `sample_rate`, `f_min`, `f_max` and `norm` as for MelScale; `power` is above 0,
    `f_min` a float, `mel_scale` the formula of the scale. Arrays (..., time) become (..., n_mels, frames);
    float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for signals up to half of n_fft and for
    `onesided` False, with which MindSpore ends the process. Differs from MindSpore: float64 is computed
    correctly.
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        f_min: float = 0.0,
        f_max: float | None = None,
        pad: int = 0,
        n_mels: int = 128,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
        norm: NormType = NormType.NONE,
        mel_scale: MelType = MelType.HTK,
    ) -> None:
        arguments.natural("sample_rate", sample_rate)
        self.framing = check_framing(n_fft, win_length, hop_length, window)
        arguments.natural("n_mels", n_mels)
        low, high = _float_range(f_min, f_max, sample_rate)
        arguments.member("norm", norm, NormType)
        arguments.member("mel_type", mel_scale, MelType)
        self.power = arguments.positive("power", power)
        self.options = spectrogram_options(pad, normalized, center, pad_mode, onesided)
        self.bank = mel_bank(n_fft // 2 + 1, low, high, n_mels, sample_rate, norm, mel_scale)

    def verify(self) -> None:
        if not self.options.onesided:
            raise RuntimeError("MelSpectrogram: the mel scale needs onesided=True.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return mel_spectrogram(xs, self.framing, self.options, self.power, self.bank)


def _float_range(f_min: float, f_max: float | None, sample_rate: int) -> tuple[float, float]:
    low = single(arguments.check.instance(None, "f_min", f_min, float))
    if f_max is None:
        if f_min >= sample_rate // 2:
            raise ValueError(
                "MelSpectrogram: sample_rate // 2 should be greater than f_min when f_max is set "
                f"to None, but got f_min: {f_min}."
            )
        return low, float(sample_rate // 2)
    high = single(arguments.non_negative("f_max", f_max))
    if f_min > f_max:
        raise ValueError(
            "f_max should be greater than or equal to f_min, but got f_min: "
            f"{f_min} and f_max: {f_max}."
        )
    return low, high


def mel_spectrogram(
    x: np.ndarray, framing: Framing, options: SpectrogramOptions, power: float, bank: np.ndarray
) -> np.ndarray:
    """Returns the spectrogram of (..., time) times a filter bank (freq, mels)."""
    if framing.n_fft >= 2 * x.shape[-1]:
        raise RuntimeError(
            "MelSpectrogram: Padding size should be less than the corresponding input dimension: "
            f"n_fft {framing.n_fft} is not below twice the {x.shape[-1]} samples."
        )
    loud = spectrogram(x, framing, options, power)
    return bank.T.astype(loud.dtype) @ loud


class InverseMelScale(RandomAudio):
    """Estimate a spectrogram from its mel scale by gradient descent.

    `n_stft`: its frequencies, at least 2.
    `n_mels`, `sample_rate`, `f_min`, `f_max`, `norm`, `mel_type`: as for MelScale.
    `max_iter`: the most steps; fewer when the mean square of the error is below `tolerance_loss` or changes
      by less than `tolerance_change`.
    `sgdargs`: None, or a dict with the learning rate "sgd_lr" (0.1) and "sgd_momentum" (0.9), which has no
      effect.

    Arrays (..., n_mels, time) become (..., n_stft, time), (n_mels, time) becomes (1, n_stft, time); float64
    stays, else float32.

    Raises TypeError, ValueError or KeyError for other arguments, RuntimeError for another number of mel
    filters.
    """

    form, rank = "<..., freq, time>", 2

    def __init__(
        self,
        n_stft: int,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        max_iter: int = 100000,
        tolerance_loss: float = 1e-05,
        tolerance_change: float = 1e-08,
        sgdargs: dict[str, float] | None = None,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ) -> None:
        low, high = _mel_arguments(n_mels, sample_rate, f_min, f_max, n_stft, norm, mel_type)
        self.max_iter = arguments.positive_int("max_iter", max_iter)
        self.tolerance_loss = arguments.positive(
            "tolerance_loss", tolerance_loss, arguments.INT_FIRST
        )
        self.tolerance_change = arguments.positive(
            "tolerance_change", tolerance_change, arguments.INT_FIRST
        )
        self.rate = (
            0.1
            if sgdargs is None
            else arguments.non_negative("sgd_lr", sgdargs["sgd_lr"], arguments.INT_FIRST)
        )
        momentum = (
            0
            if sgdargs is None
            else arguments.non_negative(
                "sgd_momentum", sgdargs["sgd_momentum"], arguments.INT_FIRST
            )
        )
        if momentum:
            no_effect(
                "InverseMelScale", "sgd_momentum", momentum, "MindSpore resets it at each step"
            )
        self.n_mels, self.n_stft = n_mels, n_stft
        self.bank = mel_bank(n_stft, low, high, n_mels, sample_rate, norm, mel_type)

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        super().check(shape, kind)
        if self.n_stft == 1:
            raise RuntimeError("InverseMelScale: n_stft can not be equal to 1, but got: 1")
        if shape[-2] != self.n_mels:
            raise RuntimeError(
                "InverseMelScale: n_mels must be equal to the penultimate dimension of input, but "
                f"got {self.n_mels} and {shape[-2]}."
            )

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        x = as_float(x)
        channels = x.reshape(-1, *x.shape[-2:])
        spectra = np.stack([self._msacc_descend(channel, random) for channel in channels])
        return spectra.reshape(*(x.shape[:-2] or (1,)), self.n_stft, x.shape[-1])

    def _msacc_descend(self, target: np.ndarray, random: Mt19937) -> np.ndarray:
        """Returns the spectrogram (n_stft, time) for one mel spectrogram (n_mels, time)."""
        bank, time = self.bank.astype(target.dtype), target.shape[1]
        spectrum = _uniforms(self.n_stft * time, target.dtype, random).reshape(self.n_stft, time)
        step, loss = target.dtype.type(self.rate / time), np.inf
        for _ in range(self.max_iter):
            residual = target - bank.T @ spectrum
            last, loss = loss, float(np.mean(residual**2))
            if loss < self.tolerance_loss or abs(last - loss) < self.tolerance_change:
                break
            spectrum += step * (bank @ residual)
        return np.maximum(spectrum, 0)


def _uniforms(count: int, kind: np.dtype, random: Mt19937) -> np.ndarray:
    """Draws `count` numbers in [0, 1): a float32 takes one word, a float64 two."""
    if kind == np.float64:
        return random.canonical(count)
    return random.words(count).astype(np.float32) / np.float32(2**32)
