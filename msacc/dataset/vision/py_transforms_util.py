"""Functions behind MindSpore's Python transforms, for code that calls them directly."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.dataset.vision.color_spaces import HsvToRgb, RgbToHsv


def rgb_to_hsvs(np_rgb_imgs: Any, is_hwc: bool) -> Any:
    """Hue, saturation and value of one RGB image or a batch of them; `is_hwc`: channels last.

    Raises TypeError unless it is an array of 3 or 4 dimensions with three channels.
    """
    return RgbToHsv(is_hwc)(np_rgb_imgs)


def hsv_to_rgbs(np_hsv_imgs: Any, is_hwc: bool) -> Any:
    """Invert `rgb_to_hsvs`."""
    return HsvToRgb(is_hwc)(np_hsv_imgs)


def is_numpy(img: Any) -> bool:
    """Whether it is a numpy array."""
    return isinstance(img, np.ndarray)


def hwc_to_chw(img: Any) -> np.ndarray:
    """An image with its channels first, or as it is without channels; TypeError for no array of 2 or 3 axes."""
    if not isinstance(img, np.ndarray):
        raise TypeError(f"img should be NumPy array. Got {type(img)}.")
    if img.ndim not in (2, 3):
        raise TypeError(f"img dimension should be 2 or 3. Got {img.ndim}.")
    return img.transpose(2, 0, 1).copy() if img.ndim == 3 else img
