"""Transforms that erase parts of images or mix the images of a batch."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.kept import kept_random
from msacc.dataset.pipeline.operation import Operation, Transform, eager_random
from msacc.dataset.vision.arguments import (
    FLOAT_FIRST,
    INT_FIRST,
    LARGEST,
    above_zero,
    area_range,
    each,
    in_order,
    probability,
    unnamed,
)
from msacc.dataset.vision.base import ImageTensorOperation, RandomImage, spread
from msacc.dataset.vision.utils import ImageBatchFormat


class _InPlace(Transform):
    """With `inplace`, an array that is given at once is changed itself; rows of a pipeline never are."""

    inplace: bool

    def __call__(self, *inputs: Any) -> Any:
        out = super().__call__(*inputs)
        if self.inplace and isinstance(inputs[0], np.ndarray):
            inputs[0][...] = out
        return out


class Erase(_InPlace, ImageTensorOperation):
    """Fill a rectangle of an (H, W, C) image with `value` (a number, or one a channel).

    `inplace`: called at once, it changes the array that is given as well.
    """

    ranks = (3,)

    def __init__(
        self, top: int, left: int, height: int, width: int, value: Any = 0.0, inplace: bool = False
    ) -> None:
        for name, number in (("top", top), ("left", left)):
            check.integer(None, name, number, 0, check.INT32_MAX)
        for name, number in (("height", height), ("width", width)):
            check.integer(None, name, number, 1, check.INT32_MAX)
        self.inplace = check.boolean(None, "inplace", inplace)
        self.rows, self.cols = slice(top, top + height), slice(left, left + width)
        check.instance(None, "value", value, (float, int, tuple))
        for i, level in enumerate(
            each("value", value, FLOAT_FIRST) if isinstance(value, tuple) else [value] * 3
        ):
            if isinstance(value, tuple) and len(value) != 3:
                raise check.told(
                    TypeError,
                    "value should be a single integer/float or a 3-tuple.",
                    f"Got {value!r}.",
                )
            check.within(None, f"value[{i}]", level, 0, 255)
        self.value = value

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.shape[-1] != 3:
            raise RuntimeError(
                f"Erase: channel of input image should be 3, but got {xs.shape[-1]}."
            )
        out = xs.copy()
        out[:, self.rows, self.cols] = self.value
        return out


class CutOut(RandomImage):
    """Set `num_patches` random squares of an image to 0.

    `length`: the edge of a square in pixels, which the image's border may cut. `is_hwc`: images are
    (H, W, C), else (C, H, W). The dtype stays.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.
    Differs from MindSpore: grey images (H, W) and squares larger than the image are taken; a seed
    fixes the squares, but not to MindSpore's.
    """

    def __init__(self, length: int, num_patches: int = 1, is_hwc: bool = True) -> None:
        check.integer(None, "length", length)
        check.integer(None, "num_patches", num_patches)
        check.boolean(None, "is_hwc", is_hwc)
        unnamed("length", length, 1, LARGEST)
        unnamed("num_patches", num_patches, 1, LARGEST)
        self.length, self.num_patches, self.is_hwc = length, num_patches, is_hwc
        self.draws = 2 * num_patches

    def drawn_block(self, xs: np.ndarray, us: np.ndarray) -> np.ndarray:
        out = xs.copy()
        height, width = xs.shape[1:3] if self.is_hwc or xs.ndim == 3 else xs.shape[2:4]
        for x, u in zip(out, us):
            view = x if self.is_hwc or x.ndim == 2 else x.transpose(1, 2, 0)
            for i in range(self.num_patches):
                top = int(u[2 * i] * height) - self.length // 2
                left = int(u[2 * i + 1] * width) - self.length // 2
                view[max(top, 0) : top + self.length, max(left, 0) : left + self.length] = 0
        return out


def _check_filling(value: Any) -> None:
    """A number, three of them or "random"."""
    several = isinstance(value, (tuple, list))
    if not (check.is_number(value) or value == "random" or (several and len(value) == 3)):
        raise check.told(
            ValueError,
            "The value for erasing should be either a single value, or a string 'random', or a sequence of 3 elements for RGB respectively.",
            f"Got {value!r}.",
        )
    for level in value if several else ():
        check.integer(None, "value", level, 0, 255)
    if check.is_number(value):
        unnamed("value", value, 0, 255)


class RandomErasing(_InPlace, RandomImage):
    """Fill a random rectangle of a (C, H, W) array with probability `prob`.

    `value`: a number, three numbers, or "random" for normal noise. `inplace` as in Erase.
    """

    def __init__(
        self,
        prob: float = 0.5,
        scale: Any = (0.02, 0.33),
        ratio: Any = (0.3, 3.3),
        value: Any = 0,
        inplace: bool = False,
        max_attempts: int = 10,
    ) -> None:
        check.instance(None, "prob", prob, FLOAT_FIRST)
        for name, pair in (("scale", scale), ("ratio", ratio)):
            each(name, pair, FLOAT_FIRST)
            if len(pair) != 2:
                raise check.told(
                    TypeError, f"{name} should be a list or tuple of length 2.", f"Got {pair!r}."
                )
        check.instance(None, "value", value, (int, list, tuple, str))
        self.inplace = check.boolean(None, "inplace", inplace)
        check.integer(None, "max_attempts", max_attempts)
        _check_filling(value)
        self.prob, self.scale = probability(prob), area_range(scale, (0.02, 0.33))
        in_order("ratio", ratio)
        for number in ratio:
            unnamed("ratio", number, 0, LARGEST, "(")
        self.ratio = float(ratio[0]), float(ratio[1])
        unnamed("max_attempts", max_attempts, 1, LARGEST)
        self.value, self.max_attempts = value, max_attempts
        self.draws = 4 * max_attempts + 1

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        if not isinstance(x, np.ndarray) or x.ndim != 3:
            raise TypeError(
                "RandomErasing: the image should be an array (C, H, W); use ToTensor first."
            )
        box = self._box(x.shape[1], x.shape[2], u[1:]) if u[0] < self.prob else None
        if box is None:
            return x
        top, left, h, w = box
        out = x.copy()
        if isinstance(self.value, str):
            noise = np.random.default_rng(int(u[0] * 2**53)).standard_normal((len(x), h, w))
            out[:, top : top + h, left : left + w] = noise
        else:
            fill = np.asarray(self.value).reshape(-1, 1, 1)
            out[:, top : top + h, left : left + w] = fill
        return out

    def _box(self, height: int, width: int, u: np.ndarray) -> tuple[int, int, int, int] | None:
        low, high = math.log(self.ratio[0]), math.log(self.ratio[1])
        for a, r, top, left in u.reshape(-1, 4):
            area = float(spread(a, *self.scale)) * height * width
            ratio = math.exp(spread(r, low, high))
            h, w = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
            if 0 < h < height and 0 < w < width:
                return int(top * (height - h + 1)), int(left * (width - w + 1)), h, w
        return None


class _BatchMix(ImageTensorOperation):
    """Base of transforms of a whole batch: images (N, ...) and one-hot labels (N, classes)."""

    random: np.random.Generator | None = None

    def seeded(self, seed: Sequence[int]) -> Operation:
        fresh = copy.copy(self)
        fresh.random = kept_random(np.random.default_rng(list(seed)))
        return fresh

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return False

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(items) != 2:
            raise RuntimeError(
                f"{type(self).__name__}: size of input data should be 2 (images and labels), "
                f"but got {len(items)}."
            )
        images, labels = items
        if images.ndim != 4 or labels.ndim not in (2, 3) or len(images) != len(labels):
            raise RuntimeError(
                f"{type(self).__name__}: needs images (N, ...) after batch and one-hot labels "
                f"(N, classes), but got shapes {images.shape} and {labels.shape}."
            )
        if self.random is None:
            self.random = eager_random(type(self).__name__)
        return self.mix(images, labels, self.random)

    def mix(
        self, images: np.ndarray, labels: np.ndarray, random: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Mixed images and labels."""
        raise NotImplementedError


def _blend(a: np.ndarray, b: np.ndarray, share: float, kind: Any) -> np.ndarray:
    return (a.astype(np.float32) * share + b.astype(np.float32) * (1 - share)).astype(kind)


class MixUpBatch(_BatchMix):
    """Blend each image and label with another of the batch; the share is Beta(alpha, alpha)."""

    def __init__(self, alpha: float = 1.0) -> None:
        check.instance(None, "alpha", alpha, INT_FIRST)
        above_zero("alpha", alpha)
        self.alpha = float(unnamed("alpha", alpha, 0, LARGEST, "("))

    def mix(
        self, images: np.ndarray, labels: np.ndarray, random: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        share, order = random.beta(self.alpha, self.alpha), random.permutation(len(images))
        mixed = _blend(images, images[order], share, images.dtype)
        return mixed, _blend(labels, labels[order], share, np.float32)


class CutMixBatch(_BatchMix):
    """Paste a random rectangle of another image of the batch, and blend labels by its area."""

    def __init__(
        self, image_batch_format: ImageBatchFormat, alpha: float = 1.0, prob: float = 1.0
    ) -> None:
        check.instance(None, "image_batch_format", image_batch_format, ImageBatchFormat)
        check.instance(None, "alpha", alpha, INT_FIRST)
        check.instance(None, "prob", prob, INT_FIRST)
        unnamed("alpha", alpha, 0, LARGEST, "(")
        check.within(None, "prob", prob, 0, 1)
        self.image_batch_format = image_batch_format
        self.alpha, self.prob = float(alpha), probability(prob)

    def mix(
        self, images: np.ndarray, labels: np.ndarray, random: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        nchw = self.image_batch_format is ImageBatchFormat.NCHW
        order = random.permutation(len(images))
        mixed, blended = images.copy(), labels.astype(np.float32)
        height, width = images.shape[2:4] if nchw else images.shape[1:3]
        for i, other in enumerate(order):
            if random.random() >= self.prob:
                continue
            rows, cols = self._box(height, width, random)
            where = (slice(None), rows, cols) if nchw else (rows, cols)
            mixed[i][where] = images[other][where]
            share = 1 - (rows.stop - rows.start) * (cols.stop - cols.start) / (height * width)
            blended[i] = labels[i] * share + labels[other] * (1 - share)
        return mixed, blended

    def _box(self, height: int, width: int, random: np.random.Generator) -> tuple[slice, slice]:
        edge = math.sqrt(1 - random.beta(self.alpha, self.alpha))
        h, w = int(height * edge), int(width * edge)
        middle_y, middle_x = int(random.integers(height)), int(random.integers(width))
        top, left = max(middle_y - h // 2, 0), max(middle_x - w // 2, 0)
        bottom, right = min(middle_y + h // 2, height), min(middle_x + w // 2, width)
        return slice(top, max(bottom, top)), slice(left, max(right, left))


class MixUp:
    """Blend each image with the next of its batch, or (`is_single=False`) with the last result's.

    For `batch(per_batch_map=...)` or a map after batch: called as (images, one-hot labels).
    """

    def __init__(self, batch_size: int, alpha: float, is_single: bool = True) -> None:
        check.boolean(None, "is_single", is_single)
        check.integer(None, "batch_size", batch_size)
        check.instance(None, "alpha", alpha, INT_FIRST)
        unnamed("batch_size", batch_size, 1, LARGEST)
        above_zero("alpha", alpha)
        self.batch_size, self.alpha, self.is_single = batch_size, float(alpha), is_single
        self._last: tuple[np.ndarray, np.ndarray] | None = None
        self._random: np.random.Generator | None = None

    def __call__(self, image: np.ndarray, label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if len(image) != self.batch_size:
            raise ValueError(
                f"MixUp: a batch of {len(image)} images, but batch_size={self.batch_size}."
            )
        if self._random is None:
            self._random = eager_random("MixUp")
        share = self._random.beta(self.alpha, self.alpha, self.batch_size)
        if self.is_single:
            others = np.roll(image, -1, 0), np.roll(label, -1, 0)
        else:
            # The first batch has none before it and stays as it is.
            share = np.ones_like(share) if self._last is None else share
            others = self._last or (image, label)
        mixed = _row_by_row(share, image, others[0]), _row_by_row(share, label, others[1])
        self._last = mixed
        return mixed


def _row_by_row(share: np.ndarray, own: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Each row mixed with the other batch's by its own share, in float64."""
    per_row = share.reshape(-1, *[1] * (own.ndim - 1))
    return per_row * own + (1 - per_row) * other
