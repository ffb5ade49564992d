"""Erasing of image regions (Erase, CutOut, RandomErasing) and mixing of batches (MixUp, CutMix)."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.pipeline.operation import Operation, Transform
from msacc.dataset.transform_random import Draws, Streams, WorkerSchedule, draws_of
from msacc.dataset.vision.arguments import (
    FLOAT_FIRST,
    INT_FIRST,
    LARGEST,
    area_range,
    check_bounds,
    check_items,
    check_min_max,
    check_positive,
    probability,
)
from msacc.dataset.vision.base import ImageTensorOperation, RandomArrayResult, RandomImage
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.utils import ImageBatchFormat


class _InPlace(Transform):
    """Base of transforms whose `inplace` makes an eager call modify its argument; pipeline rows are never modified."""

    inplace: bool

    def __call__(self, *inputs: Any) -> Any:
        out = super().__call__(*inputs)
        if self.inplace and isinstance(inputs[0], np.ndarray):
            inputs[0][...] = out
        return out


class Erase(OnDevice, _InPlace, ImageTensorOperation):
    """Fill the rectangle at (`top`, `left`) of `height` and `width`, ints in pixels, of an (H, W, C) image.

    `value`: a number, or one per channel.
    `inplace`: an eager call modifies its argument as well.
    """

    ranks = (3,)

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        value: float | str | Sequence[float] = 0.0,
        inplace: bool = False,
    ) -> None:
        for name, number in (("top", top), ("left", left)):
            check.integer(None, name, number, 0, check.INT32_MAX)
        for name, number in (("height", height), ("width", width)):
            check.integer(None, name, number, 1, check.INT32_MAX)
        self.inplace = check.boolean(None, "inplace", inplace)
        self.rows, self.cols = slice(top, top + height), slice(left, left + width)
        check.instance(None, "value", value, (float, int, tuple))
        for i, level in enumerate(
            check_items("value", value, FLOAT_FIRST) if isinstance(value, tuple) else [value] * 3
        ):
            if isinstance(value, tuple) and len(value) != 3:
                raise check.error_with_note(
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


class CutOut(RandomArrayResult, RandomImage):
    """Set `num_patches` random squares of an image to 0.

    `length`: the edge of a square in pixels, which the image's border may cut.
    `is_hwc`: images are (H, W, C), else (C, H, W).

    The dtype stays.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.

    Differs from MindSpore: gray images (H, W) are accepted.
    """

    def __init__(self, length: int, num_patches: int = 1, is_hwc: bool = True) -> None:
        check.integer(None, "length", length)
        check.integer(None, "num_patches", num_patches)
        check.boolean(None, "is_hwc", is_hwc)
        check_bounds("length", length, 1, LARGEST)
        check_bounds("num_patches", num_patches, 1, LARGEST)
        self.length, self.num_patches, self.is_hwc = length, num_patches, is_hwc

    def draw(self, x: np.ndarray, draws: Draws) -> list[tuple[int, int]]:
        height, width = self.extent(x) if self.is_hwc or np.ndim(x) != 3 else x.shape[1:]
        if self.length > min(height, width):
            raise RuntimeError(
                f"CutOut: box size is too large for image erase, got box height: {self.length}, box "
                f"width: {self.length}, and image height: {height}, image width: {width}."
            )
        corners = []
        for _ in range(self.num_patches):
            top = draws.below(height + self.length + 1) - self.length
            corners.append((top, draws.below(width + self.length + 1) - self.length))
        return corners

    def apply_block(self, xs: np.ndarray, plans: Sequence[list[tuple[int, int]]]) -> np.ndarray:
        out = xs.copy()
        for x, corners in zip(out, plans, strict=True):
            view = x if self.is_hwc or x.ndim == 2 else x.transpose(1, 2, 0)
            for top, left in corners:
                view[max(top, 0) : top + self.length, max(left, 0) : left + self.length] = 0
        return out


def _check_filling(value: Any) -> None:
    """Checks the fill value: a number, three numbers or "random"."""
    several = isinstance(value, (tuple, list))
    if not (check.is_number(value) or value == "random" or (several and len(value) == 3)):
        raise check.error_with_note(
            ValueError,
            "The value for erasing should be either a single value, or a string 'random', or a sequence of "
            "3 elements for RGB respectively.",
            f"Got {value!r}.",
        )
    for level in value if several else ():
        check.integer(None, "value", level, 0, 255)
    if check.is_number(value):
        check_bounds("value", value, 0, 255)


class RandomErasing(_InPlace, RandomImage):
    """Fill a random rectangle of a (C, H, W) array with probability `prob`.

    `value`: a number, three numbers, or "random" for normal noise.
    `inplace` as in Erase.
    `scale`: the range of the share of the area.
    `ratio`: that of the sides.
    `max_attempts`: how often a rectangle that does not fit is drawn anew.
    """

    def __init__(
        self,
        prob: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: int | str | Sequence[int] = 0,
        inplace: bool = False,
        max_attempts: int = 10,
    ) -> None:
        check.instance(None, "prob", prob, FLOAT_FIRST)
        for name, pair in (("scale", scale), ("ratio", ratio)):
            check_items(name, pair, FLOAT_FIRST)
            if len(pair) != 2:
                raise check.error_with_note(
                    TypeError, f"{name} should be a list or tuple of length 2.", f"Got {pair!r}."
                )
        check.instance(None, "value", value, (int, list, tuple, str))
        self.inplace = check.boolean(None, "inplace", inplace)
        check.integer(None, "max_attempts", max_attempts)
        _check_filling(value)
        self.prob, self.scale = probability(prob), area_range(scale, (0.02, 0.33))
        check_min_max("ratio", ratio)
        for number in ratio:
            check_bounds("ratio", number, 0, LARGEST, "(")
        self.ratio = float(ratio[0]), float(ratio[1])
        check_bounds("max_attempts", max_attempts, 1, LARGEST)
        self.value, self.max_attempts = value, max_attempts

    def plan(self, x: np.ndarray) -> tuple[int, int, int, int] | None:
        if not isinstance(x, np.ndarray) or x.ndim != 3:
            raise TypeError(
                "RandomErasing: the image should be an array (C, H, W); use ToTensor first."
            )
        return self._msacc_box(x.shape[1], x.shape[2]) if random.random() < self.prob else None

    def apply(self, x: Any, plan: tuple[int, int, int, int] | None) -> Any:
        if plan is None:
            return x
        top, left, h, w = plan
        out = x.copy()
        if isinstance(self.value, str):
            noise = np.random.normal(loc=0.0, scale=1.0, size=(len(x), h, w))
            out[:, top : top + h, left : left + w] = noise
        else:
            fill = np.asarray(self.value).reshape(-1, 1, 1)
            out[:, top : top + h, left : left + w] = fill
        return out

    def _msacc_box(self, height: int, width: int) -> tuple[int, int, int, int] | None:
        for _ in range(self.max_attempts):
            area = random.uniform(*self.scale) * height * width
            ratio = random.uniform(*self.ratio)
            w = round(math.sqrt(area * ratio))
            h = round(w / ratio)
            if h < height and w < width:
                return random.randint(0, height - h), random.randint(0, width - w), h, w
        return None


class _BatchMix(ImageTensorOperation):
    """Base of transforms of a whole batch: images (N, ...) and one-hot labels (N, classes)."""

    streams: Streams | None = None

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        fresh = copy.copy(self)
        fresh.streams = Streams(schedule, inner)
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
        return self.mix(images, labels, draws_of(self.streams))

    def mix(
        self, images: np.ndarray, labels: np.ndarray, draws: Draws
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns mixed images and labels."""
        raise NotImplementedError


def _beta(alpha: float, draws: Draws) -> np.float32:
    """Draws from the beta distribution, by two gamma draws."""
    first, second = np.float32(draws.gamma(alpha)), np.float32(draws.gamma(alpha))
    return first / (first + second)


def _blend(a: np.ndarray, b: np.ndarray, share: np.float32, kind: Any) -> np.ndarray:
    mixed = a.astype(np.float32) * share + b.astype(np.float32) * (1 - share)
    return mixed.astype(kind) if np.dtype(kind).kind == "f" else np.rint(mixed).astype(kind)


class MixUpBatch(_BatchMix):
    """Blend each image and label with another of the batch; the share is Beta(alpha, alpha)."""

    def __init__(self, alpha: float = 1.0) -> None:
        check.instance(None, "alpha", alpha, INT_FIRST)
        check_positive("alpha", alpha)
        self.alpha = float(check_bounds("alpha", alpha, 0, LARGEST, "("))

    def mix(
        self, images: np.ndarray, labels: np.ndarray, draws: Draws
    ) -> tuple[np.ndarray, np.ndarray]:
        share, order = _beta(self.alpha, draws), draws.permutation(len(images))
        mixed = _blend(images, images[order], share, images.dtype)
        return mixed, _blend(labels, labels[order], share, np.float32)


class CutMixBatch(_BatchMix):
    """Paste a random rectangle of another image of the batch, and blend labels by its area.

    `image_batch_format`: an ImageBatchFormat, NHWC or NCHW.
    `alpha`: the parameter of the Beta distribution of the area, above 0.
    `prob`: the share of images, from 0 to 1.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self, image_batch_format: ImageBatchFormat, alpha: float = 1.0, prob: float = 1.0
    ) -> None:
        check.instance(None, "image_batch_format", image_batch_format, ImageBatchFormat)
        check.instance(None, "alpha", alpha, INT_FIRST)
        check.instance(None, "prob", prob, INT_FIRST)
        check_bounds("alpha", alpha, 0, LARGEST, "(")
        check.within(None, "prob", prob, 0, 1)
        self.image_batch_format = image_batch_format
        self.alpha, self.prob = float(alpha), probability(prob)

    def mix(
        self, images: np.ndarray, labels: np.ndarray, draws: Draws
    ) -> tuple[np.ndarray, np.ndarray]:
        nchw = self.image_batch_format is ImageBatchFormat.NCHW
        order = draws.permutation(len(images))
        mixed, blended = images.copy(), labels.astype(np.float32)
        height, width = images.shape[2:4] if nchw else images.shape[1:3]
        for i, other in enumerate(order):
            ratio = _beta(self.alpha, draws)
            if draws.double() >= np.float32(self.prob):
                continue
            rows, cols = self._msacc_box(height, width, ratio, draws)
            region = (slice(None), rows, cols) if nchw else (rows, cols)
            mixed[i][region] = images[other][region]
            area = np.float32((rows.stop - rows.start) * (cols.stop - cols.start))
            share = 1 - area / np.float32(height * width)
            blended[i] = labels[i] * share + labels[other] * (1 - share)
        return mixed, blended

    def _msacc_box(
        self, height: int, width: int, ratio: np.float32, draws: Draws
    ) -> tuple[slice, slice]:
        edge = np.sqrt(np.float32(1) - ratio)
        w, h = (int(np.float32(n) * edge) for n in (width, height))
        middle_x, middle_y = draws.below(width + 1), draws.below(height + 1)
        return _span(middle_y, h, height), _span(middle_x, w, width)


def _span(middle: int, length: int, size: int) -> slice:
    """Returns a non-empty slice around `middle` inside the image, as MindSpore computes it."""
    start, stop = (min(max(middle + s * (length // 2), 0), size - 1) for s in (-1, 1))
    return slice(start, start + min(max(stop - start, 1), size - 1))


class MixUp:
    """Blend each image with the next of its batch, or (`is_single=False`) with the last result's.

    `batch_size`: the number of images.
    `alpha`: the parameter of the Beta distribution of the share, above 0.

    For `batch(per_batch_map=...)` or a map after batch: called as (images, one-hot labels).
    """

    def __init__(self, batch_size: int, alpha: float, is_single: bool = True) -> None:
        check.boolean(None, "is_single", is_single)
        check.integer(None, "batch_size", batch_size)
        check.instance(None, "alpha", alpha, INT_FIRST)
        check_bounds("batch_size", batch_size, 1, LARGEST)
        check_positive("alpha", alpha)
        self.batch_size, self.alpha, self.is_single = batch_size, float(alpha), is_single
        self._last: tuple[np.ndarray, np.ndarray] | None = None

    def __call__(self, image: np.ndarray, label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # One image stands for a batch of equal ones; the share of a batch of one is that of every image.
        if self.batch_size != 1 and image.ndim > 3 and len(image) != self.batch_size:
            raise ValueError(
                f"MixUp: a batch of {len(image)} images, but batch_size={self.batch_size}."
            )
        share = np.random.beta(self.alpha, self.alpha, self.batch_size)
        if self.is_single:
            order = [*range(1, self.batch_size), 0]
            others = image[order], label[order]
        else:
            # The first batch stays unchanged.
            share = np.ones_like(share) if self._last is None else share
            others = self._last or (image, label)
        mixed = _blend_rows(share, image, others[0], 4), _blend_rows(share, label, others[1], 2)
        self._last = mixed
        return mixed


def _blend_rows(
    share: np.ndarray, batch: np.ndarray, other: np.ndarray, least_axes: int
) -> np.ndarray:
    """Blends each row with the other batch's by its own share, in float64; a batch has `least_axes` or more."""
    per_row = share.reshape(-1, *[1] * (max(batch.ndim, least_axes) - 1))
    return per_row * batch + (1 - per_row) * other
