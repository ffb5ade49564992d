"""Deterministic color and sharpness transforms of images."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

from msacc.common import checks as check
from msacc.dataset.opencv import opencv
from msacc.dataset.vision import arguments
from msacc.dataset.vision.arguments import LARGEST
from msacc.dataset.vision.base import ImageTensorOperation
from msacc.dataset.vision.device import OnDevice

_F32 = np.float32


def round_to(xs: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Rounds and clips for uint8, casts otherwise."""
    return np.clip(np.rint(xs), 0, 255).astype(np.uint8) if kind == np.uint8 else xs.astype(kind)


def grey(xs: np.ndarray) -> np.ndarray:
    """Returns the luma of RGB images (..., 3)."""
    with opencv("grey") as cv2:
        return cv2.cvtColor(xs.reshape(-1, xs.shape[-2], 3), cv2.COLOR_RGB2GRAY).reshape(
            xs.shape[:-1]
        )


class ColourOperation(ImageTensorOperation):
    """Base of transforms of RGB images."""

    deterministic = True

    ranks: tuple[int, ...] = (3,)

    def check_rgb(self, xs: np.ndarray) -> None:
        """Raises RuntimeError unless there are 3 channels."""
        if xs.shape[-1] != 3:
            raise RuntimeError(
                f"{type(self).__name__}: the channel of image tensor does not match the "
                f"requirement of operator. Expecting tensor in channel of (3). But got channel "
                f"{xs.shape[-1]}."
            )

    def on_pil(self, image: Image.Image) -> Any:
        return Image.fromarray(self.sample(np.array(image)))


class _Factor(ColourOperation):
    """Base of transforms with one factor >= 0."""

    name = "factor"

    # Whether MindSpore's range error has the argument's name.
    named = True

    def __init__(self, factor: float) -> None:
        self.factor = arguments.factor(self.name, factor, self.named)


class AdjustBrightness(OnDevice, _Factor):
    """x * `brightness_factor`, a number from 0 (ValueError otherwise), of arrays or PIL images; the dtype stays."""

    ranks = (2, 3)
    name = "brightness_factor"

    def __init__(self, brightness_factor: float) -> None:
        super().__init__(brightness_factor)

    def block(self, xs: np.ndarray) -> np.ndarray:
        return round_to(xs.astype(_F32) * _F32(self.factor), xs.dtype)

    def on_pil(self, image: Image.Image) -> Image.Image:
        return ImageEnhance.Brightness(image).enhance(self.factor)


class AdjustContrast(OnDevice, _Factor):
    """Scale the difference from the mean gray by `contrast_factor`."""

    name = "contrast_factor"

    def __init__(self, contrast_factor: float) -> None:
        super().__init__(contrast_factor)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check_rgb(xs)
        means = grey(xs).reshape(len(xs), -1).mean(axis=1, dtype=np.float64)
        if xs.dtype == np.uint8:
            means = np.floor(means + 0.5)
        shift = (1 - self.factor) * means.astype(np.int64 if xs.dtype == np.uint8 else _F32)
        out = xs.astype(_F32) * _F32(self.factor) + shift.astype(_F32)[:, None, None, None]
        return round_to(out, xs.dtype)

    def on_pil(self, image: Image.Image) -> Image.Image:
        return ImageEnhance.Contrast(image).enhance(self.factor)


class AdjustSaturation(OnDevice, _Factor):
    """Scale the difference from the gray image by `saturation_factor`."""

    name = "saturation_factor"
    named = False

    def __init__(self, saturation_factor: float) -> None:
        super().__init__(saturation_factor)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check_rgb(xs)
        weight, rest = _F32(self.factor), _F32(1 - float(_F32(self.factor)))
        # OpenCV rounds once, after a fused multiply-add.
        base = grey(xs)[..., None].astype(np.float64) * float(rest)
        return round_to((base + (xs.astype(_F32) * weight)).astype(_F32), xs.dtype)

    def on_pil(self, image: Image.Image) -> Image.Image:
        return ImageEnhance.Color(image).enhance(self.factor)


class AdjustSharpness(OnDevice, _Factor):
    """Scale the difference from the smoothed image by `sharpness_factor`; the border is unchanged."""

    ranks = (2, 3)
    name = "sharpness_factor"
    named = False

    def __init__(self, sharpness_factor: float) -> None:
        super().__init__(sharpness_factor)

    def block(self, xs: np.ndarray) -> np.ndarray:
        wide = xs.astype(_F32)
        smooth = wide.copy()
        if min(xs.shape[1:3]) > 2:
            height, width = xs.shape[1:3]
            total = sum(
                wide[:, i : height - 2 + i, j : width - 2 + j] for i in range(3) for j in range(3)
            )
            inner = (total + 4 * wide[:, 1:-1, 1:-1]) / _F32(13)
            smooth[:, 1:-1, 1:-1] = round_to(inner, xs.dtype)
        out = wide * _F32(self.factor) + smooth * _F32(1 - self.factor)
        return round_to(out, xs.dtype)

    def on_pil(self, image: Image.Image) -> Any:
        return self.sample(np.array(image))


class AdjustGamma(ColourOperation):
    """gain * x ** gamma, on the scale of 0 to 1."""

    ranks = (2, 3)
    stacks = True

    def __init__(self, gamma: float, gain: float = 1) -> None:
        self.gamma = arguments.factor("gamma", gamma, named=False)
        gain = 1.0 if gain is None else gain
        check.instance(None, "gain", gain, arguments.FLOAT_FIRST)
        self.gain = float(arguments.check_bounds("gain", gain, -LARGEST, LARGEST))

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype == np.uint8:
            levels = np.arange(256, dtype=np.float64) / 255.0
            table = 255.999 * self.gain * levels**self.gamma
            return np.clip(table, 0, 255).astype(np.uint8)[xs]
        # For floats MindSpore applies the gain before the power.
        return np.clip((xs * self.gain) ** self.gamma, 0, 1).astype(xs.dtype)


class AdjustHue(OnDevice, ColourOperation):
    """Shift the hue by `hue_factor` of a full circle, in [-0.5, 0.5]; uint8 images."""

    def __init__(self, hue_factor: float) -> None:
        check.number(None, "hue_factor", hue_factor, -0.5, 0.5)
        self.hue_factor = float(hue_factor)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check_rgb(xs)
        if xs.dtype != np.uint8:
            raise RuntimeError(f"AdjustHue: images should be uint8, but got {xs.dtype}.")
        shift = int(self.hue_factor * 255)
        with opencv("AdjustHue") as cv2:
            hsv = cv2.cvtColor(xs.reshape(-1, xs.shape[-2], 3), cv2.COLOR_RGB2HSV_FULL)
            hsv[..., 0] += np.uint8(shift % 256)
            return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB_FULL).reshape(xs.shape)

    def on_pil(self, image: Image.Image) -> Image.Image:
        hue, saturation, value = image.convert("HSV").split()
        shifted = np.array(hue).astype(np.int64) + int(self.hue_factor * 255)
        hue = Image.fromarray((shifted % 256).astype(np.uint8))
        return Image.merge("HSV", (hue, saturation, value)).convert("RGB")


class Invert(OnDevice, ColourOperation):
    """255 - x."""

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check_rgb(xs)
        return round_to(_F32(255) - xs.astype(_F32), xs.dtype)


class Posterize(OnDevice, ImageTensorOperation):
    """Keep the upper `bits` bits of uint8 images."""

    def __init__(self, bits: int) -> None:
        check.integer(None, "bits", bits, 0, 8)
        self.bits = bits

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype not in (np.uint8, np.int8):
            raise RuntimeError(f"Posterize: images should be uint8, but got {xs.dtype}.")
        return xs & np.uint8(256 - (1 << (8 - self.bits)))


class Solarize(OnDevice, ImageTensorOperation):
    """Invert the values in [low, high] of `threshold` (a number, or two equal ones: from it on)."""

    def __init__(self, threshold: Any) -> None:
        check.instance(None, "threshold", threshold, (float, int, list, tuple))
        pair = (threshold, 255) if check.is_number(threshold) else threshold
        if len(pair) != 2:
            raise check.error_with_note(
                TypeError,
                "threshold must be a single number or sequence of two numbers.",
                f"Got {threshold!r}.",
            )
        for i, value in enumerate(pair):
            check.number(None, f"threshold[{i}]", value, 0, 255)
        if pair[0] > pair[1]:
            raise check.error_with_note(
                ValueError, "threshold must be in order of (min, max).", f"Got {threshold!r}."
            )
        self.low, self.high = float(pair[0]), float(pair[1] if pair[1] > pair[0] else 255)

    def block(self, xs: np.ndarray) -> np.ndarray:
        return np.where((xs >= self.low) & (xs <= self.high), 255 - xs, xs).astype(xs.dtype)


class AutoContrast(OnDevice, ColourOperation):
    """Stretch each channel to 0 .. 255, without `cutoff` percent of its ends.

    `cutoff`: a number from 0 to 50 (ValueError otherwise).
    `ignore`: an int or several, values that do not count.

    Arrays are uint8 (RuntimeError otherwise).
    """

    ranks = (2, 3)

    def __init__(self, cutoff: float = 0.0, ignore: Any = None) -> None:
        check.instance(None, "cutoff", cutoff, arguments.INT_FIRST)
        check.between(None, "cutoff", cutoff, 0, 50, "l")
        if ignore is not None:
            check.instance(None, "ignore", ignore, (list, tuple, int))
        values = [] if ignore is None else [ignore] if check.is_int(ignore) else list(ignore)
        for value in values:
            check.instance(None, "item", value, int)
            check.within(None, "ignore", value, 0, 255)
        self.cutoff, self.ignore = float(cutoff), values

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype != np.uint8:
            raise RuntimeError(f"AutoContrast: images should be uint8, but got {xs.dtype}.")
        flat = xs if xs.ndim == 4 else xs[..., None]
        out = np.empty_like(flat)
        for i, image in enumerate(flat):
            for c in range(image.shape[-1]):
                out[i, ..., c] = self._msacc_table(image[..., c])[image[..., c]]
        return out.reshape(xs.shape)

    def _msacc_table(self, channel: np.ndarray) -> np.ndarray:
        counts = np.bincount(channel.ravel(), minlength=256).astype(np.int64)
        counts[self.ignore] = 0
        clipped_count = int(counts.sum() * self.cutoff // 100)
        for levels in (range(256), range(255, -1, -1)):
            left = clipped_count
            for level in levels:
                removed = min(left, int(counts[level]))
                counts[level] -= removed
                left -= removed
        occupied = np.flatnonzero(counts)
        if not len(occupied) or occupied[-1] <= occupied[0]:
            return np.arange(256, dtype=np.uint8)
        scale = _F32(255.0 / (occupied[-1] - occupied[0]))
        table = np.arange(256, dtype=_F32) * scale - _F32(occupied[0]) * scale
        return np.clip(table, 0, 255).astype(np.uint8)


class Equalize(OnDevice, ColourOperation):
    """Equalize each channel's histogram."""

    ranks = (2, 3)

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype != np.uint8:
            raise RuntimeError(f"Equalize: images should be uint8, but got {xs.dtype}.")
        flat = xs if xs.ndim == 4 else xs[..., None]
        out = np.empty_like(flat)
        with opencv("Equalize") as cv2:
            for i, image in enumerate(flat):
                for c in range(image.shape[-1]):
                    out[i, ..., c] = cv2.equalizeHist(image[..., c])
        return out.reshape(xs.shape)

    def on_pil(self, image: Image.Image) -> Image.Image:
        return ImageOps.equalize(image)
