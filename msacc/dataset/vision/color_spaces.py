"""Color space and channel conversions, and Gaussian blur."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.opencv import opencv
from msacc.dataset.vision.arguments import LARGEST
from msacc.dataset.vision.base import ImageTensorOperation, each_image
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.utils import ConvertMode

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats, Ints


class ConvertColor(OnDevice, ImageTensorOperation):
    """Reorder, add or drop color channels of an array (H, W, C), as `convert_mode`, a ConvertMode, says.

    Raises TypeError for another, RuntimeError for another number of channels. The dtype stays.
    """

    def __init__(self, convert_mode: ConvertMode) -> None:
        check.instance(None, "convert_mode", convert_mode, ConvertMode)
        self.convert_mode = convert_mode

    def block(self, xs: np.ndarray) -> np.ndarray:
        with opencv("ConvertColor") as cv2:
            return np.stack([cv2.cvtColor(x, int(self.convert_mode)) for x in xs])


class RgbToHsv(ImageTensorOperation):
    """RGB arrays to hue, saturation (0 to 1) and value, as float64.

    `is_hwc`: channels come last, else in front of height and width. Raises TypeError for PIL images and for
    other numbers of channels.
    """

    ranks = (3, 4)

    def __init__(self, is_hwc: bool = False) -> None:
        check.boolean(None, "is_hwc", is_hwc)
        self.is_hwc = is_hwc

    def on_pil(self, image: Image.Image) -> Any:
        raise check.error_with_note(TypeError, "img should be NumPy image.", f"Got {type(image)}.")

    def block(self, xs: np.ndarray) -> np.ndarray:
        axis = -1 if self.is_hwc else -3
        if xs.shape[axis] != 3:
            raise check.error_with_note(
                TypeError, "img should be 3 channels RGB img.", f"Got {xs.shape[axis]} channels."
            )
        return np.stack(self.convert(*np.moveaxis(xs.astype(np.float64), axis, 0)), axis=axis)

    def convert(self, r: np.ndarray, g: np.ndarray, b: np.ndarray) -> list[np.ndarray]:
        """Returns the three new channels."""
        high: Any = np.maximum(np.maximum(r, g), b)
        low: Any = np.minimum(np.minimum(r, g), b)
        span = high - low
        safe = np.where(span == 0, 1, span)
        hue = np.select(
            [span == 0, r == high, g == high],
            [np.zeros_like(r), ((g - b) / safe) % 6, (b - r) / safe + 2],
            (r - g) / safe + 4,
        )
        return [hue / 6 % 1.0, span / np.where(high == 0, 1, high), high]


class HsvToRgb(RgbToHsv):
    """Invert RgbToHsv. `is_hwc`: channels come last, else in front of height and width."""

    def convert(self, r: np.ndarray, g: np.ndarray, b: np.ndarray) -> list[np.ndarray]:
        hue, saturation, value = r, g, b
        sector = np.floor(hue * 6).astype(int)
        f = hue * 6 - sector
        p, q = value * (1 - saturation), value * (1 - saturation * f)
        t = value * (1 - saturation * (1 - f))
        six = [
            (value, t, p),
            (q, value, p),
            (p, value, t),
            (p, q, value),
            (t, p, value),
            (value, p, q),
        ]
        return [np.choose(sector % 6, [parts[c] for parts in six]) for c in range(3)]


def _kernel(kernel_size: Any) -> tuple[int, int]:
    """Returns (width, height), odd."""
    check.instance(None, "kernel_size", kernel_size, (int, list, tuple))
    if isinstance(kernel_size, int):
        sizes, names = (kernel_size, kernel_size), ["kernel_size"] * 2
    elif len(kernel_size) == 2:
        sizes, names = tuple(kernel_size), ["kernel_size[0]", "kernel_size[1]"]
    else:
        raise check.error_with_note(
            TypeError,
            "Kernel size should be a single integer or a list/tuple (kernel_width, kernel_height) of length 2.",
            f"Got {kernel_size!r}.",
        )
    for name, size in zip(names, sizes, strict=False):
        check.instance(None, name, size, int)
        check.within(None, "kernel_size", size, 1, LARGEST)
        if size % 2 == 0:
            raise check.error_with_note(
                ValueError, f"Input {name} is not an odd value.", f"Got {kernel_size!r}."
            )
    return sizes


def _deviations(sigma: Any) -> tuple[float, float]:
    check.instance(None, "sigma", sigma, (numbers.Number, list, tuple))
    if isinstance(sigma, numbers.Number):
        check.within(None, "sigma", sigma, 0, LARGEST)
        return sigma, sigma  # type: ignore[return-value]
    if len(sigma) != 2:
        raise check.error_with_note(
            TypeError,
            "Sigma should be a single number or a list/tuple of length 2 for width and height.",
            f"Got {sigma!r}.",
        )
    for i, value in enumerate(sigma):
        check.instance(None, f"size[{i}]", value, numbers.Number)
        check.within(None, "sigma", value, 0, LARGEST)
    return sigma[0], sigma[1]


class GaussianBlur(OnDevice, ImageTensorOperation):
    """Blur with a Gaussian of `kernel_size` (odd; width, height) and `sigma` pixels.

    Takes an array (H, W, C) or (H, W), or a PIL image.

    `kernel_size`: an odd int or a pair.
    `sigma`: a float or a pair, from the kernel's size by default.
    """

    def __init__(self, kernel_size: Ints, sigma: Floats | None = None) -> None:
        self.sizes = _kernel(kernel_size)
        self.sigmas = (0.0, 0.0) if sigma is None else _deviations(sigma)

    def block(self, xs: np.ndarray) -> np.ndarray:
        sizes, (across, down) = self.sizes, self.sigmas
        # In MindSpore the width decides about both axes, where OpenCV itself would take each one's size.
        across = across or 0.15 * sizes[0] + 0.35
        with opencv("GaussianBlur") as cv2:
            return each_image(
                lambda x: cv2.GaussianBlur(x, sizes, sigmaX=across, sigmaY=down), xs, xs.shape[-1]
            )
