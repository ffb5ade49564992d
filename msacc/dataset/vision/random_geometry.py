"""Random geometric transforms: flip, crop, resize."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset import image_decoding
from msacc.dataset.transform_random import Draws
from msacc.dataset.vision.arguments import (
    area_range,
    aspect_range,
    check_interpolation,
    fill_tuple,
    padding_sides,
    probability,
    size_pair,
    target_size,
)
from msacc.dataset.vision.base import RandomArrayResult, RandomImage, pad_images
from msacc.dataset.vision.geometry import pil_filter, resize_block
from msacc.dataset.vision.utils import Border, Inter

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints
    from msacc.dataset.vision.base import Picture


class RandomHorizontalFlip(RandomImage):
    """Flip images horizontally with probability `prob`; several columns flip together.

    Arrays of shape (H, W) or (H, W, C) keep their dtype, a PIL image stays one.

    Raises TypeError when `prob` is no number, ValueError outside [0, 1], RuntimeError for arrays of
    another rank. Draws as in MindSpore.
    """

    pairs = True
    stacks = True
    mirrors = True

    def __init__(self, prob: float = 0.5) -> None:
        self.prob = probability(prob)

    def draw(self, x: np.ndarray, draws: Draws) -> bool:
        return draws.happens(self.prob)

    def draw_python(self, x: Image.Image) -> bool:
        return random.random() < self.prob

    def apply_block(self, xs: np.ndarray, plans: Sequence[bool]) -> np.ndarray:
        out, flips = xs.copy(), np.array(plans, bool)
        out[flips] = xs[flips, :, ::-1]
        return out

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        return x[:, ::-1]


class RandomVerticalFlip(RandomHorizontalFlip):
    """Flip images vertically with probability `prob`; several columns flip together."""

    stacks = False  # as in MindSpore, unlike the other flips

    def apply_block(self, xs: np.ndarray, plans: Sequence[bool]) -> np.ndarray:
        out, flips = xs.copy(), np.array(plans, bool)
        out[flips] = xs[flips, ::-1]
        return out

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        return x[::-1]


class RandomCrop(RandomImage):
    """Pad an image, then crop a rectangle of `size` at a random position.

    `size`: (height, width), or an int for a square.
    `padding`: an int, (left and right, top and bottom) or (left, top, right, bottom).
    `pad_if_needed`: pad more where the image is still smaller than `size`.
    `padding_mode`: a Border.
    `fill_value`: the gray level or (r, g, b), 0 to 255, of Border.CONSTANT.

    Arrays of shape (H, W) or (H, W, C) keep their dtype, a PIL image stays one; several columns share one
    crop.

    Draws as in MindSpore.

    Raises TypeError or ValueError for other arguments, RuntimeError for an image smaller than `size`.
    """

    pairs = True
    stacks = True

    def __init__(
        self,
        size: Ints,
        padding: Ints | None = None,
        pad_if_needed: bool = False,
        fill_value: Ints | None = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        self.size = size_pair(size)
        check.boolean(None, "pad_if_needed", pad_if_needed)
        self.padding = (0, 0, 0, 0) if padding is None else padding_sides(padding)
        self.padding_mode = Border.CONSTANT if padding_mode is None else padding_mode
        check.instance(None, "padding_mode", self.padding_mode, Border)
        self.pad_if_needed = pad_if_needed
        self.fill_value = fill_tuple(0 if fill_value is None else fill_value)

    def draw(self, x: np.ndarray, draws: Draws) -> tuple[int, int]:
        rest = self._msacc_rest(self._msacc_canvas(*self.extent(x)))
        if rest == (0, 0):
            return rest
        left = draws.below(rest[1] + 1)
        return draws.below(rest[0] + 1), left

    def draw_python(self, x: Image.Image) -> tuple[int, int]:
        rest = self._msacc_rest(self._msacc_canvas(*self.extent(x)))
        if rest == (0, 0):
            return rest
        return random.randint(0, rest[0]), random.randint(0, rest[1])

    def apply_block(self, xs: np.ndarray, plans: Sequence[tuple[int, int]]) -> np.ndarray:
        height, width = self.size
        xs, _ = self.padded(xs)
        self._msacc_rest(xs.shape[1:3])
        return np.stack(
            [x[t : t + height, s : s + width] for x, (t, s) in zip(xs, plans, strict=True)]
        )

    def _msacc_canvas(self, height: int, width: int) -> tuple[int, int]:
        """Returns an image's size after padding."""
        left, top, right, bottom = self.padding
        height, width = height + top + bottom, width + left + right
        if self.pad_if_needed:
            height += 2 * max(self.size[0] - height, 0)
            width += 2 * max(self.size[1] - width, 0)
        return height, width

    def padded(self, xs: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
        """Returns the padded images and their offset (left, top)."""
        height, width = self.size
        left, top = self.padding[:2]
        xs = pad_images(xs, self.padding, self.fill_value, self.padding_mode)
        more = max(height - xs.shape[1], 0), max(width - xs.shape[2], 0)
        if any(more) and self.pad_if_needed:
            sides = (more[1], more[0], more[1], more[0])
            xs = pad_images(xs, sides, self.fill_value, self.padding_mode)
            left, top = left + more[1], top + more[0]
        return xs, (left, top)

    def _msacc_rest(self, shape: tuple[int, ...]) -> tuple[int, int]:
        """Returns how much larger an image is than the rectangle; RuntimeError when it is smaller."""
        rest = shape[0] - self.size[0], shape[1] - self.size[1]
        if min(rest) < 0:
            raise RuntimeError(
                "RandomCrop: invalid crop size. Crop size is bigger than the image dimensions, got "
                f"crop height: {self.size[0]}, crop width: {self.size[1]} for {shape[0]} x "
                f"{shape[1]}; make it smaller, or use pad_if_needed."
            )
        return rest


# (top, left, height, width) of a rectangle.
Box = tuple[int, int, int, int]


def _rounded(value: float) -> int:
    """Rounds to the nearest integer, halves up."""
    return math.floor(value + 0.5)


class RandomResizedCrop(RandomImage):
    """Crop a random rectangle of an image, then resize it to `size`.

    Its area is a fraction in `scale` of the image's, its aspect ratio (width / height) in `ratio` (pairs,
    least and largest); the center is used when `max_attempts` draws do not fit.

    `size`: (height, width), or an int for a square.
    `interpolation`: an Inter.

    Arrays of shape (H, W) or (H, W, C) keep their dtype, a PIL image stays one; several columns share one
    crop.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank. Draws as in
    MindSpore.
    """

    pairs = True
    stacks = True

    def __init__(
        self,
        size: Ints,
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.BILINEAR,
        max_attempts: int = 10,
    ) -> None:
        how = Inter.BILINEAR if interpolation is None else interpolation
        self.interpolation = check_interpolation(how)
        self.size = size_pair(size)
        self.scale = area_range(scale, (0.08, 1.0))
        self.ratio = aspect_range(ratio, (3.0 / 4.0, 4.0 / 3.0))
        attempts = 10 if max_attempts is None else max_attempts
        check.integer(None, "max_attempts", attempts, 1, check.INT32_MAX)
        self.max_attempts = attempts

    def draw(self, x: np.ndarray, draws: Draws) -> Box:
        height, width = self.extent(x)
        low, high = math.log(np.float32(self.ratio[0])), math.log(np.float32(self.ratio[1]))
        for _ in range(self.max_attempts):
            share, ratio = draws.real(*self.scale), math.exp(draws.real(low, high))
            w = max(_rounded(math.sqrt(height * width * share * ratio)), 1)
            h = max(_rounded(w / ratio), 1)
            if w <= width and h <= height:
                left = draws.below(width - w + 1)
                return draws.below(height - h + 1), left, h, w
        return self._msacc_middle(height, width)

    def draw_python(self, x: Image.Image) -> Box:
        height, width = self.extent(x)
        low, high = math.log(self.ratio[0]), math.log(self.ratio[1])
        for _ in range(self.max_attempts):
            area = random.uniform(*self.scale) * width * height
            ratio = math.exp(random.uniform(low, high))
            w = round(math.sqrt(area * ratio))
            h = round(w / ratio)
            if 0 < w <= width and 0 < h <= height:
                return random.randint(0, height - h), random.randint(0, width - w), h, w
        return self._msacc_middle(height, width)

    def _msacc_middle(self, height: int, width: int) -> Box:
        w, h = width, height
        if width / height < self.ratio[0]:
            h = max(_rounded(width / self.ratio[0]), 1)
        elif width / height > self.ratio[1]:
            w = max(_rounded(height * self.ratio[1]), 1)
        return _rounded((height - h) / 2), _rounded((width - w) / 2), h, w

    def apply(self, x: Picture, plan: Box) -> Any:
        top, left, h, w = plan
        if isinstance(x, Image.Image):
            cropped = x.crop((left, top, left + w, top + h))
            return cropped.resize(self.size[::-1], pil_filter(self.interpolation))
        if self.stacked(x):
            flat = [self.apply(image, plan) for image in x.reshape(-1, *x.shape[-3:])]
            return np.stack(flat).reshape(*x.shape[:-3], *flat[0].shape)
        self.check(x)
        if self.interpolation is Inter.ANTIALIAS:
            raise TypeError(
                f"img should be PIL image. Got {type(x)}. Use Decode(to_pil=True) or ToPIL() before."
            )
        part = x[None, top : top + h, left : left + w]
        return resize_block(part, self.size, self.interpolation)[0]


class RandomCropDecodeResize(RandomResizedCrop):
    """Decode a file's bytes, a uint8 vector, then apply RandomResizedCrop.

    `size`, `scale`, `ratio`, `interpolation` and `max_attempts` as there. The result is uint8 of
    shape (height, width, 3).

    Raises TypeError or ValueError for other arguments, RuntimeError for bytes that are no image.
    Draws as in MindSpore; images that are decoded already are accepted too.
    """

    pairs = False

    def decode(self, x: np.ndarray) -> Any:
        encoded = isinstance(x, np.ndarray) and x.ndim == 1
        return image_decoding.pixels(x) if encoded else x


class RandomResize(RandomArrayResult, RandomImage):
    """Resize with a random interpolation.

    `size`: an int, to which the shorter side is resized, or (height, width).
    """

    stacks = True
    pairs = True
    CHOICES = (Inter.LINEAR, Inter.NEAREST, Inter.BICUBIC, Inter.AREA)

    def __init__(self, size: Ints) -> None:
        self.size = target_size(size)

    def draw(self, x: np.ndarray, draws: Draws) -> Inter:
        return self.CHOICES[draws.below(len(self.CHOICES))]

    def apply(self, x: Any, plan: Inter) -> Any:
        if not self.stacked(x):
            self.check(x)
        return resize_block(x[None], self.size, plan)[0]
