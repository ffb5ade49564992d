"""Affine and perspective warps."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.opencv import opencv
from msacc.dataset.vision.arguments import check_interpolation, check_items, probability
from msacc.dataset.vision.base import CV_INTERPOLATION, ImageTensorOperation, RandomImage
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.geometry import pil_filter
from msacc.dataset.vision.utils import Inter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.dataset.vision.base import Picture

Points = list[tuple[float, float]]


def corners(name: str, value: Sequence[Sequence[int]]) -> Points:
    """Checks and returns four points (x, y) of ints: TypeError, ValueError."""
    check.instance(None, name, value, (list, tuple))
    if len(value) != 4:
        raise check.error_with_note(
            TypeError, f"{name} should be a list or tuple of length 4.", f"Got {value!r}."
        )
    for i, point in enumerate(value):
        check.instance(None, f"{name}[{i}]", point, (list, tuple))
        if len(point) != 2:
            raise check.error_with_note(
                TypeError, f"{name}[{i}] should be a list or tuple of length 2.", f"Got {point!r}."
            )
        for k in range(2):
            check.integer(
                None, f"{name}[{i}][{k}]", point[k], -check.INT32_MAX - 1, check.INT32_MAX
            )
    return [(x, y) for x, y in value]


def matrix(points: Points, images: Points) -> np.ndarray:
    """Returns the eight coefficients of the perspective that maps `points` to `images` (least squares)."""
    rows = []
    for (x, y), (u, v) in zip(points, images, strict=False):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    target = np.array(images, np.float64).reshape(8)
    return np.linalg.lstsq(np.array(rows, np.float64), target, rcond=None)[0]


def pil_perspective(image: Image.Image, start: Points, end: Points, how: Inter) -> Image.Image:
    """Warps a PIL image so that its `start` points move to `end`."""
    numbers = matrix(end, start).tolist()
    return image.transform(image.size, Image.Transform.PERSPECTIVE, numbers, pil_filter(how))


def warp_affine(
    x: np.ndarray, forward: np.ndarray, size: tuple[int, int], how: Inter, fill: tuple[int, ...]
) -> np.ndarray:
    """Warps an image (H, W) or (H, W, C) by the matrix `forward` (2, 3).

    `size`: height and width of the result; `fill`: the values outside, a number or one per channel.
    """
    outside = fill if len(fill) > 1 else fill * 3
    with opencv("This transform") as cv2:
        out = cv2.warpAffine(
            x, forward, size[::-1], flags=CV_INTERPOLATION[how], borderValue=outside
        )
    return out.reshape(*size, *x.shape[2:])


class Perspective(OnDevice, ImageTensorOperation):
    """Warp an image so that four `start_points` move to `end_points`; pixels from outside are 0.

    Points are [x, y], ints: top left, top right, bottom right, bottom left. `interpolation`: an
    Inter; PIL images have no AREA and PILCUBIC, arrays no ANTIALIAS. Arrays (H, W) or (H, W, C)
    keep their dtype, a PIL image stays one.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.
    """

    def __init__(
        self,
        start_points: Sequence[Sequence[int]],
        end_points: Sequence[Sequence[int]],
        interpolation: Inter = Inter.BILINEAR,
    ) -> None:
        check_items("start_points", start_points, (list, tuple))
        check_items("end_points", end_points, (list, tuple))
        self.start, self.end = (
            corners("start_points", start_points),
            corners("end_points", end_points),
        )
        self.interpolation = check_interpolation(interpolation)

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def sample(self, x: Picture) -> Any:
        how = self.interpolation
        if isinstance(x, Image.Image):
            return pil_perspective(x, self.start, self.end, how)
        if how is Inter.ANTIALIAS:
            raise check.error_with_note(
                TypeError,
                "img should be PIL image.",
                f"Got {type(x)}. Use Decode(to_pil=True) or ToPIL().",
            )
        self.check(x)
        unsupported = x.dtype in (np.int8, np.int32) and how is not Inter.NEAREST
        if x.dtype == np.bool_:
            x = x.astype(np.uint8)
        if x.dtype.kind not in "uif" or x.dtype in (np.uint32, np.int64, np.uint64) or unsupported:
            raise RuntimeError(f"Perspective: images of type {x.dtype} are not supported.")
        with opencv("Perspective") as cv2:
            ends = (np.array(points, np.float32) for points in (self.start, self.end))
            forward = cv2.getPerspectiveTransform(*ends)
            size = x.shape[1::-1]
            return cv2.warpPerspective(x, forward, size, flags=CV_INTERPOLATION[how]).reshape(
                x.shape
            )


class RandomPerspective(RandomImage):
    """Move the corners of a PIL image inwards at random, with probability `prob`.

    `distortion_scale`, 0 to 1: the largest shift as a fraction of half an edge.
    `interpolation`: an Inter.

    Raises TypeError or ValueError for other arguments, ValueError for inputs that are no PIL image.
    """

    def __init__(
        self,
        distortion_scale: float = 0.5,
        prob: float = 0.5,
        interpolation: Inter = Inter.BICUBIC,
    ) -> None:
        for name, value in (("distortion_scale", distortion_scale), ("prob", prob)):
            check.instance(None, name, value, float)
        self.distortion_scale = probability(distortion_scale, "distortion_scale")
        self.prob = probability(prob)
        self.interpolation = check_interpolation(interpolation)

    def plan(self, x: Picture) -> Points | None:
        if not isinstance(x, Image.Image):
            raise ValueError("Input image should be a Pillow image; use ToPIL() before.")
        if random.random() >= self.prob:
            return None
        right, bottom = x.width - 1, x.height - 1
        across, down = (int(n / 2 * self.distortion_scale) for n in x.size)
        # Corner by corner, clockwise from the upper left, x before y.
        return [
            (random.randint(*ends), random.randint(*heights))
            for ends, heights in (
                ((0, across), (0, down)),
                ((right - across, right), (0, down)),
                ((right - across, right), (bottom - down, bottom)),
                ((0, across), (bottom - down, bottom)),
            )
        ]

    def apply(self, x: Any, plan: Points | None) -> Any:
        if plan is None:
            return x
        right, bottom = x.width - 1, x.height - 1
        start: Points = [(0, 0), (right, 0), (right, bottom), (0, bottom)]
        return pil_perspective(x, start, plan, self.interpolation)
