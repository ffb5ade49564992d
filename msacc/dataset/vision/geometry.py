"""Deterministic geometric transforms: resize, crop, flip, pad, patches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageOps

from msacc.common import checks as check
from msacc.dataset.vision import resize as kernels
from msacc.dataset.vision.arguments import (
    canvas_size,
    check_interpolation,
    fill_tuple,
    offset_pair,
    padding_sides,
    size_pair,
    target_size,
)
from msacc.dataset.vision.base import (
    PIL_INTERPOLATION,
    ImageTensorOperation,
    PilTensorOperation,
    pad_images,
)
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.utils import Border, Inter, SliceMode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints
    from msacc.dataset.vision.base import Picture


def shorter_edge(height: int, width: int, size: int) -> tuple[int, int]:
    """Returns the size with the shorter edge `size` and the same aspect ratio."""
    if height < width:
        return size, int(size * width / height)
    return int(size * height / width), size


def pil_filter(interpolation: Inter) -> Any:
    """Returns PIL's filter for an interpolation; raises MindSpore's TypeError where there is none."""
    if interpolation not in PIL_INTERPOLATION:
        raise TypeError("Current Interpolation is not supported with PIL input.")
    return PIL_INTERPOLATION[interpolation]


def resize_block(xs: np.ndarray, size: Ints, interpolation: Inter) -> np.ndarray:
    """Resizes images (n, H, W), (n, H, W, C) or (n, ..., H, W, C) to `size`: a pair, or the shorter edge."""
    if interpolation is Inter.ANTIALIAS:
        raise check.error_with_note(
            TypeError,
            "img should be PIL image.",
            f"Got {type(xs)}. Inter.ANTIALIAS needs Decode(to_pil=True) or ToPIL().",
        )
    shape = xs.shape
    flat = xs[..., None] if xs.ndim == 3 else xs.reshape(-1, *shape[-3:])
    height, width = flat.shape[1:3]
    if isinstance(size, int):
        height, width = shorter_edge(height, width, size)
    else:
        height, width = size
    out = kernels.resize(flat, height, width, interpolation)
    return out[..., 0] if xs.ndim == 3 else out.reshape(*shape[:-3], *out.shape[1:])


class Resize(OnDevice, ImageTensorOperation):
    """Resize images to (height, width), or to a shorter edge of `size`, with OpenCV.

    `size`: an int or a pair of ints above 0.
    `interpolation`: an Inter.

    Arrays of shape (H, W), (H, W, C) or with more dimensions in front keep their dtype; a PIL image stays
    one.

    Raises TypeError for other types, and for an interpolation that a PIL image (AREA, PILCUBIC) or an array
    (ANTIALIAS) does not support; ValueError for a `size` below 1; RuntimeError for dtypes that OpenCV cannot
    resize (int8 and int32 only by NEAREST).

    Differs from MindSpore: float16 is resized.
    """

    ranks = (2, 3, 4, 5)
    stacks = True

    def __init__(self, size: Ints, interpolation: Inter = Inter.LINEAR) -> None:
        if interpolation is None:
            raise KeyError("Interpolation should not be None")
        self.size = target_size(size)
        self.interpolation = check_interpolation(interpolation)

    def block(self, xs: np.ndarray) -> np.ndarray:
        return resize_block(xs, self.size, self.interpolation)

    def on_pil(self, image: Image.Image) -> Image.Image:
        how = pil_filter(self.interpolation)
        size = self.size
        height, width = (
            shorter_edge(image.height, image.width, size) if isinstance(size, int) else size
        )
        return image.resize((width, height), how)


class CenterCrop(ImageTensorOperation):
    """Crop the center of an image; smaller images get a black border.

    `size`: (height, width), or an int for a square. Arrays of shape (H, W) or (H, W, C) keep their
    dtype, a PIL image stays one.

    Raises TypeError or ValueError for another `size`, RuntimeError for arrays of another rank. As
    in MindSpore. Arrays (..., H, W, C) are stacks of images.
    """

    deterministic = True

    stacks = True

    def __init__(self, size: Ints) -> None:
        self.size = size_pair(size)

    def block(self, xs: np.ndarray) -> np.ndarray:
        height, width = self.size
        more = max(height - xs.shape[1], 0), max(width - xs.shape[2], 0)
        if more[0] >= 3 * xs.shape[1] or more[1] >= 3 * xs.shape[2]:
            raise RuntimeError(
                "CenterCrop: Padding size cannot be more than 3 times of the original image size, "
                f"got size {self.size} for an image of {xs.shape[1]} x {xs.shape[2]}."
            )
        if any(more):
            top, left = (more[0] + 1) // 2, (more[1] + 1) // 2
            xs = pad_images(xs, (left, top, more[1] - left, more[0] - top), (0,), Border.CONSTANT)
        top, left = (xs.shape[1] - height) // 2, (xs.shape[2] - width) // 2
        return xs[:, top : top + height, left : left + width].copy()

    def on_pil(self, image: Image.Image) -> Image.Image:
        height, width = self.size
        top = int(round((image.height - height) / 2.0))
        left = int(round((image.width - width) / 2.0))
        return image.crop((left, top, left + width, top + height))


class Crop(OnDevice, ImageTensorOperation):
    """Crop the rectangle of `size` at `coordinates` (top, left).

    Takes an array (H, W, C) or (H, W), or a PIL image.

    `coordinates`: two ints >= 0.
    `size`: an int, or (height, width).
    """

    def __init__(self, coordinates: Sequence[float], size: Ints) -> None:
        check.instance(None, "coordinates", coordinates, (list, tuple))
        if len(coordinates) != 2:
            raise check.error_with_note(
                TypeError,
                "Coordinates should be a list/tuple (y, x) of length 2.",
                f"Got {coordinates!r}.",
            )
        for i, value in enumerate(coordinates):
            check.integer(None, f"coordinates[{i}]", value, 0, check.INT32_MAX)
        self.coordinates, self.size = tuple(coordinates), size_pair(size)

    def block(self, xs: np.ndarray) -> np.ndarray:
        top, left = self.coordinates
        bottom, right = top + self.size[0], left + self.size[1]
        if bottom > xs.shape[1] or right > xs.shape[2]:
            raise RuntimeError(
                f"Crop: rows {top}..{bottom} and columns {left}..{right} exceed an image of "
                f"{xs.shape[1]} x {xs.shape[2]}."
            )
        return xs[:, top:bottom, left:right].copy()


class HorizontalFlip(OnDevice, ImageTensorOperation):
    """Flip horizontally."""

    stacks = True
    mirrors = True

    def block(self, xs: np.ndarray) -> np.ndarray:
        return xs[:, :, ::-1].copy()

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        return x[:, ::-1]


class VerticalFlip(OnDevice, ImageTensorOperation):
    """Flip vertically."""

    stacks = True
    mirrors = True

    def block(self, xs: np.ndarray) -> np.ndarray:
        return xs[:, ::-1].copy()

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        return x[::-1]


class Pad(OnDevice, ImageTensorOperation):
    """Pad the sides: by an int, (left and right, top and bottom), or (l, t, r, b).

    Takes an array (H, W, C) or (H, W), or a PIL image.

    `padding`: ints >= 0.
    `fill_value`: an int 0 to 255 or three of them.
    `padding_mode`: a Border (CONSTANT, EDGE, REFLECT, SYMMETRIC).
    """

    def __init__(
        self, padding: Ints, fill_value: Ints = 0, padding_mode: Border = Border.CONSTANT
    ) -> None:
        self.padding, self.fill_value = padding_sides(padding), fill_tuple(fill_value)
        check.instance(None, "padding_mode", padding_mode, Border)
        self.padding_mode = padding_mode

    def block(self, xs: np.ndarray) -> np.ndarray:
        return pad_images(xs, self.padding, self.fill_value, self.padding_mode)

    def on_pil(self, image: Image.Image) -> Image.Image:
        return Image.fromarray(self.sample(np.array(image)))


class PadToSize(ImageTensorOperation):
    """Pad an image to `size`, with the image at `offset` (top, left) or centered.

    `padding_mode`: a Border.
    `fill_value`: the gray level or (r, g, b), 0 to 255, of Border.CONSTANT.

    The dtype stays.

    Raises TypeError or ValueError for others, RuntimeError for an image that does not fit.
    """

    deterministic = True

    def __init__(
        self,
        size: Ints,
        offset: Ints | None = None,
        fill_value: Ints = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        self.size, self.offset = canvas_size(size), offset_pair(offset)
        self.fill_value, self.padding_mode = fill_tuple(fill_value), padding_mode
        check.instance(None, "padding_mode", padding_mode, Border)

    def block(self, xs: np.ndarray) -> np.ndarray:
        more = self.size[0] - xs.shape[1], self.size[1] - xs.shape[2]
        top, left = self.offset or (more[0] // 2, more[1] // 2)
        if min(more) < 0 or top > more[0] or left > more[1]:
            raise RuntimeError(
                f"PadToSize: the target size {self.size} at offset {(top, left)} cannot hold an "
                f"image of {xs.shape[1]} x {xs.shape[2]}."
            )
        sides = (left, top, more[1] - left, more[0] - top)
        return pad_images(xs, sides, self.fill_value, self.padding_mode)


class ResizedCrop(OnDevice, ImageTensorOperation):
    """Crop the rectangle at (`top`, `left`) of `height` and `width`, ints in pixels, then resize it to `size`.

    `size`: (height, width) or an int.
    `interpolation`: an Inter.

    The dtype stays.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        size: Ints,
        interpolation: Inter = Inter.BILINEAR,
    ) -> None:
        for name, value in (("top", top), ("left", left)):
            check.integer(None, name, value, 0, check.INT32_MAX)
        for name, value in (("height", height), ("width", width)):
            check.integer(None, name, value, 1, check.INT32_MAX)
        check_interpolation(interpolation)
        self._msacc_crop = Crop((top, left), (height, width))
        self._msacc_resize = Resize(size_pair(size), interpolation)

    def block(self, xs: np.ndarray) -> np.ndarray:
        return self._msacc_resize.block(self._msacc_crop.block(xs))


class SlicePatches(ImageTensorOperation):
    """Split into num_height x num_width patches, one column each.

    `slice_mode`: a SliceMode, whether what is no multiple is padded (PAD) with `fill_value`, an int from 0 to
    255, or dropped (DROP). Raises TypeError or ValueError for others, RuntimeError for an image that is too
    small.
    """

    def __init__(
        self,
        num_height: int = 1,
        num_width: int = 1,
        slice_mode: SliceMode = SliceMode.PAD,
        fill_value: int = 0,
    ) -> None:
        self.num_height = 1 if num_height is None else num_height
        self.num_width = 1 if num_width is None else num_width
        self.slice_mode = SliceMode.PAD if slice_mode is None else slice_mode
        self.fill_value = 0 if fill_value is None else fill_value
        check.integer(None, "num_height", self.num_height, 1, check.INT32_MAX)
        check.integer(None, "num_width", self.num_width, 1, check.INT32_MAX)
        check.instance(None, "slice_mode", self.slice_mode, SliceMode)
        check.integer(None, "fill_value", self.fill_value, 0, 255)

    def sample(self, x: Picture) -> tuple[np.ndarray, ...]:
        x = np.array(x) if isinstance(x, Image.Image) else x
        self.check(x)
        return tuple(column[0] for column in self._msacc_patches(x[None]))

    def columns(self, columns: list[Any], size: int) -> list[Any]:
        column = self._msacc_only_column(columns)
        if isinstance(column, np.ndarray) and self.supports_block(column):
            return self._msacc_patches(column)
        return super().columns(columns, size)

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return True

    def _msacc_patches(self, xs: np.ndarray) -> list[np.ndarray]:
        rows, cols = self.num_height, self.num_width
        if self.slice_mode is SliceMode.PAD:
            down, across = -xs.shape[1] % rows, -xs.shape[2] % cols
            xs = pad_images(xs, (0, 0, across, down), (self.fill_value,), Border.CONSTANT)
        height, width = xs.shape[1] // rows, xs.shape[2] // cols
        if not height or not width:
            raise RuntimeError(f"SlicePatches: an image of {xs.shape[1:3]} is too small.")
        return [
            xs[:, i * height : (i + 1) * height, j * width : (j + 1) * width].copy()
            for i in range(rows)
            for j in range(cols)
        ]


class FiveCrop(PilTensorOperation):
    """Crop the four corners and the center of a PIL image: five of `size`, (height, width) or an int.

    Raises ValueError for a size larger than the image.
    """

    def __init__(self, size: Ints) -> None:
        self.size = size_pair(size)

    def on_pil(self, image: Image.Image) -> tuple[Image.Image, ...]:
        height, width = self.size
        if height > image.height or width > image.width:
            raise ValueError(
                f"Crop size {self.size} is larger than input image {image.size[::-1]}."
            )
        right, bottom = image.width - width, image.height - height
        corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
        crops = [image.crop((x, y, x + width, y + height)) for x, y in corners]
        return (*crops, CenterCrop(self.size).on_pil(image))


class TenCrop(FiveCrop):
    """FiveCrop to `size` of a PIL image and of its flipped image, upside down for `use_vertical_flip`."""

    def __init__(self, size: Ints, use_vertical_flip: bool = False) -> None:
        super().__init__(size)
        if use_vertical_flip is not None:
            check.boolean(None, "use_vertical_flip", use_vertical_flip)
        self.use_vertical_flip = bool(use_vertical_flip)

    def on_pil(self, image: Image.Image) -> tuple[Image.Image, ...]:
        flipped = ImageOps.flip(image) if self.use_vertical_flip else ImageOps.mirror(image)
        return super().on_pil(image) + super().on_pil(flipped)
