"""Base classes of the image transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from PIL import Image

from msacc.dataset.pipeline.operation import RandomTransform
from msacc.dataset.transforms.transforms import PyTensorOperation
from msacc.dataset.vision.utils import Border, Inter

PIL_INTERPOLATION = {
    Inter.NEAREST: Image.Resampling.NEAREST,
    Inter.ANTIALIAS: Image.Resampling.LANCZOS,
    Inter.BILINEAR: Image.Resampling.BILINEAR,
    Inter.BICUBIC: Image.Resampling.BICUBIC,
}
# OpenCV's number of each interpolation of arrays; its warps know no PILCUBIC and interpolate linearly.
CV_INTERPOLATION = {
    Inter.NEAREST: 0,
    Inter.LINEAR: 1,
    Inter.BICUBIC: 2,
    Inter.AREA: 3,
    Inter.PILCUBIC: 1,
}


# What image transforms take: an array (H, W, C) or (H, W), or a PIL image.
Picture: TypeAlias = np.ndarray | Image.Image


class ImageTensorOperation(PyTensorOperation):
    """Base of image transforms: arrays (H, W, C) or (H, W), and PIL images."""

    # Supported ranks of a sample.
    ranks: tuple[int, ...] = (2, 3)
    # Whether samples of a higher rank are stacks of images (..., H, W, C).
    stacks = False

    def sample(self, x: Picture) -> Any:
        if isinstance(x, Image.Image):
            return self.on_pil(x)
        if self.stacked(x):
            flat = x.reshape(-1, *x.shape[-3:])
            self.check(flat[0])
            out = self.block(flat)
            return out.reshape(*x.shape[:-3], *out.shape[1:])
        self.check(x)
        return self.block(x[None])[0]

    def stacked(self, x: Picture) -> bool:
        """Whether `x` is a stack of images that the transform processes one by one."""
        return self.stacks and isinstance(x, np.ndarray) and x.ndim > 3

    def on_pil(self, image: Image.Image) -> Any:
        """Transforms a PIL image; returns an array unless a subclass overrides it."""
        return self.sample(np.array(image))

    def supports_block(self, xs: np.ndarray) -> bool:
        return xs.ndim - 1 in self.ranks

    def check(self, x: Picture) -> None:
        """Raises RuntimeError unless `x` is an array of a supported rank."""
        if not isinstance(x, np.ndarray) or x.ndim not in self.ranks:
            what = f"rank: {x.ndim}" if isinstance(x, np.ndarray) else type(x).__name__
            raise RuntimeError(
                f"{type(self).__name__}: image shape should be <H,W,C> or <H,W>, but got {what}."
            )


class RandomArrayResult(RandomTransform):
    """Mixin of the random transforms that MindSpore has in C++ only: a PIL image gives an array as well."""

    def decode(self, x: Picture) -> Any:
        return np.array(x) if isinstance(x, Image.Image) else x


class RandomImage(RandomTransform, ImageTensorOperation):
    """Base of random image transforms; a subclass implements `apply` or `apply_block`."""

    def apply(self, x: Picture, plan: Any) -> Any:
        if isinstance(x, Image.Image):
            return Image.fromarray(self._msacc_apply_array(np.array(x), plan))
        return self._msacc_apply_array(x, plan)

    def _msacc_apply_array(self, x: np.ndarray, plan: Any) -> np.ndarray:
        if self.stacked(x):
            flat = x.reshape(-1, *x.shape[-3:])
            out = self.apply_block(flat, [plan] * len(flat))
            return out.reshape(*x.shape[:-3], *out.shape[1:])
        self.check(x)
        return self.apply_block(x[None], [plan])[0]

    def extent(self, x: Picture) -> tuple[int, int]:
        """Returns height and width of an image, or of the images in a stack."""
        if isinstance(x, Image.Image):
            return x.height, x.width
        if self.stacked(x):
            return x.shape[-3], x.shape[-2]
        self.check(x)
        return x.shape[0], x.shape[1]


class PilTensorOperation(PyTensorOperation):
    """Base of transforms that take only PIL images."""

    def sample(self, x: Picture) -> Any:
        return self.on_pil(as_pil_input(x))

    def on_pil(self, image: Image.Image) -> Any:
        """Transforms a PIL image."""
        raise NotImplementedError


def as_pil_input(x: Picture) -> Image.Image:
    """Returns `x`; raises MindSpore's TypeError when it is no PIL image."""
    if isinstance(x, Image.Image):
        return x
    raise TypeError(
        f"img should be PIL image. Got {type(x)}. Use Decode() for encoded data or ToPIL() for "
        "decoded data."
    )


def pad_images(
    xs: np.ndarray, sides: tuple[int, int, int, int], fill: tuple[int, ...], mode: Border
) -> np.ndarray:
    """Pads images (n, H, W[, C]) by (left, top, right, bottom) pixels."""
    left, top, right, bottom = sides
    widths = [(0, 0), (top, bottom), (left, right)] + [(0, 0)] * (xs.ndim - 3)
    if mode is not Border.CONSTANT:
        return np.pad(xs, widths, mode=mode.value)  # type: ignore[call-overload]
    shape = [n + before + after for n, (before, after) in zip(xs.shape, widths, strict=True)]
    out = np.empty(shape, xs.dtype)
    out[:] = fill if xs.ndim == 4 and xs.shape[3] == len(fill) else fill[0]
    out[:, top : top + xs.shape[1], left : left + xs.shape[2]] = xs
    return out


def each_image(
    function: Callable[[np.ndarray], np.ndarray], xs: np.ndarray, channels: int
) -> np.ndarray:
    """Applies a function of OpenCV, which drops an axis of one channel, to each of the images (n, H, W[, C])."""
    out = np.stack([function(x) for x in xs])
    return out if xs.ndim == 3 else out.reshape(*out.shape[:3], channels)
