"""Enumerations of the audio transforms' arguments."""

from __future__ import annotations

from enum import Enum


class BorderType(str, Enum):
    """Padding modes of a signal: zeros (CONSTANT), its first and last value (EDGE), or the signal mirrored,
    without its end (REFLECT) or with it (SYMMETRIC).
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class DensityFunction(str, Enum):
    """The noise that Dither adds: triangular (TPDF), rectangular (RPDF) or Gaussian (GPDF)."""

    TPDF = "TPDF"
    RPDF = "RPDF"
    GPDF = "GPDF"


class FadeShape(str, Enum):
    """The curve of Fade: a straight line (LINEAR), a logarithm (LOGARITHMIC), an exponential (EXPONENTIAL), or a
    quarter (QUARTER_SINE) or half (HALF_SINE) of a sine.
    """

    QUARTER_SINE = "quarter_sine"
    HALF_SINE = "half_sine"
    LINEAR = "linear"
    LOGARITHMIC = "logarithmic"
    EXPONENTIAL = "exponential"


class GainType(str, Enum):
    """The unit of Vol's gain: a factor (AMPLITUDE), a ratio of powers (POWER) or decibels (DB)."""

    AMPLITUDE = "amplitude"
    POWER = "power"
    DB = "db"


class Interpolation(str, Enum):
    """Flanger's interpolation between samples: a line (LINEAR) or a parabola (QUADRATIC)."""

    LINEAR = "linear"
    QUADRATIC = "quadratic"


class MelType(str, Enum):
    """The formula of the mel scale: HTK's, logarithmic, or that of the Auditory Toolbox (SLANEY)."""

    HTK = "htk"
    SLANEY = "slaney"


class Modulation(str, Enum):
    """The waveform that modulates a delay: a sine (SINUSOIDAL) or a triangle (TRIANGULAR)."""

    SINUSOIDAL = "sinusoidal"
    TRIANGULAR = "triangular"


class NormMode(str, Enum):
    """The scale of a cosine basis: orthonormal (ORTHO) or unscaled (NONE)."""

    ORTHO = "ortho"
    NONE = "none"


class NormType(str, Enum):
    """The scale of mel filters: of equal area (SLANEY) or of equal height (NONE)."""

    SLANEY = "slaney"
    NONE = "none"


class ResampleMethod(str, Enum):
    """The window of Resample's sinc filter: Hann's (SINC_INTERPOLATION) or Kaiser's (KAISER_WINDOW)."""

    SINC_INTERPOLATION = "sinc_interpolation"
    KAISER_WINDOW = "kaiser_window"


class ScaleType(str, Enum):
    """The kind of AmplitudeToDB's input: powers (POWER) or magnitudes (MAGNITUDE)."""

    POWER = "power"
    MAGNITUDE = "magnitude"


class WindowType(str, Enum):
    """The window of a short-time Fourier transform: BARTLETT, BLACKMAN, HAMMING, HANN or KAISER."""

    BARTLETT = "bartlett"
    BLACKMAN = "blackman"
    HAMMING = "hamming"
    HANN = "hann"
    KAISER = "kaiser"
