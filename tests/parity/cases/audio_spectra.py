"""Spectrograms and what is read from them, mel scales, cepstra, filter banks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.audio_cases import COMPLEX, SPECTRUM, TONE, WAVE, Build, audio, call_cases
from tests.parity.harness import Arrays, case

SPECTRA: dict[str, tuple[Build, np.ndarray]] = {
    "spectrogram": (lambda a: a.Spectrogram(), WAVE),
    "spectrogram_given": (
        lambda a: a.Spectrogram(
            n_fft=65,
            win_length=41,
            hop_length=20,
            pad=3,
            window=a.WindowType.HAMMING,
            power=1.5,
            normalized=True,
            center=True,
            pad_mode=a.BorderType.SYMMETRIC,
            onesided=False,
        ),
        WAVE[0],
    ),
    "spectrogram_complex": (lambda a: a.Spectrogram(64, power=0), WAVE),
    "spectrogram_mirrored": (lambda a: a.Spectrogram(64, power=0, onesided=False), WAVE[0]),
    "spectrogram_not_centred": (lambda a: a.Spectrogram(64, center=False, power=1), WAVE),
    "spectrogram_edge": (lambda a: a.Spectrogram(64, pad_mode=a.BorderType.EDGE), WAVE),
    "spectrogram_constant": (lambda a: a.Spectrogram(64, pad_mode=a.BorderType.CONSTANT), WAVE),
    "spectrogram_one_sample": (lambda a: a.Spectrogram(64, 1, 50, power=1), WAVE),
    "window_bartlett": (lambda a: a.Spectrogram(64, window=a.WindowType.BARTLETT), WAVE[0]),
    "window_blackman": (lambda a: a.Spectrogram(64, window=a.WindowType.BLACKMAN), WAVE[0]),
    "window_hann": (lambda a: a.Spectrogram(64, window=a.WindowType.HANN), WAVE[0]),
    "window_kaiser": (lambda a: a.Spectrogram(64, window=a.WindowType.KAISER), WAVE[0]),
    "centroid": (lambda a: a.SpectralCentroid(8000, 64), WAVE),
    "centroid_given": (
        lambda a: a.SpectralCentroid(
            sample_rate=8001,
            n_fft=65,
            win_length=50,
            hop_length=17,
            pad=5,
            window=a.WindowType.BARTLETT,
        ),
        TONE,
    ),
    "inverse": (lambda a: a.InverseSpectrogram(n_fft=64), COMPLEX),
    "inverse_given": (
        lambda a: a.InverseSpectrogram(
            length=200,
            n_fft=64,
            win_length=50,
            hop_length=20,
            pad=7,
            window=a.WindowType.HAMMING,
            normalized=True,
            center=True,
            pad_mode=a.BorderType.REFLECT,
            onesided=True,
        ),
        COMPLEX[0],
    ),
    "inverse_not_centred": (
        lambda a: a.InverseSpectrogram(200, 64, center=False, pad_mode=a.BorderType.EDGE),
        COMPLEX,
    ),
    "inverse_two_sided": (
        lambda a: a.InverseSpectrogram(n_fft=32, hop_length=10, onesided=False),
        COMPLEX,
    ),
    "griffin_lim": (lambda a: a.GriffinLim(64, 3, rand_init=False), SPECTRUM),
    "griffin_lim_given": (
        lambda a: a.GriffinLim(
            n_fft=64,
            n_iter=4,
            win_length=50,
            hop_length=20,
            window_type=a.WindowType.HAMMING,
            power=1,
            momentum=0.5,
            length=179,
            rand_init=False,
        ),
        SPECTRUM[0],
    ),
    "griffin_lim_four": (
        lambda a: a.GriffinLim(64, 2, momentum=0, rand_init=False),
        SPECTRUM[None],
    ),
    "deltas": (lambda a: a.ComputeDeltas(), SPECTRUM),
    "deltas_even": (
        lambda a: a.ComputeDeltas(win_length=8, pad_mode=a.BorderType.REFLECT),
        SPECTRUM,
    ),
    "deltas_wide": (lambda a: a.ComputeDeltas(51, a.BorderType.CONSTANT), SPECTRUM),
    "deltas_wide_reflected": (lambda a: a.ComputeDeltas(51, a.BorderType.REFLECT), SPECTRUM),
    "deltas_wide_symmetric": (lambda a: a.ComputeDeltas(51, a.BorderType.SYMMETRIC), SPECTRUM),
    "cmn": (lambda a: a.SlidingWindowCmn(), SPECTRUM),
    "cmn_given": (
        lambda a: a.SlidingWindowCmn(cmn_window=10, min_cmn_window=3, center=False, norm_vars=True),
        SPECTRUM,
    ),
    "cmn_centred": (lambda a: a.SlidingWindowCmn(10, 3, True, True), SPECTRUM),
    "cmn_one_feature": (lambda a: a.SlidingWindowCmn(11, 5, True), SPECTRUM[0][:, :1]),
    "cmn_no_window": (lambda a: a.SlidingWindowCmn(0, 0, False, True), SPECTRUM[0]),
    "cmn_one_frame": (lambda a: a.SlidingWindowCmn(500, 300), SPECTRUM[0][:1]),
}
call_cases(__name__, SPECTRA, rtol=2e-4, atol=2e-5)

SCALED: dict[str, tuple[Build, np.ndarray]] = {
    "mel_scale": (lambda a: a.MelScale(n_stft=33), SPECTRUM),
    "mel_scale_given": (
        lambda a: a.MelScale(
            n_mels=20,
            sample_rate=8000,
            f_min=100.0,
            f_max=3000.0,
            n_stft=33,
            norm=a.NormType.SLANEY,
            mel_type=a.MelType.SLANEY,
        ),
        SPECTRUM[0],
    ),
    "pitch": (lambda a: a.DetectPitchFrequency(8000, 0.01, 3), TONE),
    "pitch_given": (
        lambda a: a.DetectPitchFrequency(
            sample_rate=16000, frame_time=0.007, win_length=4, freq_low=100, freq_high=2000
        ),
        np.concatenate([TONE, TONE[:, ::-1]]),
    ),
}
call_cases(__name__, SCALED, rtol=1e-4, atol=1e-5)

# MindSpore misreads float64 here.
MELS: dict[str, tuple[Build, np.ndarray]] = {
    "mel_spectrogram": (lambda a: a.MelSpectrogram(n_fft=64, n_mels=12), WAVE),
    "mel_spectrogram_given": (
        lambda a: a.MelSpectrogram(
            sample_rate=8000,
            n_fft=64,
            win_length=50,
            hop_length=17,
            f_min=20.0,
            f_max=3000.0,
            pad=5,
            n_mels=10,
            window=a.WindowType.KAISER,
            power=1.5,
            normalized=True,
            center=True,
            pad_mode=a.BorderType.EDGE,
            onesided=True,
            norm=a.NormType.SLANEY,
            mel_scale=a.MelType.SLANEY,
        ),
        WAVE[0],
    ),
    "mel_spectrogram_ends": (lambda a: a.MelSpectrogram(n_fft=64, n_mels=12, center=False), WAVE),
    "mfcc": (lambda a: a.MFCC(), WAVE),
    "mfcc_given": (
        lambda a: a.MFCC(
            sample_rate=8000,
            n_mfcc=8,
            dct_type=2,
            norm=a.NormMode.NONE,
            log_mels=True,
            melkwargs=_mel_arguments(a),
        ),
        WAVE[0],
    ),
    "mfcc_power": (lambda a: a.MFCC(16000, 6, melkwargs={**_mel_arguments(a), "power": 1.7}), WAVE),
    "lfcc": (lambda a: a.LFCC(), WAVE),
    "lfcc_given": (
        lambda a: a.LFCC(
            sample_rate=8000,
            n_filter=20,
            n_lfcc=9,
            f_min=10,
            f_max=3000.0,
            dct_type=2,
            norm=a.NormMode.NONE,
            log_lf=True,
            speckwargs={
                "window": a.WindowType.BLACKMAN,
                "pad_mode": a.BorderType.CONSTANT,
                "n_fft": 64,
                "win_length": 50,
                "pad": 4,
                "power": 1.5,
            },
        ),
        WAVE[0],
    ),
}
call_cases(__name__, MELS, kinds=(np.float32, np.float16), rtol=3e-3, atol=1e-3)


def _mel_arguments(a: Any) -> dict[str, Any]:
    return {
        "n_fft": 64,
        "win_length": 50,
        "hop_length": 25,
        "f_min": 50.0,
        "f_max": 4000.0,
        "pad": 3,
        "power": 2.0,
        "normalized": True,
        "center": True,
        "onesided": True,
        "window": a.WindowType.HAMMING,
        "pad_mode": a.BorderType.SYMMETRIC,
        "norm": a.NormType.SLANEY,
        "mel_scale": a.MelType.SLANEY,
        "n_mels": 12,
    }


BANKS: dict[str, Build] = {
    "dct": lambda a: a.create_dct(20, 32),
    "dct_orthonormal": lambda a: a.create_dct(n_mfcc=40, n_mels=30, norm=a.NormMode.ORTHO),
    "linear_bank": lambda a: a.linear_fbanks(100, 10, 3000, 20, 16000),
    "linear_bank_named": lambda a: a.linear_fbanks(
        n_freqs=50, f_min=0.0, f_max=4000.0, n_filter=5, sample_rate=8000
    ),
    "linear_bank_point": lambda a: a.linear_fbanks(5, 10, 10, 4, 16000),
    "linear_bank_empty": lambda a: a.linear_fbanks(0, 10, 10, 4, 16000),
    "mel_bank": lambda a: a.melscale_fbanks(100, 10, 3000, 20, 16000),
    "mel_bank_named": lambda a: a.melscale_fbanks(
        n_freqs=100,
        f_min=10,
        f_max=3000,
        n_mels=20,
        sample_rate=16000,
        norm=a.NormType.SLANEY,
        mel_type=a.MelType.SLANEY,
    ),
    "mel_bank_one": lambda a: a.melscale_fbanks(1, 10, 10, 4, 16000),
}


def _bank(name: str, build: Build) -> None:
    def body(ms: Any, run: Any) -> Arrays:
        return {"bank": build(audio(ms))}

    body.__module__ = __name__
    case(name=name, jit=False, rtol=1e-4, atol=1e-5)(body)


for _name, _build in BANKS.items():
    _bank(_name, _build)
