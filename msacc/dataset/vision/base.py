"""Bases of the image transforms, and the readings of their common arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.pipeline.operation import RandomTransform
from msacc.dataset.transforms.transforms import PyTensorOperation
from msacc.dataset.vision.utils import Border, Inter

LARGEST = 16777216
PIL_INTERPOLATION = {
    Inter.NEAREST: Image.Resampling.NEAREST,
    Inter.ANTIALIAS: Image.Resampling.LANCZOS,
    Inter.BILINEAR: Image.Resampling.BILINEAR,
    Inter.BICUBIC: Image.Resampling.BICUBIC,
}


class ImageTensorOperation(PyTensorOperation):
    """Base of image transforms: arrays (H, W, C) or (H, W), and PIL images."""

    # Ranks of a sample that the transform takes.
    ranks: tuple[int, ...] = (2, 3)
    # Whether samples of a higher rank are stacks of images (..., H, W, C).
    stacks = False

    def sample(self, x: Any) -> Any:
        if isinstance(x, Image.Image):
            return self.on_pil(x)
        if self.stacked(x):
            flat = x.reshape(-1, *x.shape[-3:])
            self.check(flat[0])
            out = self.block(flat)
            return out.reshape(*x.shape[:-3], *out.shape[1:])
        self.check(x)
        return self.block(x[None])[0]

    def stacked(self, x: Any) -> bool:
        """Whether `x` is a stack of images that the transform takes one by one."""
        return self.stacks and isinstance(x, np.ndarray) and x.ndim > 3

    def on_pil(self, image: Image.Image) -> Any:
        """The transform on a PIL image; an array comes out unless a subclass says otherwise."""
        return self.sample(np.array(image))

    def takes(self, xs: np.ndarray) -> bool:
        return xs.ndim - 1 in self.ranks

    def check(self, x: Any) -> None:
        """RuntimeError unless `x` is an array of a rank that the transform takes."""
        if not isinstance(x, np.ndarray) or x.ndim not in self.ranks:
            what = f"rank: {x.ndim}" if isinstance(x, np.ndarray) else type(x).__name__
            raise RuntimeError(
                f"{type(self).__name__}: image shape should be <H,W,C> or <H,W>, but got {what}."
            )


class RandomImage(RandomTransform, ImageTensorOperation):
    """Base of random image transforms; a subclass gives `drawn` or `drawn_block`."""

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        if isinstance(x, Image.Image):
            return Image.fromarray(self._one_array(np.array(x), u))
        return self._one_array(x, u)

    def _one_array(self, x: np.ndarray, u: np.ndarray) -> np.ndarray:
        if self.stacked(x):
            flat = x.reshape(-1, *x.shape[-3:])
            out = self.drawn_block(flat, np.repeat(u[None], len(flat), 0))
            return out.reshape(*x.shape[:-3], *out.shape[1:])
        self.check(x)
        return self.drawn_block(x[None], u[None])[0]


class PilTensorOperation(PyTensorOperation):
    """Base of transforms for PIL images alone."""

    def sample(self, x: Any) -> Any:
        return self.on_pil(as_pil_input(x))

    def on_pil(self, image: Image.Image) -> Any:
        """The transform on a PIL image."""
        raise NotImplementedError


def as_pil_input(x: Any) -> Image.Image:
    """`x`, or the TypeError MindSpore raises when it is no PIL image."""
    if isinstance(x, Image.Image):
        return x
    raise TypeError(
        f"img should be PIL image. Got {type(x)}. Use Decode() for encoded data or ToPIL() for "
        "decoded data."
    )


def size_pair(size: Any, name: str = "size") -> tuple[int, int]:
    """(height, width) from an int (square) or a pair."""
    if check.is_int(size):
        check.integer(None, name, size, 1, LARGEST)
        return int(size), int(size)
    check.instance(None, name, size, (list, tuple))
    if len(size) != 2:
        raise TypeError(f"{name} should be an int or a pair (height, width), but got {size!r}.")
    for i, value in enumerate(size):
        check.integer(None, f"{name}[{i}]", value, 1, LARGEST)
    return int(size[0]), int(size[1])


def four_sides(padding: Any) -> tuple[int, int, int, int]:
    """(left, top, right, bottom) from an int, (left and right, top and bottom) or all four."""
    if check.is_int(padding):
        check.integer(None, "padding", padding, 0, check.INT32_MAX)
        return (int(padding),) * 4
    check.instance(None, "padding", padding, (list, tuple))
    for i, value in enumerate(padding):
        check.integer(None, f"padding[{i}]", value, 0, check.INT32_MAX)
    if len(padding) == 2:
        return padding[0], padding[1], padding[0], padding[1]
    if len(padding) != 4:
        raise ValueError(f"The size of the padding list or tuple should be 2 or 4, got {padding}.")
    left, top, right, bottom = padding
    return left, top, right, bottom


def fill_tuple(fill_value: Any) -> tuple[int, ...]:
    """A grey level, or (r, g, b), each in 0 .. 255."""
    values = (fill_value,) if check.is_int(fill_value) else fill_value
    check.instance(None, "fill_value", values, tuple)
    if len(values) not in (1, 3):
        raise TypeError(f"fill_value should be a single integer or a 3-tuple. Got {fill_value!r}.")
    for value in values:
        check.integer(None, "fill_value", value, 0, 255)
    return tuple(values)


def pad_images(
    xs: np.ndarray, sides: tuple[int, int, int, int], fill: tuple[int, ...], mode: Border
) -> np.ndarray:
    """Images (n, H, W[, C]) with (left, top, right, bottom) more pixels."""
    left, top, right, bottom = sides
    widths = [(0, 0), (top, bottom), (left, right)] + [(0, 0)] * (xs.ndim - 3)
    if mode is not Border.CONSTANT:
        return np.pad(xs, widths, mode=mode.value)  # type: ignore[call-overload]
    shape = [n + before + after for n, (before, after) in zip(xs.shape, widths)]
    out = np.empty(shape, xs.dtype)
    out[:] = fill if xs.ndim == 4 and xs.shape[3] == len(fill) else fill[0]
    out[:, top : top + xs.shape[1], left : left + xs.shape[2]] = xs
    return out


def number_pair(value: Any, name: str, low: float = 0) -> tuple[float, float]:
    """(least, largest) from a pair of numbers >= `low` in order."""
    check.instance(None, name, value, (list, tuple))
    if len(value) != 2:
        raise ValueError(f"{name} should be a pair (min, max), but got {value!r}.")
    for item in value:
        check.number(None, name, item, low)
    if value[0] > value[1]:
        raise ValueError(f"{name} should be in (min,max) format. Got (max,min). Got {value!r}.")
    return float(value[0]), float(value[1])


def probability(value: Any, name: str = "prob") -> float:
    """A number in [0, 1]."""
    check.number(None, name, value, 0.0, 1.0)
    return float(value)


def interpolation_of(value: Any, name: str = "interpolation") -> Inter:
    """An Inter, or TypeError."""
    check.instance(None, name, value, Inter)
    return value


def spread(us: np.ndarray, low: float, high: float) -> np.ndarray:
    """Uniform numbers of [0, 1) as numbers of [low, high)."""
    return low + us * (high - low)


def floats(values: Any, name: str, low: float, high: float) -> np.ndarray:
    """A list of numbers in [low, high] as float32."""
    check.instance(None, name, values, (list, tuple))
    for i, value in enumerate(values):
        check.number(None, f"{name}[{i}]", value, low, high)
    return np.array(values, dtype=np.float32)


def same_length(a: Sequence[Any], b: Sequence[Any]) -> None:
    """ValueError unless mean and std are of one length."""
    if len(a) != len(b):
        raise ValueError(f"Length of mean and std must be equal, but got {len(a)} and {len(b)}.")
