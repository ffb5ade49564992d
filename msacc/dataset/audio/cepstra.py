"""Cepstral coefficients (MFCC, LFCC): cosine transforms of log spectra."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, single
from msacc.dataset.audio.enums import BorderType, MelType, NormMode, NormType, WindowType
from msacc.dataset.audio.filterbanks import cosine_basis, linear_bank, mel_bank
from msacc.dataset.audio.loudness import decibels
from msacc.dataset.audio.mels import mel_range, mel_spectrogram
from msacc.dataset.audio.spectra import spectrogram_options
from msacc.dataset.audio.stft import Framing, SpectrogramOptions, spectrogram

# Defaults of a dict of spectrogram arguments.
_SPECTRUM: dict[str, Any] = {
    "n_fft": 400,
    "pad": 0,
    "window": WindowType.HANN,
    "power": 2.0,
    "normalized": False,
    "center": True,
    "pad_mode": BorderType.REFLECT,
    "onesided": True,
}
# Required keys of the dicts of MFCC and LFCC.
_MEL_KEYS = [
    "n_fft",
    "win_length",
    "hop_length",
    "f_min",
    "f_max",
    "pad",
    "power",
    "normalized",
    "center",
    "onesided",
    "window",
    "pad_mode",
    "norm",
    "mel_scale",
    "n_mels",
]
_LINEAR_KEYS = ["window", "pad_mode", "n_fft", "win_length", "pad", "power"]


class _Cepstrum(AudioTensorOperation):
    """Base of both: log energies in decibels or natural logarithms times a cosine basis; float32."""

    framing: Framing
    options: SpectrogramOptions
    power: float
    log: bool
    basis: np.ndarray

    def _msacc_read_settings(
        self, kwargs: dict[str, Any] | None, required: list[str]
    ) -> dict[str, Any]:
        for name in required if kwargs is not None else ():
            kwargs[name]  # type: ignore[index]
        settings = {**_SPECTRUM, **(kwargs or {})}
        n_fft = arguments.positive_int("n_fft", settings["n_fft"])
        length = settings.get("win_length", n_fft)
        length = n_fft if length is None else arguments.natural("win_length", length)
        hop = settings.get("hop_length", length // 2)
        hop = length // 2 if hop is None else arguments.positive_int("hop_length", hop)
        arguments.member("window", settings["window"], WindowType)
        names = ("pad", "normalized", "center", "pad_mode", "onesided")
        self.framing = Framing(n_fft, length, hop, settings["window"])
        self.options = spectrogram_options(*(settings[name] for name in names))
        return settings

    def verify(self) -> None:
        name = type(self).__name__
        if self.options.pad_mode is BorderType.EDGE:
            raise RuntimeError(f"{name}: invalid BorderType, kEdge is not supported.")
        if self.framing.win_length > self.framing.n_fft:
            raise RuntimeError(
                f"{name}: win_length must be less than or equal to n_fft, but got win_length: "
                f"{self.framing.win_length}, n_fft: {self.framing.n_fft}"
            )
        if not self.options.onesided:
            raise RuntimeError(f"{name}: the filters need onesided=True.")

    def filter_energies(self, x: np.ndarray) -> np.ndarray:
        """Returns the filters' outputs (..., filters, frames)."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs.shape[1:], xs.dtype)
        return self._msacc_coefficients(xs, xs.ndim)

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return self._msacc_coefficients(xs, xs.ndim + 1)

    def _msacc_coefficients(self, xs: np.ndarray, rank: int) -> np.ndarray:
        loud = self.filter_energies(xs.astype(np.float32))
        scaled = np.log(loud + np.float32(1e-6)) if self.log else decibels(loud, rank)
        return self.basis.T @ scaled


class MFCC(_Cepstrum):
    """Mel frequency cepstral coefficients: MelSpectrogram, a logarithm, a cosine transform.

    `sample_rate`: in Hz.
    `n_mfcc`: how many coefficients.
    `dct_type`: 2.
    `norm`: ORTHO makes the basis orthonormal.
    `log_mels`: log(x + 1e-6) and not decibels.
    `melkwargs`: None, or a dict of all arguments of MelSpectrogram but the sample rate.

    Arrays (..., time) become (..., n_mfcc, frames), float32.

    Raises TypeError, ValueError or KeyError for other arguments, RuntimeError for signals up to half of
    n_fft, a pad_mode of EDGE and `onesided` False.

    Differs from MindSpore: float64 is computed in float32, correctly.
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_mfcc: int = 40,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_mels: bool = False,
        melkwargs: dict[str, Any] | None = None,
    ) -> None:
        arguments.natural("sample_rate", sample_rate)
        self.log = arguments.flag("log_mels", log_mels)
        arguments.member("norm", norm, NormMode)
        arguments.natural("n_mfcc", n_mfcc)
        _check_dct_type(dct_type)
        if melkwargs is not None:
            check.instance(None, "melkwargs", melkwargs, dict)
        settings = self._msacc_read_settings(melkwargs, _MEL_KEYS)
        n_mels = arguments.positive_int("n_mels", settings.get("n_mels", 128))
        low, high = mel_range(settings.get("f_min", 0.0), settings.get("f_max"), sample_rate)
        filters = arguments.member("norm", settings.get("norm", NormType.NONE), NormType)
        scale = arguments.member("mel_type", settings.get("mel_scale", MelType.HTK), MelType)
        self.power = arguments.non_negative("power", settings["power"], arguments.INT_FIRST)
        if n_mels < n_mfcc:
            raise ValueError(
                "Input n_mels should be greater than or equal to n_mfcc, but got n_mfcc: "
                f"{n_mfcc} and n_mels: {n_mels}."
            )
        freqs = self.framing.n_fft // 2 + 1
        self.bank = mel_bank(freqs, low, high, n_mels, sample_rate, filters, scale)
        self.basis = cosine_basis(n_mfcc, n_mels, norm)

    def verify(self) -> None:
        super().verify()
        # MindSpore checks its integer part.
        if self.power < 1:
            raise RuntimeError(f"MFCC: power must be greater than 0, but got: {int(self.power)}")

    def filter_energies(self, x: np.ndarray) -> np.ndarray:
        return mel_spectrogram(x, self.framing, self.options, self.power, self.bank)


class LFCC(_Cepstrum):
    """Linear frequency cepstral coefficients: a spectrogram, linear filters, a cosine transform.

    `sample_rate`: in Hz.
    `n_filter`: how many filters.
    `n_lfcc`: how many coefficients.
    `f_min`, `f_max`: the range of the filters in Hz, up to half of the sample rate by default.
    `dct_type`: 2.
    `norm`: ORTHO makes the basis orthonormal.
    `log_lf`: log(x + 1e-6) and not decibels.
    `speckwargs`: None, or a dict of Spectrogram's arguments with at least window, pad_mode, n_fft,
      win_length, pad and power.

    Arrays (..., time) become (..., n_lfcc, frames), float32.

    Raises TypeError, ValueError or KeyError for other arguments, RuntimeError for signals shorter than n_fft,
    a pad_mode of EDGE and `onesided` False.

    Differs from MindSpore: float64 is computed in float32, correctly.
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_filter: int = 128,
        n_lfcc: int = 40,
        f_min: float = 0.0,
        f_max: float | None = None,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_lf: bool = False,
        speckwargs: dict[str, Any] | None = None,
    ) -> None:
        arguments.natural("sample_rate", sample_rate)
        arguments.positive_int("n_filter", n_filter)
        arguments.positive_int("n_lfcc", n_lfcc)
        self.log = arguments.flag("log_lf", log_lf)
        arguments.member("norm", norm, NormMode)
        low, high = _linear_range(f_min, f_max, sample_rate)
        _check_dct_type(dct_type)
        if speckwargs is not None:
            check.instance(None, "speckwargs", speckwargs, dict)
        settings = self._msacc_read_settings(speckwargs, _LINEAR_KEYS)
        check.instance(None, "power", settings["power"], float)
        self.power = arguments.non_negative("power", settings["power"])
        self._msacc_check_lengths(n_lfcc)
        self.bank = linear_bank(self.framing.n_fft // 2 + 1, low, high, n_filter, sample_rate)
        self.basis = cosine_basis(n_lfcc, n_filter, norm)

    def _msacc_check_lengths(self, n_lfcc: int) -> None:
        n_fft, length = self.framing.n_fft, self.framing.win_length
        if n_fft < n_lfcc:
            raise ValueError(
                "n_fft should be greater than or equal to n_lfcc, but got n_fft: "
                f"{n_fft} and n_lfcc: {n_lfcc}."
            )
        if length > n_fft:
            raise ValueError(
                "win_length must be less than or equal to n_fft, but got win_length: "
                f"{length} and n_fft: {n_fft}."
            )

    def filter_energies(self, x: np.ndarray) -> np.ndarray:
        loud = spectrogram(x, self.framing, self.options, self.power)
        return self.bank.T @ loud


def _check_dct_type(dct_type: int) -> None:
    if dct_type != 2:
        raise ValueError(f"Input dct_type must be 2, but got : {dct_type}.")


def _linear_range(f_min: float, f_max: float | None, sample_rate: int) -> tuple[float, float]:
    low = single(arguments.non_negative("f_min", f_min, arguments.INT_FIRST))
    if f_max is None:
        if f_min >= sample_rate // 2:
            raise ValueError(
                "Input sample_rate // 2 should be greater than f_min when f_max is set to None, "
                f"but got f_min: {f_min} and sample_rate: {sample_rate}."
            )
        return low, float(sample_rate // 2)
    high = single(arguments.non_negative("f_max", f_max, arguments.INT_FIRST))
    if f_min > f_max:
        raise ValueError(
            "f_max should be greater than or equal to f_min, but got f_min: "
            f"{f_min} and f_max: {f_max}."
        )
    return low, high
