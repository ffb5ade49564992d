"""Recursive filters: the general ones, the second-order ones, tone controls."""

from __future__ import annotations

import numpy as np

from tests.parity.audio_cases import TONE, WAVE, Build, call_cases

LONG = np.concatenate([WAVE[:1], WAVE[:1, ::-1]], axis=1)

EXACT: dict[str, tuple[Build, np.ndarray]] = {
    "lfilter": (lambda a: a.LFilter([1.0, 0.1, 0.2], [0.3, 0.2, 0.1]), WAVE),
    "lfilter_scaled": (lambda a: a.LFilter([2.5, 1, -0.5, 0.1], [1, -1, 2, 0.5]), LONG),
    "lfilter_open": (
        lambda a: a.LFilter(a_coeffs=(1, -0.9), b_coeffs=(3, 0.5), clamp=False),
        LONG,
    ),
    "lfilter_plain": (lambda a: a.LFilter([1.0, 0, 0], [0.3, 0.2, 0.1], clamp=True), WAVE),
    "lfilter_one": (lambda a: a.LFilter([2.0], [0.5]), WAVE),
    "lfilter_single": (lambda a: a.LFilter([1.0, 0.4], [0.5, 0.1]), WAVE[0, :1]),
    "filtfilt": (lambda a: a.Filtfilt([1.0, 0.1, 0.3], [0.5, 0.1, 0.2]), WAVE),
    "filtfilt_open": (
        lambda a: a.Filtfilt(a_coeffs=[1, -0.8], b_coeffs=[2, 0.4], clamp=False),
        WAVE[0],
    ),
    "biquad": (lambda a: a.Biquad(0.1, 0.2, 0.3, 1.1, 0.1, 0.2), WAVE),
    "biquad_named": (
        lambda a: a.Biquad(b0=1, b1=-0.5, b2=0.25, a0=-2, a1=0.3, a2=0.6),
        WAVE[None],
    ),
    "highpass": (lambda a: a.HighpassBiquad(44100, 1500), WAVE),
    "highpass_quality": (
        lambda a: a.HighpassBiquad(sample_rate=8000, cutoff_freq=900.5, Q=0.2),
        WAVE,
    ),
    "lowpass": (lambda a: a.LowpassBiquad(44100, 1500), WAVE),
    "lowpass_quality": (lambda a: a.LowpassBiquad(sample_rate=8000, cutoff_freq=900.5, Q=1), TONE),
    "equalizer": (lambda a: a.EqualizerBiquad(44100, 1500, 5.5), WAVE),
    "equalizer_quality": (
        lambda a: a.EqualizerBiquad(sample_rate=8000, center_freq=700, gain=-9, Q=0.3),
        WAVE,
    ),
    "treble": (lambda a: a.TrebleBiquad(44100, 5.5), WAVE),
    "treble_given": (
        lambda a: a.TrebleBiquad(sample_rate=16000, gain=-7, central_freq=2000, Q=0.5),
        WAVE,
    ),
    "bandpass": (lambda a: a.BandpassBiquad(8000, 600), WAVE),
    "bandpass_skirt": (
        lambda a: a.BandpassBiquad(
            sample_rate=8000, central_freq=600.5, Q=0.4, const_skirt_gain=True
        ),
        WAVE,
    ),
    "bandreject": (lambda a: a.BandrejectBiquad(8000, 600), WAVE),
    "bandreject_quality": (
        lambda a: a.BandrejectBiquad(sample_rate=8000, central_freq=600.5, Q=0.4),
        WAVE,
    ),
    "band": (lambda a: a.BandBiquad(8000, 600), WAVE),
    "band_noise": (
        lambda a: a.BandBiquad(sample_rate=8000, central_freq=600.5, Q=0.4, noise=True),
        WAVE,
    ),
    "deemphasis_44100": (lambda a: a.DeemphBiquad(44100), WAVE),
    "deemphasis_48000": (lambda a: a.DeemphBiquad(sample_rate=48000), WAVE),
}
call_cases(__name__, EXACT, rtol=1e-4, atol=3e-6)

# Poles near the unit circle: MindSpore's float32 sums drift.
DRIFTING: dict[str, tuple[Build, np.ndarray]] = {
    "allpass": (lambda a: a.AllpassBiquad(44100, 200), WAVE),
    "allpass_quality": (
        lambda a: a.AllpassBiquad(sample_rate=8000, central_freq=600.5, Q=0.4),
        WAVE,
    ),
    "bass": (lambda a: a.BassBiquad(44100, 20.0), WAVE),
    "bass_given": (
        lambda a: a.BassBiquad(sample_rate=16000, gain=-7, central_freq=200, Q=0.5),
        WAVE,
    ),
    "riaa_44100": (lambda a: a.RiaaBiquad(44100), WAVE),
    "riaa_48000": (lambda a: a.RiaaBiquad(48000), WAVE),
    "riaa_88200": (lambda a: a.RiaaBiquad(88200), WAVE),
    "riaa_96000": (lambda a: a.RiaaBiquad(sample_rate=96000), WAVE),
}
call_cases(__name__, DRIFTING, rtol=1e-3, atol=2e-4)

# MindSpore sums in float16 there, msacc in float64.
HALF: dict[str, tuple[Build, np.ndarray]] = {
    "half_lfilter": (lambda a: a.LFilter([1.0, 0.1, 0.2], [0.3, 0.2, 0.1]), WAVE),
    "half_filtfilt": (lambda a: a.Filtfilt([1.0, 0.1, 0.3], [0.5, 0.1, 0.2]), WAVE),
    "half_highpass": (lambda a: a.HighpassBiquad(8000, 1500), WAVE),
    "half_deemphasis": (lambda a: a.DeemphBiquad(44100), WAVE),
}
call_cases(__name__, HALF, kinds=(np.float16,), rtol=1e-2, atol=5e-3)
