"""Transforms of an image together with its bounding boxes: two columns.

Boxes are float32 (n, 4 or more) of x, y, width, height and further values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.pipeline.operation import Operation, RandomTransform, Transform
from msacc.dataset.transform_random import Draws, WorkerSchedule
from msacc.dataset.vision.arguments import probability, target_size
from msacc.dataset.vision.geometry import resize_block, shorter_edge
from msacc.dataset.vision.random_geometry import RandomCrop, RandomResize, RandomResizedCrop
from msacc.dataset.vision.utils import Border, Inter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints

Both = tuple[np.ndarray, np.ndarray]


def _checked(items: tuple[Any, ...]) -> Both:
    """Checks and returns an image and its boxes, the boxes copied: RuntimeError."""
    if len(items) != 2:
        raise RuntimeError(
            "BoundingBox: invalid input, size of input data should be 2 (including image and "
            f"bounding box), but got: {len(items)}"
        )
    image, boxes = (np.asarray(item) for item in items)
    if image.ndim not in (2, 3):
        raise RuntimeError(
            f"BoundingBox: image shape should be <H,W,C> or <H,W>, got {image.shape}."
        )
    if boxes.ndim < 2:
        raise RuntimeError(
            "BoundingBox: bounding boxes should have to be two-dimensional matrix at least, but got "
            f"{boxes.ndim} dimension."
        )
    if boxes.shape[1] < 4:
        raise RuntimeError(
            "BoundingBox: bounding boxes should be have at least 4 features, but got: "
            f"{boxes.shape[1]}"
        )
    if boxes.dtype != np.float32 or not boxes.size:
        raise RuntimeError(
            f"BoundingBox: boxes should be float32 and at least one, but got {boxes.dtype} "
            f"{boxes.shape}."
        )
    _check_within_image(boxes, image.shape[1], image.shape[0])
    return image, boxes.copy()


def _check_within_image(boxes: np.ndarray, width: int, height: int) -> None:
    for x, y, wide, high in boxes[:, :4].tolist():
        if x + wide > width or y + high > height:
            raise RuntimeError(
                "BoundingBox: bounding boxes is out of bounds of the image, as image width: "
                f"{width}, bbox width coordinate: {x + wide:f}, and image height: {height}, bbox "
                f"height coordinate: {y + high:f}"
            )
        if x < 0 or y < 0:
            raise RuntimeError(
                "BoundingBox: the coordinates of the bounding boxes has negative value, got: "
                f"({x:f},{y:f})."
            )


class _Boxed(RandomTransform):
    """Base of these transforms: a subclass implements `transform_both`."""

    pairs = True

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        """Returns the transformed image and boxes, with draws from this generator."""
        raise NotImplementedError

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            return self.transform_both(*_checked(items), self.draws())
        except RuntimeError as error:
            raise RuntimeError(f"map operation: [{type(self).__name__}] failed. {error}") from error


def _clip_boxes(boxes: np.ndarray, left: int, top: int, width: int, height: int) -> np.ndarray:
    """Clips the boxes to a rectangle; those that do not touch it are dropped."""
    ends = boxes[:, :2] + boxes[:, 2:4]
    corner, far = np.array([left, top]), np.array([left + width, top + height])
    touching = ((boxes[:, :2] <= far) & (ends >= corner)).all(axis=1)
    out, ends = boxes[touching], ends[touching]
    start = np.maximum(out[:, :2], corner)
    out[:, 2:4] = np.minimum(ends, far) - start
    out[:, :2] = start - corner
    return out


def _resize_both(image: np.ndarray, boxes: np.ndarray, size: Ints, how: Inter) -> Both:
    """Resizes image and boxes."""
    height, width = image.shape[:2]
    new = shorter_edge(height, width, size) if isinstance(size, int) else size
    ratios = np.array([new[1] / width, new[0] / height] * 2, np.float32)
    boxes[:, :4] *= ratios
    return resize_block(image[None], new, how)[0], boxes


class RandomHorizontalFlipWithBBox(_Boxed):
    """Flip image and boxes horizontally with probability `prob`.

    Raises TypeError or ValueError for another `prob`, RuntimeError for boxes that are not float32
    or not inside the image.
    """

    axis = 0

    def __init__(self, prob: float = 0.5) -> None:
        self.prob = probability(prob)

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        if not draws.happens(self.prob):
            return image, boxes
        k = self.axis
        boxes[:, k] = image.shape[1 - k] - boxes[:, k] - boxes[:, k + 2]
        return np.flip(image, 1 - k).copy(), boxes


class RandomVerticalFlipWithBBox(RandomHorizontalFlipWithBBox):
    """Flip image and boxes vertically with probability `prob`.

    Raises as RandomHorizontalFlipWithBBox.
    """

    axis = 1


class RandomCropWithBBox(_Boxed):
    """Crop a rectangle of `size` at a random position, and clip the boxes to it.

    `size`, `padding`, `pad_if_needed`, `fill_value` and `padding_mode`, and errors, are those of RandomCrop;
    boxes outside are dropped.
    """

    def __init__(
        self,
        size: Ints,
        padding: Ints | None = None,
        pad_if_needed: bool = False,
        fill_value: Ints = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        self._msacc_crop = RandomCrop(size, padding, pad_if_needed, fill_value, padding_mode)

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        padded, (left, top) = self._msacc_crop.padded(image[None])
        boxes[:, :2] += np.array([left, top], np.float32)
        y, x = self._msacc_crop.draw(image, draws)
        height, width = self._msacc_crop.size
        cropped = padded[0, y : y + height, x : x + width].copy()
        return cropped, _clip_boxes(boxes, x, y, width, height)


class RandomResizedCropWithBBox(_Boxed):
    """Crop a random rectangle and resize it to `size`, with the boxes clipped to it.

    `size`, `scale`, `ratio`, `interpolation` and `max_attempts`, and errors, are those of RandomResizedCrop;
    boxes outside are dropped.
    """

    def __init__(
        self,
        size: Ints,
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.BILINEAR,
        max_attempts: int = 10,
    ) -> None:
        self._msacc_crop = RandomResizedCrop(size, scale, ratio, interpolation, max_attempts)

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        top, left, height, width = self._msacc_crop.draw(image, draws)
        clipped = _clip_boxes(boxes, left, top, width, height)
        part = image[top : top + height, left : left + width]
        return _resize_both(part, clipped, self._msacc_crop.size, self._msacc_crop.interpolation)


class ResizeWithBBox(_Boxed):
    """Resize an image to `size`, a pair or its shorter edge, and its boxes with it.

    `interpolation`: an Inter. Raises TypeError or ValueError for other arguments, RuntimeError for boxes that
    are not float32 or not inside the image.
    """

    def __init__(self, size: Ints, interpolation: Inter = Inter.LINEAR) -> None:
        if interpolation is None:
            raise KeyError("Interpolation should not be None")
        self.size: Any = target_size(size)
        check.instance(None, "interpolation", interpolation, Inter)
        self.interpolation = interpolation

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        return _resize_both(image, boxes, self.size, self.interpolation)


class RandomResizeWithBBox(ResizeWithBBox):
    """Resize to `size` as ResizeWithBBox, with a random interpolation."""

    def __init__(self, size: Ints) -> None:
        super().__init__(size)

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        choices = RandomResize.CHOICES
        return _resize_both(image, boxes, self.size, choices[draws.below(len(choices))])


class BoundingBoxAugment(_Boxed):
    """Apply `transform` to the content of a box, with probability `ratio` for each box.

    `transform`: an image transform that keeps an image's size.

    Raises TypeError or ValueError for other arguments, RuntimeError for invalid boxes.
    """

    def __init__(self, transform: Any, ratio: float = 0.3) -> None:
        self.ratio = probability(ratio, "ratio")
        check.instance(None, "transform", transform, Transform)
        self.transform = transform

    def threadable(self) -> bool:
        return super().threadable() and self.transform.threadable()

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        fresh = super().seeded(schedule, inner)
        assert isinstance(fresh, BoundingBoxAugment)
        fresh.transform = self.transform.seeded(schedule, True)
        return fresh

    def transform_both(self, image: np.ndarray, boxes: np.ndarray, draws: Draws) -> Both:
        out = image.copy()
        for x, y, width, height in boxes[:, :4].astype(int):
            if draws.real() >= np.float32(self.ratio):
                continue
            part = out[y : y + height, x : x + width]
            (new,) = self.transform.row((part.copy(),))
            new = np.asarray(new)
            if new.shape[:2] != part.shape[:2]:
                new = resize_block(new[None], part.shape[:2], Inter.LINEAR)[0]
            out[y : y + height, x : x + width] = new
        return out, boxes
