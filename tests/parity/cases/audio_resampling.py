"""Other sample rates, speeds and pitches; voice activity."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.audio_cases import COMPLEX, TONE, WAVE, Build, arrays, audio, call_cases
from tests.parity.harness import Arrays, case

RESAMPLED: dict[str, tuple[Build, np.ndarray]] = {
    "half": (lambda a: a.Resample(16000, 8000), TONE),
    "up": (lambda a: a.Resample(orig_freq=8000, new_freq=11025), WAVE),
    "kaiser": (
        lambda a: a.Resample(
            44100,
            16000,
            resample_method=a.ResampleMethod.KAISER_WINDOW,
            lowpass_filter_width=16,
            rolloff=0.9,
            beta=5.0,
        ),
        TONE,
    ),
    "kaiser_default": (
        lambda a: a.Resample(3, 7, a.ResampleMethod.KAISER_WINDOW),
        WAVE[0, :40],
    ),
    "fractions": (lambda a: a.Resample(16000.7, 8000.2), WAVE[0]),
    "coprime": (lambda a: a.Resample(1601, 1100), WAVE),
    "same": (lambda a: a.Resample(), WAVE),
}
call_cases(__name__, RESAMPLED, rtol=1e-4, atol=5e-5)

# MindSpore sums phases and samples in float32.
SHIFTED: dict[str, tuple[Build, np.ndarray]] = {
    "pitch_shift": (lambda a: a.PitchShift(8000, 3), TONE),
    "pitch_shift_given": (
        lambda a: a.PitchShift(
            sample_rate=8000,
            n_steps=-5,
            bins_per_octave=7,
            n_fft=64,
            win_length=50,
            hop_length=12,
            window=a.WindowType.HAMMING,
        ),
        WAVE[0],
    ),
    "pitch_shift_none": (lambda a: a.PitchShift(8000, 0, n_fft=64), WAVE[None]),
    "stretch": (lambda a: a.TimeStretch(hop_length=16, n_freq=33, fixed_rate=1.3), COMPLEX),
    "stretch_slow": (lambda a: a.TimeStretch(None, 33, 0.45), COMPLEX[0]),
    "stretch_none": (lambda a: a.TimeStretch(), COMPLEX[0]),
    "stretch_few": (lambda a: a.TimeStretch(16, 20, 1.5), COMPLEX),
}
call_cases(__name__, SHIFTED, rtol=2e-3, atol=1e-3)


def _vocoder(name: str, rate: float, most: float, x: np.ndarray) -> None:
    def body(ms: Any, run: Any) -> Arrays:
        result = {}
        for kind in (np.float64, np.float32):
            advance = np.linspace(0, most, x.shape[-3]).astype(kind)[:, None]
            out = audio(ms).PhaseVocoder(rate=rate, phase_advance=advance)(x.astype(kind))
            result.update({f"{np.dtype(kind)}.{k}": v for k, v in arrays(out).items()})
        return result

    body.__module__ = __name__
    case(name=name, jit=False, rtol=2e-3, atol=1e-3)(body)


_vocoder("vocoder", 1.3, 3, COMPLEX)
_vocoder("vocoder_slow", 0.45, 100, COMPLEX[0])
_vocoder("vocoder_same", 1, 3, COMPLEX)
_vocoder("vocoder_same_of_one", 1.0, 3, COMPLEX[0])

_NOISE = np.random.RandomState(1).normal(0, 1e-4, 1500)
# MindSpore finds no voice anywhere, msacc none here: how much both keep is compared.
SPEECH = _NOISE.copy()
SPEECH[600:640] += 0.02 * np.sin(np.arange(40) * 0.5)
SPEECH[900:] += 0.5 * np.sin(np.arange(600) * 0.4) * np.abs(np.sin(np.arange(600) * 0.05))
TWO = np.stack([SPEECH, _NOISE])

VOICES: dict[str, tuple[Build, np.ndarray]] = {
    "voice": (lambda a: a.Vad(600), SPEECH),
    "voice_two": (lambda a: a.Vad(sample_rate=600), TWO),
    "voice_none": (lambda a: a.Vad(600), _NOISE[:400]),
    "voice_level": (lambda a: a.Vad(600, trigger_level=12.0, trigger_time=0.05), SPEECH),
    "voice_search": (lambda a: a.Vad(600, search_time=0.3, allowed_gap=0.1), SPEECH),
    "voice_before": (lambda a: a.Vad(600, pre_trigger_time=0.2, search_time=0.2), SPEECH),
    "voice_noise": (
        lambda a: a.Vad(
            600,
            boot_time=0.1,
            noise_up_time=0.3,
            noise_down_time=0.02,
            noise_reduction_amount=2.0,
        ),
        SPEECH,
    ),
    "voice_measures": (
        lambda a: a.Vad(600, measure_freq=30.0, measure_duration=0.08, measure_smooth_time=0.1),
        SPEECH,
    ),
    "voice_ranges": (
        lambda a: a.Vad(
            600,
            hp_filter_freq=20.0,
            lp_filter_freq=250.0,
            hp_lifter_freq=30.0,
            lp_lifter_freq=280.0,
        ),
        SPEECH,
    ),
    "voice_no_times": (
        lambda a: a.Vad(
            600, trigger_time=0.0, noise_up_time=0.0, noise_down_time=0.0, measure_smooth_time=0.0
        ),
        SPEECH,
    ),
}
call_cases(__name__, VOICES, rtol=1e-6, atol=1e-7)
