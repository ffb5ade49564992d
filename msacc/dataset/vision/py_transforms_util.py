"""Functions behind MindSpore's Python transforms, for code that calls them directly."""

from __future__ import annotations

from typing import Any

from msacc.dataset.vision.color_spaces import HsvToRgb, RgbToHsv


def rgb_to_hsvs(np_rgb_imgs: Any, is_hwc: bool) -> Any:
    """Hue, saturation and value of one RGB image or a batch of them; `is_hwc`: channels last.

    Raises TypeError unless it is an array of 3 or 4 dimensions with three channels.
    """
    return RgbToHsv(is_hwc)(np_rgb_imgs)


def hsv_to_rgbs(np_hsv_imgs: Any, is_hwc: bool) -> Any:
    """Invert `rgb_to_hsvs`."""
    return HsvToRgb(is_hwc)(np_hsv_imgs)
