"""Effects, scales of loudness, complex numbers, delays."""

from __future__ import annotations

import numpy as np

from tests.parity.audio_cases import COMPLEX, SPECTRUM, TONE, WAVE, Build, call_cases

ALL = (np.float64, np.float32, np.float16, np.int32, np.uint8, np.bool_)

EFFECTS: dict[str, tuple[Build, np.ndarray]] = {
    "contrast": (lambda a: a.Contrast(), WAVE),
    "contrast_amount": (lambda a: a.Contrast(enhancement_amount=0), WAVE),
    "overdrive": (lambda a: a.Overdrive(), WAVE),
    "overdrive_given": (lambda a: a.Overdrive(gain=3, color=90.0), TONE),
    "fade": (lambda a: a.Fade(100, 1), WAVE),
    "fade_ends": (
        lambda a: a.Fade(fade_in_len=1, fade_out_len=1, fade_shape=a.FadeShape.LOGARITHMIC),
        WAVE,
    ),
    "fade_all": (lambda a: a.Fade(fade_out_len=300), WAVE),
    "fade_linear": (lambda a: a.Fade(150, 250, a.FadeShape.LINEAR), WAVE),
    "fade_quarter": (lambda a: a.Fade(150, 250, a.FadeShape.QUARTER_SINE), WAVE),
    "fade_half": (lambda a: a.Fade(150, 250, a.FadeShape.HALF_SINE), WAVE),
    "fade_logarithmic": (lambda a: a.Fade(150, 250, a.FadeShape.LOGARITHMIC), WAVE),
    "fade_exponential": (lambda a: a.Fade(150, 250, a.FadeShape.EXPONENTIAL), WAVE),
    "dither": (lambda a: a.Dither(), WAVE),
    "dither_shaped": (
        lambda a: a.Dither(density_function=a.DensityFunction.TPDF, noise_shaping=True),
        WAVE,
    ),
    "gain": (lambda a: a.Gain(), WAVE),
    "gain_given": (lambda a: a.Gain(gain_db=-6.5), WAVE),
    "gain_none": (lambda a: a.Gain(0), WAVE),
    "volume": (lambda a: a.Vol(0.5), WAVE),
    "volume_loud": (lambda a: a.Vol(gain=3, gain_type=a.GainType.AMPLITUDE), WAVE),
    "volume_power": (lambda a: a.Vol(0.5, a.GainType.POWER), WAVE),
    "volume_decibels": (lambda a: a.Vol(6, a.GainType.DB), WAVE),
    "volume_same": (lambda a: a.Vol(0, a.GainType.DB), WAVE * 3),
    "shift": (lambda a: a.DCShift(0.5), WAVE),
    "shift_limited": (lambda a: a.DCShift(shift=0.5, limiter_gain=0.1), WAVE),
    "shift_down": (lambda a: a.DCShift(-0.5, 0.1), WAVE),
    "shift_far": (lambda a: a.DCShift(1.5, 0.02), WAVE),
    "shift_far_down": (lambda a: a.DCShift(-1.5, 0.02), WAVE),
    "shift_nothing": (lambda a: a.DCShift(0, 0.02), WAVE),
    "phaser": (lambda a: a.Phaser(8000), WAVE),
    "phaser_given": (
        lambda a: a.Phaser(
            sample_rate=44100,
            gain_in=0.9,
            gain_out=2,
            delay_ms=4.7,
            decay=0.9,
            mod_speed=2,
            sinusoidal=False,
        ),
        TONE,
    ),
    "flanger": (lambda a: a.Flanger(8000), WAVE),
    "flanger_still": (lambda a: a.Flanger(8000, 0, 0, -90, 50), WAVE),
    "flanger_back": (lambda a: a.Flanger(8000, delay=1, depth=3, regen=90, speed=10), WAVE),
    "flanger_no_copy": (lambda a: a.Flanger(8000, width=0, speed=0.1), WAVE[None]),
}
call_cases(__name__, EFFECTS, rtol=1e-4, atol=1e-5)

# The delay is kept in float32 by MindSpore.
FLANGERS: dict[str, tuple[Build, np.ndarray]] = {
    "flanger_given": (
        lambda a: a.Flanger(
            sample_rate=8000,
            delay=5,
            depth=3,
            regen=50,
            width=50,
            speed=2,
            phase=60,
            modulation=a.Modulation.TRIANGULAR,
            interpolation=a.Interpolation.QUADRATIC,
        ),
        WAVE,
    ),
    "flanger_backward": (
        lambda a: a.Flanger(
            8000, 0, 3, -90, 50, 2, 60, a.Modulation.SINUSOIDAL, a.Interpolation.QUADRATIC
        ),
        WAVE[None],
    ),
}
call_cases(__name__, FLANGERS, rtol=1e-4, atol=5e-5)

SCALES: dict[str, tuple[Build, np.ndarray]] = {
    "decibels": (lambda a: a.AmplitudeToDB(), SPECTRUM),
    "decibels_given": (
        lambda a: a.AmplitudeToDB(stype=a.ScaleType.MAGNITUDE, ref_value=0.5, amin=0.1, top_db=3.0),
        SPECTRUM,
    ),
    "decibels_four": (lambda a: a.AmplitudeToDB(top_db=5), SPECTRUM[:, None]),
    "decibels_two": (lambda a: a.AmplitudeToDB(top_db=5), SPECTRUM[0]),
    "decibels_negative": (lambda a: a.AmplitudeToDB(amin=0.3), SPECTRUM - 0.5),
    "amplitudes": (lambda a: a.DBToAmplitude(1.0, 1.0), WAVE),
    "amplitudes_given": (lambda a: a.DBToAmplitude(ref=2, power=0.5), WAVE * 50),
    "mu_law": (lambda a: a.MuLawEncoding(), WAVE),
    "mu_law_few": (lambda a: a.MuLawEncoding(quantization_channels=16), WAVE),
    "mu_law_back": (lambda a: a.MuLawDecoding(), WAVE * 200),
    "mu_law_back_few": (lambda a: a.MuLawDecoding(quantization_channels=16), WAVE * 8 + 8),
    "angle": (lambda a: a.Angle(), COMPLEX),
    "angle_one": (lambda a: a.Angle(), COMPLEX[0, 0, 0]),
    "norm": (lambda a: a.ComplexNorm(), COMPLEX),
    "norm_cubed": (lambda a: a.ComplexNorm(power=3), COMPLEX),
    "norm_nought": (lambda a: a.ComplexNorm(0.0), COMPLEX * 0),
    "magphase": (lambda a: a.Magphase(), COMPLEX),
    "magphase_power": (lambda a: a.Magphase(power=2.5), COMPLEX[0]),
}
call_cases(__name__, SCALES, rtol=1e-5, atol=1e-5)

TYPES: dict[str, tuple[Build, np.ndarray]] = {
    "types_contrast": (lambda a: a.Contrast(), WAVE * 3),
    "types_fade": (lambda a: a.Fade(5, 5), np.abs(WAVE) * 9),
    "types_no_fade": (lambda a: a.Fade(), np.abs(WAVE) * 9),
    "types_gain": (lambda a: a.Gain(3), np.abs(WAVE) * 9),
    "types_decibels": (lambda a: a.AmplitudeToDB(), SPECTRUM * 9),
    "types_mu_law": (lambda a: a.MuLawDecoding(), np.abs(WAVE) * 200),
    "types_angle": (lambda a: a.Angle(), np.abs(COMPLEX) * 9),
    "types_overdrive": (lambda a: a.Overdrive(), np.abs(WAVE) * 2),
}
call_cases(__name__, TYPES, kinds=ALL, rtol=1e-4, atol=1e-5)
