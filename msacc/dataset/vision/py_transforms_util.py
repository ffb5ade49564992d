"""Functions behind MindSpore's Python transforms, for code that calls them directly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageEnhance

from msacc.dataset.vision.color_spaces import HsvToRgb, RgbToHsv
from msacc.dataset.vision.random_geometry import RandomCrop

if TYPE_CHECKING:
    from msacc.dataset.vision.base import Picture
    from msacc.dataset.vision.utils import Border


def rgb_to_hsvs(np_rgb_imgs: np.ndarray, is_hwc: bool) -> Any:
    """Hue, saturation and value of one RGB image or a batch of them; `is_hwc`: channels last.

    Raises TypeError unless it is an array of 3 or 4 dimensions with three channels.
    """
    return RgbToHsv(is_hwc)(np_rgb_imgs)


def hsv_to_rgbs(np_hsv_imgs: np.ndarray, is_hwc: bool) -> Any:
    """Invert `rgb_to_hsvs`."""
    return HsvToRgb(is_hwc)(np_hsv_imgs)


augment_error_message = (
    "img should be PIL image. Got {}. Use Decode() for encoded data or ToPIL() for decoded data."
)


def is_pil(img: object) -> bool:
    """Whether it is an image of PIL's."""
    return isinstance(img, Image.Image)


def _enhanced(kind: Callable[[Image.Image], Any], img: Image.Image, factor: float) -> Image.Image:
    if not is_pil(img):
        raise TypeError(augment_error_message.format(type(img)))
    return kind(img).enhance(factor)  # type: ignore[no-any-return]


def adjust_brightness(img: Image.Image, brightness_factor: float) -> Image.Image:
    """An image of PIL's, as bright as it is for a factor of 1, black for 0; TypeError for another image."""
    return _enhanced(ImageEnhance.Brightness, img, brightness_factor)


def adjust_contrast(img: Image.Image, contrast_factor: float) -> Image.Image:
    """An image of PIL's with the contrast that it has for a factor of 1, none for 0; TypeError for another image."""
    return _enhanced(ImageEnhance.Contrast, img, contrast_factor)


def adjust_saturation(img: Image.Image, saturation_factor: float) -> Image.Image:
    """An image of PIL's, as colourful as it is for a factor of 1, grey for 0; TypeError for another image."""
    return _enhanced(ImageEnhance.Color, img, saturation_factor)


def random_crop(
    img: Image.Image,
    size: int | tuple[int, int],
    padding: int | tuple[int, ...] | None,
    pad_if_needed: bool,
    fill_value: int | tuple[int, ...],
    padding_mode: Border,
) -> Image.Image:
    """A part of an image of PIL's at a random place, as `vision.RandomCrop` takes it; TypeError for another image."""
    if not is_pil(img):
        raise TypeError(augment_error_message.format(type(img)))
    return RandomCrop(size, padding, pad_if_needed, fill_value, padding_mode)(img)


def rotate(
    img: Image.Image,
    angle: float,
    resample: int,
    expand: bool,
    center: tuple[float, float] | None,
    fill_value: int | tuple[int, ...],
) -> Image.Image:
    """An image of PIL's turned against the clock by `angle` degrees; a whole `fill_value` fills all three channels.

    TypeError for another image.
    """
    if not is_pil(img):
        raise TypeError(augment_error_message.format(type(img)))
    fill = (fill_value,) * 3 if isinstance(fill_value, int) else fill_value
    return img.rotate(angle, Image.Resampling(resample), expand, center, fillcolor=fill)


def is_numpy(img: object) -> bool:
    """Whether it is a numpy array."""
    return isinstance(img, np.ndarray)


def hwc_to_chw(img: Picture) -> np.ndarray:
    """An image with its channels first, or as it is without channels; TypeError for no array of 2 or 3 axes."""
    if not isinstance(img, np.ndarray):
        raise TypeError(f"img should be NumPy array. Got {type(img)}.")
    if img.ndim not in (2, 3):
        raise TypeError(f"img dimension should be 2 or 3. Got {img.ndim}.")
    return img.transpose(2, 0, 1).copy() if img.ndim == 3 else img
