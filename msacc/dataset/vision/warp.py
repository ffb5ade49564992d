"""Affine and perspective warps, for arrays with OpenCV's arithmetic."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.vision.arguments import check_interpolation, check_items, probability
from msacc.dataset.vision.base import ImageTensorOperation, RandomImage
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.geometry import pil_filter
from msacc.dataset.vision.utils import Inter

# Positions are rounded to a 32nd of a pixel, weights of uint8 images to a 32768th.
_STEPS, _UNIT = 32, 1 << 15
_F32 = np.float32
Points = list[tuple[float, float]]


def corners(name: str, value: Any) -> Points:
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


def warp_perspective(x: np.ndarray, backward: np.ndarray, how: Inter) -> np.ndarray:
    """Warps an image (H, W, C): the matrix `backward` (3, 3) maps each output pixel to its source; 0 outside."""
    height, width = x.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
    across, down, depth = (m[0] * columns + m[1] * rows + m[2] for m in backward)
    with np.errstate(divide="ignore"):
        scale = np.where(depth == 0, 0.0, 1.0 / depth)
    steps = 1.0 if how is Inter.NEAREST else float(_STEPS)
    xs, ys = (_fixed_point(v * scale, steps) for v in (across, down))
    return interpolate(x, ys, xs, how, (0,))


def warp_affine(
    x: np.ndarray, forward: np.ndarray, size: tuple[int, int], how: Inter, fill: tuple[int, ...]
) -> np.ndarray:
    """Warps an image (H, W, C) by the matrix `forward` (2, 3), as OpenCV's warpAffine: positions in 1024ths.

    `size`: height and width of the result; `fill`: the values outside, a number or one per channel.
    """
    backward = _invert(forward)
    # Adds half a step before rounding down.
    half = 512 if how is Inter.NEAREST else 512 // _STEPS
    shift = 10 if how is Inter.NEAREST else 5
    columns, rows = np.arange(size[1]), np.arange(size[0])
    positions = []
    for a, b, c in backward:
        along = np.rint(a * columns * 1024).astype(np.int64)
        start = np.rint((b * rows + c) * 1024).astype(np.int64) + half
        positions.append((start[:, None] + along) >> shift)
    return interpolate(x, positions[1], positions[0], how, fill)


def _invert(m: np.ndarray) -> np.ndarray:
    """Inverts an affine matrix, in the order of OpenCV's arithmetic."""
    m = np.array(m, np.float64)
    size = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    size = 1.0 / size if size else 0.0
    a, b, c, d = m[1, 1] * size, -m[0, 1] * size, -m[1, 0] * size, m[0, 0] * size
    return np.array(
        [[a, b, -a * m[0, 2] - b * m[1, 2]], [c, d, -c * m[0, 2] - d * m[1, 2]]], np.float64
    )


def interpolate(
    x: np.ndarray, ys: np.ndarray, xs: np.ndarray, how: Inter, fill: tuple[int, ...]
) -> np.ndarray:
    """Returns the pixels at these positions: integers for NEAREST, else in 32nds."""
    outside = np.array(fill if len(fill) == x.shape[2] else fill[:1]).astype(x.dtype)
    if how is Inter.NEAREST:
        return _gather(x, ys, xs, outside)
    taps, table = _taps(how is Inter.BICUBIC, x.dtype == np.uint8)
    # table[y fraction, x fraction]: the weights of the neighbors.
    weights = table[ys % _STEPS, xs % _STEPS]
    total: Any = 0
    for i in range(taps):
        for j in range(taps):
            part = _gather(x, (ys >> 5) + i + 1 - taps // 2, (xs >> 5) + j + 1 - taps // 2, outside)
            wide = part.astype(np.int64 if x.dtype == np.uint8 else _wide(x.dtype))
            total = total + wide * weights[..., i, j, None]
    if x.dtype == np.uint8:
        return np.clip((total + _UNIT // 2) >> 15, 0, 255).astype(np.uint8)
    if x.dtype.kind in "ui":
        limits = np.iinfo(x.dtype)
        return np.clip(np.rint(total), limits.min, limits.max).astype(x.dtype)
    return total.astype(x.dtype)


def _wide(kind: np.dtype) -> Any:
    return np.float64 if kind.itemsize == 8 else _F32


def _fixed_point(values: np.ndarray, steps: float) -> np.ndarray:
    limit = float(check.INT32_MAX)
    return np.rint(np.clip(values * steps, -limit - 1, limit)).astype(np.int64)


def _gather(
    x: np.ndarray, rows: np.ndarray, columns: np.ndarray, outside: np.ndarray
) -> np.ndarray:
    in_image = (rows >= 0) & (rows < x.shape[0]) & (columns >= 0) & (columns < x.shape[1])
    pixels = x[np.clip(rows, 0, x.shape[0] - 1), np.clip(columns, 0, x.shape[1] - 1)]
    return np.where(in_image[..., None], pixels, outside).astype(x.dtype)


@lru_cache(maxsize=4)
def _taps(cubic: bool, fixed_point: bool) -> tuple[int, np.ndarray]:
    """Returns the number of neighbors per axis, and their weights for all 32 x 32 positions within a pixel."""
    t = (np.arange(_STEPS, dtype=_F32) * _F32(1 / _STEPS))[:, None]
    line = _cubic(t[:, 0]) if cubic else np.concatenate([1 - t, t], axis=1)
    taps = line.shape[1]
    table = line[:, None, :, None] * line[None, :, None, :]
    if not fixed_point:
        return taps, table
    fixed = np.clip(np.rint(table * _UNIT), -_UNIT, None).astype(np.int64)
    if cubic:
        _normalize_sums(fixed)
    return taps, fixed


def _cubic(t: np.ndarray) -> np.ndarray:
    a = _F32(-0.75)
    first = ((a * (t + 1) - 5 * a) * (t + 1) + 8 * a) * (t + 1) - 4 * a
    second = ((a + 2) * t - (a + 3)) * t * t + 1
    rest = 1 - t
    third = ((a + 2) * rest - (a + 3)) * rest * rest + 1
    return np.stack([first, second, third, 1 - first - second - third], axis=1).astype(_F32)


def _normalize_sums(table: np.ndarray) -> None:
    """Makes the weights of each position sum to 32768 by changing one of the middle four."""
    for i in range(_STEPS):
        for j in range(_STEPS):
            cell = table[i, j]
            excess = int(cell.sum()) - _UNIT
            middle = cell[2:4, 2:4]
            if excess:
                index = middle.argmax() if excess < 0 else middle.argmin()
                middle[divmod(int(index), 2)] -= excess


class Perspective(OnDevice, ImageTensorOperation):
    """Warp an image so that four `start_points` move to `end_points`; pixels from outside are 0.

    Points are [x, y], ints: top left, top right, bottom right, bottom left. `interpolation`: an
    Inter; PIL images have no AREA and PILCUBIC, arrays no ANTIALIAS. Arrays (H, W) or (H, W, C)
    keep their dtype, a PIL image stays one.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.
    """

    def __init__(
        self, start_points: Any, end_points: Any, interpolation: Inter = Inter.BILINEAR
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

    def sample(self, x: Any) -> Any:
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
        forward = np.append(matrix(self.start, self.end), 1.0).reshape(3, 3)
        flat = x[..., None] if x.ndim == 2 else x
        return warp_perspective(flat, np.linalg.inv(forward), how).reshape(x.shape)


class RandomPerspective(RandomImage):
    """Move the corners of a PIL image inwards at random, with probability `prob`.

    `distortion_scale`, 0 to 1: the largest shift as a fraction of half an edge. `interpolation`: an Inter.

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

    def plan(self, x: Any) -> Points | None:
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
