"""Random color and sharpness transforms of images."""

from __future__ import annotations

import numbers
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageEnhance

from msacc.common import checks as check
from msacc.dataset.transform_random import Draws
from msacc.dataset.vision import arguments
from msacc.dataset.vision.arguments import LARGEST, factor_range, probability
from msacc.dataset.vision.base import RandomArrayResult, RandomImage
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

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats, Ints
    from msacc.dataset.vision.base import ImageTensorOperation, Picture


def _range_around(
    value: Any, name: str, middle: float = 1.0, low: float = 0, high: float = LARGEST
) -> tuple[float, float]:
    """Returns (least, largest) factor from a pair, or `middle` -+ a number."""
    check.instance(None, name, value, (numbers.Number, list, tuple))
    if isinstance(value, numbers.Number):
        if value < 0:  # type: ignore[operator]
            raise check.error_with_note(
                ValueError, f"The input value of {name} cannot be negative.", f"Got {value}."
            )
        pair = middle - float(value), middle + float(value)  # type: ignore[arg-type]
        if middle:
            return max(0.0, pair[0]), pair[1]
        if pair[1] > high:
            raise check.error_with_note(
                ValueError, f"Input {name} should be in [{low}, {high}].", f"Got {value}."
            )
        return pair
    if len(value) != 2:
        raise check.error_with_note(
            TypeError, f"If {name} is a sequence, the length must be 2.", f"Got {value!r}."
        )
    arguments.check_items(name, value, arguments.FLOAT_FIRST)
    if value[0] > value[1]:
        raise ValueError(
            f"{name} value should be in (min,max) format. Got ({value[0]}, {value[1]})."
        )
    for item in value:
        arguments.check_bounds(name, item, low, high)
    return float(value[0]), float(value[1])


class RandomColorAdjust(RandomImage):
    """Change brightness, contrast, saturation and hue at random, in random order.

    `brightness`, `contrast`, `saturation`: a pair (least, largest factor), or a number d for 1 - d to 1 + d.
    `hue`: a pair in [-0.5, 0.5], or a number d for -d to d.

    Defaults change nothing. RGB arrays of shape (H, W, 3) keep their dtype, a PIL image stays one.

    Raises TypeError or ValueError for other arguments. Draws as in MindSpore.
    """

    def __init__(
        self,
        brightness: Floats = (1, 1),
        contrast: Floats = (1, 1),
        saturation: Floats = (1, 1),
        hue: Floats = (0, 0),
    ) -> None:
        self.brightness = _range_around(brightness, "brightness")
        self.contrast = _range_around(contrast, "contrast")
        self.saturation = _range_around(saturation, "saturation")
        self.hue = _range_around(hue, "hue", 0.0, -0.5, 0.5)

    def _msacc_ranges(self) -> list[tuple[float, float]]:
        return [self.brightness, self.contrast, self.saturation, self.hue]

    def draw(self, x: np.ndarray, draws: Draws) -> Factors:
        ranges, idle = self._msacc_ranges(), (1.0, 1.0, 1.0, 0.0)
        order = [i for i in draws.permutation(4) if ranges[i] != (idle[i], idle[i])]
        return [(i, draws.real(*ranges[i])) for i in order]

    def draw_python(self, x: Image.Image) -> Factors:
        factors = [(i, random.uniform(*ends)) for i, ends in enumerate(self._msacc_ranges())]
        random.shuffle(factors)
        return factors

    def apply(self, x: Any, plan: Factors) -> Any:
        kinds = (AdjustBrightness, AdjustContrast, AdjustSaturation, AdjustHue)
        for i, factor in plan:
            x = kinds[i](factor).sample(x)
        return x


# (index of the property, its factor), in order of application.
Factors = list[tuple[int, float]]


class RandomColor(RandomImage):
    """Random saturation: a factor in `degrees`."""

    def __init__(self, degrees: Sequence[float] = (0.1, 1.9)) -> None:
        self.degrees = factor_range(degrees, (0.1, 1.9))

    def draw(self, x: np.ndarray, draws: Draws) -> float:
        return draws.real(*self.degrees)

    def draw_python(self, x: Image.Image) -> float:
        return (self.degrees[1] - self.degrees[0]) * random.random() + self.degrees[0]

    def apply(self, x: Picture, plan: float) -> Any:
        return AdjustSaturation(plan).sample(x)


class RandomSharpness(RandomImage):
    """Random sharpness: a factor in `degrees`."""

    def __init__(self, degrees: Sequence[float] = (0.1, 1.9)) -> None:
        self.degrees = factor_range(degrees, (0.1, 1.9))

    def draw(self, x: np.ndarray, draws: Draws) -> float:
        low, high = self.degrees
        return (high + low) / 2 + draws.real(-1.0, 1.0) * (high - low) / 2

    def draw_python(self, x: Image.Image) -> float:
        return (self.degrees[1] - self.degrees[0]) * random.random() + self.degrees[0]

    def apply(self, x: Picture, plan: float) -> Any:
        if isinstance(x, Image.Image):
            return ImageEnhance.Sharpness(x).enhance(plan)
        return AdjustSharpness(plan).sample(x)


class RandomPosterize(RandomImage):
    """Posterize to a random number of bits in `bits` (a pair, or a number)."""

    def __init__(self, bits: Ints | None = (8, 8)) -> None:
        bits = (8, 8) if bits is None else bits
        check.instance(None, "bits", bits, (list, tuple, int))
        pair = (bits, bits) if isinstance(bits, int) else tuple(bits)
        if len(pair) != 2:
            raise check.error_with_note(
                TypeError,
                "Size of bits should be a single integer or a list/tuple (min, max) of length 2.",
                f"Got {bits!r}.",
            )
        if not isinstance(bits, int):
            for value in pair:
                check.integer(None, "bits", value, 0, 255)
        if not 1 <= pair[0] <= pair[1] <= 8:
            raise check.error_with_note(
                ValueError,
                "Input is not within the required interval of [1, 8].",
                f"Got bits: {bits!r}, which should be a number or (min, max).",
            )
        self.bits = pair

    def draw(self, x: np.ndarray, draws: Draws) -> int:
        low, high = self.bits
        return low if low == high else draws.between(low, high)

    def apply(self, x: Any, plan: int) -> Any:
        return Posterize(plan).sample(x)


class RandomSolarize(RandomImage):
    """Invert the values between two random numbers of `threshold`."""

    def __init__(self, threshold: Sequence[int] = (0, 255)) -> None:
        check.instance(None, "threshold", threshold, tuple)
        arguments.check_items("threshold", threshold, (int,))
        if len(threshold) != 2:
            raise check.error_with_note(
                ValueError, "threshold must be a sequence of two numbers.", f"Got {threshold!r}."
            )
        for value in threshold:
            arguments.check_bounds("threshold", value, 0, 255)
        if threshold[1] < threshold[0]:
            raise check.error_with_note(
                ValueError, "threshold must be in min max format numbers.", f"Got {threshold!r}."
            )
        self.threshold = threshold[0], threshold[1]

    def draw(self, x: np.ndarray, draws: Draws) -> tuple[int, int]:
        ends = sorted(draws.between(*self.threshold) for _ in range(2))
        return ends[0], ends[1]

    def apply(self, x: Any, plan: tuple[int, int]) -> Any:
        return Solarize(plan).sample(x)


class RandomGrayscale(RandomImage):
    """Convert to gray with three equal channels with probability `prob`."""

    def __init__(self, prob: float = 0.1) -> None:
        self.prob = probability(prob)

    def plan(self, x: Picture) -> bool:
        return random.random() < self.prob

    def apply(self, x: Picture, plan: bool) -> Any:
        if not plan:
            return x
        if isinstance(x, Image.Image):
            return Image.merge("RGB", [x.convert("L")] * 3)
        return np.repeat(grey(x)[..., None], 3, axis=-1)


class RandomLighting(RandomImage):
    """AlexNet's color noise: normal weights (deviation `alpha`) of the principal components of colors."""

    _msacc_EIGENVALUES = np.array([55.46, 4.794, 1.148])
    _msacc_EIGENVECTORS = np.array(
        [[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]
    )

    def __init__(self, alpha: float = 0.05) -> None:
        self.alpha = arguments.factor("alpha", alpha)

    def draw(self, x: np.ndarray, draws: Draws) -> list[float]:
        return [draws.normal() * self.alpha for _ in range(3)]

    def draw_python(self, x: Image.Image) -> list[float]:
        return [np.random.normal(loc=0.0, scale=self.alpha) for _ in range(3)]

    def apply(self, x: Picture, plan: list[float]) -> Any:
        if not isinstance(x, Image.Image):
            return super().apply(x, plan)
        shift = (np.array(plan) * self._msacc_EIGENVALUES) @ self._msacc_EIGENVECTORS.T
        colours = np.array(x.convert("RGB")).astype(np.float64) + shift
        return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))

    def apply_block(self, xs: np.ndarray, plans: Sequence[list[float]]) -> np.ndarray:
        shift = (np.array(plans) * self._msacc_EIGENVALUES) @ self._msacc_EIGENVECTORS.T
        return round_to(xs.astype(np.float32) + shift[:, None, None].astype(np.float32), xs.dtype)


class _WithProbability(RandomImage):
    """Base: a deterministic transform with probability `prob`."""

    def __init__(self, transform: ImageTensorOperation, prob: float) -> None:
        self.transform, self.prob = transform, probability(prob)

    def draw(self, x: np.ndarray, draws: Draws) -> bool:
        return draws.happens(self.prob)

    def apply(self, x: Any, plan: bool) -> Any:
        return self.transform.sample(x) if plan else x


class RandomAdjustSharpness(_WithProbability):
    """AdjustSharpness(degree) with probability `prob`."""

    def __init__(self, degree: float, prob: float = 0.5) -> None:
        super().__init__(AdjustSharpness(arguments.factor("degree", degree)), prob)


class RandomAutoContrast(RandomArrayResult, _WithProbability):
    """AutoContrast, with its `cutoff` and `ignore`, with probability `prob`."""

    def __init__(self, cutoff: float = 0.0, ignore: Ints | None = None, prob: float = 0.5) -> None:
        super().__init__(AutoContrast(cutoff, ignore), prob)


class RandomEqualize(RandomArrayResult, _WithProbability):
    """Equalize with probability `prob`."""

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(Equalize(), prob)


class RandomInvert(RandomArrayResult, _WithProbability):
    """Invert with probability `prob`."""

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(Invert(), prob)
