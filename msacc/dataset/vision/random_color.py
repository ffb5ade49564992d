"""Image transforms of colour and sharpness by chance."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.vision import arguments
from msacc.dataset.vision.arguments import LARGEST, factor_range, probability
from msacc.dataset.vision.base import RandomImage, spread
from msacc.dataset.vision.color import (
    AdjustBrightness,
    AdjustContrast,
    AdjustHue,
    AdjustSaturation,
    AdjustSharpness,
    AutoContrast,
    Equalize,
    Invert,
    Posterize,
    Solarize,
    grey,
    round_to,
)


def _around(
    value: Any, name: str, middle: float = 1.0, low: float = 0, high: float = LARGEST
) -> tuple[float, float]:
    """(least, largest) factor: a pair, or `middle` -+ a number."""
    check.instance(None, name, value, (numbers.Number, list, tuple))
    if isinstance(value, numbers.Number):
        if value < 0:  # type: ignore[operator]
            raise check.told(
                ValueError, f"The input value of {name} cannot be negative.", f"Got {value}."
            )
        pair = middle - float(value), middle + float(value)  # type: ignore[arg-type]
        if middle:
            return max(0.0, pair[0]), pair[1]
        if pair[1] > high:
            raise check.told(
                ValueError, f"Input {name} should be in [{low}, {high}].", f"Got {value}."
            )
        return pair
    if len(value) != 2:
        raise check.told(
            TypeError, f"If {name} is a sequence, the length must be 2.", f"Got {value!r}."
        )
    arguments.each(name, value, arguments.FLOAT_FIRST)
    if value[0] > value[1]:
        raise ValueError(
            f"{name} value should be in (min,max) format. Got ({value[0]}, {value[1]})."
        )
    for item in value:
        arguments.unnamed(name, item, low, high)
    return float(value[0]), float(value[1])


class RandomColorAdjust(RandomImage):
    """Change brightness, contrast, saturation and hue at random, in random order.

    `brightness`, `contrast`, `saturation`: a pair (least, largest factor), or a number d for 1 - d
    to 1 + d. `hue`: a pair in [-0.5, 0.5], or a number d for -d to d. What keeps its default stays
    as it is. RGB arrays of shape (H, W, 3) keep their dtype, a PIL image stays one.

    Raises TypeError or ValueError for other arguments. Differs from MindSpore: a seed fixes the
    draws, but not to MindSpore's.
    """

    draws = 8

    def __init__(
        self,
        brightness: Any = (1, 1),
        contrast: Any = (1, 1),
        saturation: Any = (1, 1),
        hue: Any = (0, 0),
    ) -> None:
        self.brightness = _around(brightness, "brightness")
        self.contrast = _around(contrast, "contrast")
        self.saturation = _around(saturation, "saturation")
        self.hue = _around(hue, "hue", 0.0, -0.5, 0.5)

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        kinds = (AdjustBrightness, AdjustContrast, AdjustSaturation, AdjustHue)
        ranges = (self.brightness, self.contrast, self.saturation, self.hue)
        idle = (1.0, 1.0, 1.0, 0.0)
        for i in np.argsort(u[:4], kind="stable"):
            low, high = ranges[i]
            factor = float(spread(u[4 + i], low, high))
            if low != high or low != idle[i]:
                x = kinds[i](factor).sample(x)
        return x


class RandomColor(RandomImage):
    """Random saturation: a factor in `degrees`."""

    def __init__(self, degrees: Any = (0.1, 1.9)) -> None:
        self.degrees = factor_range(degrees, (0.1, 1.9))

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        return AdjustSaturation(float(spread(u[0], *self.degrees))).sample(x)


class RandomSharpness(RandomImage):
    """Random sharpness: a factor in `degrees`."""

    def __init__(self, degrees: Any = (0.1, 1.9)) -> None:
        self.degrees = factor_range(degrees, (0.1, 1.9))

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        return AdjustSharpness(float(spread(u[0], *self.degrees))).sample(x)


class RandomPosterize(RandomImage):
    """Keep a random number of bits in `bits` (a pair, or a number)."""

    def __init__(self, bits: Any = (8, 8)) -> None:
        bits = (8, 8) if bits is None else bits
        check.instance(None, "bits", bits, (list, tuple, int))
        pair = (bits, bits) if isinstance(bits, int) else tuple(bits)
        if len(pair) != 2:
            raise check.told(
                TypeError,
                "Size of bits should be a single integer or a list/tuple (min, max) of length 2.",
                f"Got {bits!r}.",
            )
        if not isinstance(bits, int):
            for value in pair:
                check.integer(None, "bits", value, 0, 255)
        if not 1 <= pair[0] <= pair[1] <= 8:
            raise check.told(
                ValueError,
                "Input is not within the required interval of [1, 8].",
                f"Got bits: {bits!r}, which should be a number or (min, max).",
            )
        self.bits = pair

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        low, high = self.bits
        return Posterize(low + int(u[0] * (high - low + 1))).sample(x)


class RandomSolarize(RandomImage):
    """Invert the values between two random numbers of `threshold`."""

    draws = 2

    def __init__(self, threshold: Any = (0, 255)) -> None:
        check.instance(None, "threshold", threshold, tuple)
        arguments.each("threshold", threshold, (int,))
        if len(threshold) != 2:
            raise check.told(
                ValueError, "threshold must be a sequence of two numbers.", f"Got {threshold!r}."
            )
        for value in threshold:
            arguments.unnamed("threshold", value, 0, 255)
        if threshold[1] < threshold[0]:
            raise check.told(
                ValueError, "threshold must be in min max format numbers.", f"Got {threshold!r}."
            )
        self.threshold = threshold[0], threshold[1]

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        low, high = self.threshold
        ends = sorted(low + int(v * (high - low + 1)) for v in u)
        return Solarize((ends[0], ends[1])).sample(x)


class RandomGrayscale(RandomImage):
    """Grey in all three channels with probability `prob`."""

    def __init__(self, prob: float = 0.1) -> None:
        self.prob = probability(prob)

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        if u[0] >= self.prob:
            return x
        if isinstance(x, Image.Image):
            return Image.merge("RGB", [x.convert("L")] * 3)
        return np.repeat(grey(x)[..., None], 3, axis=-1)


class RandomLighting(RandomImage):
    """AlexNet's colour noise: normal weights (deviation `alpha`) of the colours' main directions."""

    draws = 6
    _VALUES = np.array([0.2175, 0.0188, 0.0045]) * 255
    _VECTORS = np.array(
        [[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]
    )

    def __init__(self, alpha: float = 0.05) -> None:
        self.alpha = arguments.factor("alpha", alpha)

    def drawn_block(self, xs: np.ndarray, us: np.ndarray) -> np.ndarray:
        # Box-Muller, so that each image takes a fixed number of draws.
        normal = np.sqrt(-2 * np.log(1 - us[:, :3])) * np.cos(2 * np.pi * us[:, 3:])
        shift = (normal * self.alpha * self._VALUES) @ self._VECTORS.T
        return round_to(xs.astype(np.float32) + shift[:, None, None].astype(np.float32), xs.dtype)


class _Sometimes(RandomImage):
    """A deterministic transform with probability `prob`."""

    def __init__(self, transform: Any, prob: float) -> None:
        self.transform, self.prob = transform, probability(prob)

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        return self.transform.sample(x) if u[0] < self.prob else x


class RandomAdjustSharpness(_Sometimes):
    """AdjustSharpness(degree) with probability `prob`."""

    def __init__(self, degree: float, prob: float = 0.5) -> None:
        super().__init__(AdjustSharpness(arguments.factor("degree", degree)), prob)


class RandomAutoContrast(_Sometimes):
    """AutoContrast with probability `prob`."""

    def __init__(self, cutoff: float = 0.0, ignore: Any = None, prob: float = 0.5) -> None:
        super().__init__(AutoContrast(cutoff, ignore), prob)


class RandomEqualize(_Sometimes):
    """Equalize with probability `prob`."""

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(Equalize(), prob)


class RandomInvert(_Sometimes):
    """Invert with probability `prob`."""

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(Invert(), prob)
