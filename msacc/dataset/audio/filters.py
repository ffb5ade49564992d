"""Recursive filters: LFilter, Filtfilt, and second-order filters by SoX's equations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msacc.common import checks as check
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, single
from msacc.dataset.audio.iir import lfilter

if TYPE_CHECKING:
    from collections.abc import Sequence

Three = tuple[float, float, float]
Coefficients = tuple[Three, Three]


def singles(values: Three) -> Three:
    """Rounds coefficients to float32."""
    x, y, z = (single(value) for value in values)
    return x, y, z


class LFilter(AudioTensorOperation):
    """The difference equation with denominator `a_coeffs` and numerator `b_coeffs`.

    Lists or tuples of numbers, of one length, the coefficient of the current sample first. `clamp`
    clips the result to [-1, 1]; the feedback is not clipped. Arrays (..., time)
    of float16, float32 or float64 keep their type; the sums are float64.

    Raises TypeError or ValueError for other arguments, RuntimeError for empty ones, for
    a_coeffs[0] = 0 and for integer arrays.
    """

    floats_only = True

    def __init__(
        self, a_coeffs: Sequence[float], b_coeffs: Sequence[float], clamp: bool = True
    ) -> None:
        check.instance(None, "a_coeffs", a_coeffs, (list, tuple))
        check.instance(None, "b_coeffs", b_coeffs, (list, tuple))
        self.a_coeffs = [
            single(arguments.number(f"a_coeffs[{i}]", a)) for i, a in enumerate(a_coeffs)
        ]
        self.b_coeffs = [
            single(arguments.number(f"b_coeffs[{i}]", b)) for i, b in enumerate(b_coeffs)
        ]
        if len(a_coeffs) != len(b_coeffs):
            raise ValueError(
                "The size of a_coeffs should be the same as that of b_coeffs. Got "
                f"{len(a_coeffs)} and {len(b_coeffs)}."
            )
        self.clamp = arguments.flag("clamp", clamp)

    def verify(self) -> None:
        name = type(self).__name__.lower()
        if not self.a_coeffs:
            raise RuntimeError(f"{name}: a_coeffs can not be an empty vector.")
        if self.a_coeffs[0] == 0:
            raise RuntimeError(f"{name}: a_coeffs[0] can not be equal to zero, but got: 0.")

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return lfilter(xs, np.array(self.a_coeffs), np.array(self.b_coeffs), self.clamp)


class Filtfilt(LFilter):
    """LFilter forward, then backward, so that no phase is shifted.

    `a_coeffs`, `b_coeffs` and arrays as for LFilter; `clamp` applies to the second pass only.
    """

    def compute(self, xs: np.ndarray) -> np.ndarray:
        a, b = np.array(self.a_coeffs), np.array(self.b_coeffs)
        forward = lfilter(xs, a, b, clamp=False)
        return np.ascontiguousarray(lfilter(forward[..., ::-1], a, b, self.clamp)[..., ::-1])


class _Biquad(AudioTensorOperation):
    """Base of the second-order filters; the result is in [-1, 1]."""

    floats_only = True

    def coefficients(self) -> Coefficients:
        """Returns (b0, b1, b2) and (a0, a1, a2)."""
        raise NotImplementedError

    def compute(self, xs: np.ndarray) -> np.ndarray:
        b, a = self.coefficients()
        return lfilter(xs, np.array(a), np.array(b), clamp=True)


class Biquad(_Biquad):
    """The second-order filter with these coefficients, clamped to [-1, 1].

    `b0`, `b1`, `b2`: of this sample and the two before.
    `a0` (not 0), `a1`, `a2`: of the outputs.

    Arrays (..., time) of floats keep their type.

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    arrays_only = False

    def __init__(self, b0: float, b1: float, b2: float, a0: float, a1: float, a2: float) -> None:
        arguments.number("b0", b0), arguments.number("b1", b1), arguments.number("b2", b2)
        arguments.nonzero("a0", a0), arguments.number("a1", a1), arguments.number("a2", a2)
        self.b, self.a = singles((b0, b1, b2)), singles((a0, a1, a2))

    def coefficients(self) -> Coefficients:
        return self.b, self.a


class _FrequencyBiquad(_Biquad):
    """Base of the filters around a frequency.

    `w` is the frequency in radians a sample and `alpha` half its band's width.
    """

    def _msacc_tune(self, sample_rate: int, name: str, frequency: float, quality: float) -> None:
        self.sample_rate = arguments.nonzero_int("sample_rate", sample_rate)
        self.frequency = single(arguments.number(name, frequency))
        self.quality = single(arguments.fraction("Q", quality))

    @property
    def w(self) -> float:
        """The frequency in radians a sample."""
        return 2 * math.pi * self.frequency / self.sample_rate

    @property
    def alpha(self) -> float:
        """sin(w) / (2 Q)."""
        return math.sin(self.w) / 2 / self.quality


class AllpassBiquad(_FrequencyBiquad):
    """A two-pole all-pass filter: it shifts phases and keeps magnitudes.

    `sample_rate`: an int in Hz, not 0.
    `central_freq`: a number in Hz, not 0.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays and for `central_freq`
    0.
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707) -> None:
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)

    def verify(self) -> None:
        if self.frequency == 0:
            raise RuntimeError("AllpassBiquad: central_freq can not be equal to zero, but got: 0.")

    def coefficients(self) -> Coefficients:
        alpha, middle = self.alpha, -2 * math.cos(self.w)
        return (1 - alpha, middle, 1 + alpha), (1 + alpha, middle, 1 - alpha)


class BandBiquad(_FrequencyBiquad):
    """A two-pole band filter whose magnitude falls off from the central frequency.

    `sample_rate`: an int in Hz, not 0.
    `central_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].
    `noise`: the variant for sounds without a pitch.

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(
        self, sample_rate: int, central_freq: float, Q: float = 0.707, noise: bool = False
    ) -> None:
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)
        self.noise = arguments.flag("noise", noise)

    def coefficients(self) -> Coefficients:
        band = single(self.frequency / self.quality)
        a2 = math.exp(-2 * math.pi * band / self.sample_rate)
        a1 = -4 * a2 / (1 + a2) * math.cos(self.w)
        b0 = math.sqrt(1 - a1 * a1 / (4 * a2)) * (1 - a2)
        if self.noise:
            if b0 == 0:
                raise RuntimeError("BandBiquad: zero division error, 'b0' can not be zero.")
            b0 *= math.sqrt(((1 + a2) * (1 + a2) - a1 * a1) * (1 - a2) / (1 + a2)) / b0
        return (b0, 0.0, 0.0), (1.0, a1, a2)


class BandpassBiquad(_FrequencyBiquad):
    """A two-pole Butterworth band-pass filter.

    `sample_rate`: an int in Hz, not 0.
    `central_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].
    `const_skirt_gain`: the peak is Q, else 0 dB.

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(
        self,
        sample_rate: int,
        central_freq: float,
        Q: float = 0.707,
        const_skirt_gain: bool = False,
    ) -> None:
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)
        self.const_skirt_gain = arguments.flag("const_skirt_gain", const_skirt_gain)

    def coefficients(self) -> Coefficients:
        # MindSpore computes this one in float32.
        w = single(self.w)
        alpha = single(math.sin(w) / 2 / self.quality)
        peak = single(math.sin(w) / 2) if self.const_skirt_gain else alpha
        a = single(1 + alpha), single(-2 * math.cos(w)), single(1 - alpha)
        return (peak, 0.0, -peak), a


class BandrejectBiquad(_FrequencyBiquad):
    """A two-pole Butterworth band-reject filter.

    `sample_rate`: an int in Hz, not 0.
    `central_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707) -> None:
        self._msacc_tune(sample_rate, "central_freq", central_freq, Q)

    def coefficients(self) -> Coefficients:
        middle = -2 * math.cos(self.w)
        return (1.0, middle, 1.0), (1 + self.alpha, middle, 1 - self.alpha)


class HighpassBiquad(_FrequencyBiquad):
    """A two-pole Butterworth high-pass filter.

    `sample_rate`: an int in Hz, not 0.
    `cutoff_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int, cutoff_freq: float, Q: float = 0.707) -> None:
        self._msacc_tune(sample_rate, "cutoff_freq", cutoff_freq, Q)

    def coefficients(self) -> Coefficients:
        cosine = math.cos(self.w)
        b0 = (1 + cosine) / 2
        return (b0, -1 - cosine, b0), (1 + self.alpha, -2 * cosine, 1 - self.alpha)


class LowpassBiquad(_FrequencyBiquad):
    """A two-pole Butterworth low-pass filter.

    `sample_rate`: an int in Hz, not 0.
    `cutoff_freq`: a number in Hz.
    `Q`: the quality, in (0, 1].

    Arrays (..., time) of floats keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for integer arrays.
    """

    def __init__(self, sample_rate: int, cutoff_freq: float, Q: float = 0.707) -> None:
        self._msacc_tune(sample_rate, "cutoff_freq", cutoff_freq, Q)

    def coefficients(self) -> Coefficients:
        cosine = math.cos(self.w)
        b0 = (1 - cosine) / 2
        return (b0, 1 - cosine, b0), (1 + self.alpha, -2 * cosine, 1 - self.alpha)
