"""Image transforms that move pixels by chance."""

from __future__ import annotations

import math
import numbers
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset import images
from msacc.dataset.draws import Draws
from msacc.dataset.vision.arguments import (
    INT_FIRST,
    LARGEST,
    above_zero,
    angle_range,
    area_range,
    each,
    fill_tuple,
    four_sides,
    interpolation_of,
    probability,
    shape_range,
    size_pair,
    target_size,
    unnamed,
)
from msacc.dataset.vision.base import ImageTensorOperation, RandomImage, pad_images
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.geometry import pil_filter, resize_block
from msacc.dataset.vision.utils import Border, Inter


class RandomHorizontalFlip(RandomImage):
    """Turn images left to right with probability `prob`; several columns flip together.

    Arrays of shape (H, W) or (H, W, C) keep their dtype, a PIL image stays one.

    Raises TypeError when `prob` is no number, ValueError outside [0, 1], RuntimeError for arrays of
    another rank.
    """

    pairs = True
    stacks = True

    def __init__(self, prob: float = 0.5) -> None:
        self.prob = probability(prob)

    def draw(self, x: Any, draws: Draws) -> bool:
        return draws.happens(self.prob)

    def draw_python(self, x: Any) -> bool:
        return random.random() < self.prob

    def drawn_block(self, xs: np.ndarray, plans: Sequence[bool]) -> np.ndarray:
        out, chosen = xs.copy(), np.array(plans, bool)
        out[chosen] = xs[chosen, :, ::-1]
        return out


class RandomVerticalFlip(RandomHorizontalFlip):
    """Top becomes bottom with probability `prob`; several columns flip together."""

    stacks = False  # as in MindSpore, unlike the other flips

    def drawn_block(self, xs: np.ndarray, plans: Sequence[bool]) -> np.ndarray:
        out, chosen = xs.copy(), np.array(plans, bool)
        out[chosen] = xs[chosen, ::-1]
        return out


class RandomCrop(RandomImage):
    """Pad an image, then cut a rectangle of `size` at a random place.

    `size`: (height, width), or an int for a square. `padding`: an int, (left and right, top and
    bottom) or (left, top, right, bottom); `pad_if_needed`: pad more where the image is still
    smaller than `size`. `padding_mode`: a Border; `fill_value`: the grey level or (r, g, b), 0 to
    255, of Border.CONSTANT. Arrays of shape (H, W) or (H, W, C) keep their dtype, a PIL image stays
    one; several columns are cut alike.

    Raises TypeError or ValueError for other arguments, RuntimeError for an image smaller than
    `size`.
    """

    pairs = True
    stacks = True

    def __init__(
        self,
        size: Any,
        padding: Any = None,
        pad_if_needed: bool = False,
        fill_value: Any = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        self.size = size_pair(size)
        check.boolean(None, "pad_if_needed", pad_if_needed)
        self.padding = (0, 0, 0, 0) if padding is None else four_sides(padding)
        self.padding_mode = Border.CONSTANT if padding_mode is None else padding_mode
        check.instance(None, "padding_mode", self.padding_mode, Border)
        self.pad_if_needed = pad_if_needed
        self.fill_value = fill_tuple(0 if fill_value is None else fill_value)

    def draw(self, x: Any, draws: Draws) -> tuple[int, int]:
        rest = self._rest(self._canvas(*self.extent(x)))
        if rest == (0, 0):
            return rest
        left = draws.below(rest[1] + 1)
        return draws.below(rest[0] + 1), left

    def draw_python(self, x: Any) -> tuple[int, int]:
        rest = self._rest(self._canvas(*self.extent(x)))
        if rest == (0, 0):
            return rest
        return random.randint(0, rest[0]), random.randint(0, rest[1])

    def drawn_block(self, xs: np.ndarray, plans: Sequence[tuple[int, int]]) -> np.ndarray:
        height, width = self.size
        xs, _ = self.padded(xs)
        self._rest(xs.shape[1:3])
        return np.stack([x[t : t + height, s : s + width] for x, (t, s) in zip(xs, plans)])

    def _canvas(self, height: int, width: int) -> tuple[int, int]:
        """An image's size with what is put around it."""
        left, top, right, bottom = self.padding
        height, width = height + top + bottom, width + left + right
        if self.pad_if_needed:
            height += 2 * max(self.size[0] - height, 0)
            width += 2 * max(self.size[1] - width, 0)
        return height, width

    def padded(self, xs: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
        """The images with what is put around them, and how far they moved right and down."""
        height, width = self.size
        left, top = self.padding[:2]
        xs = pad_images(xs, self.padding, self.fill_value, self.padding_mode)
        more = max(height - xs.shape[1], 0), max(width - xs.shape[2], 0)
        if any(more) and self.pad_if_needed:
            sides = (more[1], more[0], more[1], more[0])
            xs = pad_images(xs, sides, self.fill_value, self.padding_mode)
            left, top = left + more[1], top + more[0]
        return xs, (left, top)

    def _rest(self, shape: tuple[int, ...]) -> tuple[int, int]:
        """How much larger an image is than the rectangle: RuntimeError when it is smaller."""
        rest = shape[0] - self.size[0], shape[1] - self.size[1]
        if min(rest) < 0:
            raise RuntimeError(
                "RandomCrop: invalid crop size, crop size is bigger than the image dimensions, got "
                f"crop height: {self.size[0]}, crop width: {self.size[1]} for {shape[0]} x "
                f"{shape[1]}; make it smaller, or use pad_if_needed."
            )
        return rest


# (top, left, height, width) of a rectangle.
Box = tuple[int, int, int, int]


def _rounded(value: float) -> int:
    """The nearest whole number; halves go away from zero, as in C."""
    return math.floor(value + 0.5)


class RandomResizedCrop(RandomImage):
    """Cut a random rectangle out of an image, then resize it to `size`.

    Its area is a share in `scale` of the image's, its width by its height in `ratio` (pairs, least
    and largest); the middle is taken when `max_attempts` draws do not fit. `size`: (height, width),
    or an int for a square; `interpolation`: an Inter. Arrays of shape (H, W) or (H, W, C) keep
    their dtype, a PIL image stays one; several columns are cut alike.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.

    """

    pairs = True
    stacks = True

    def __init__(
        self,
        size: Any,
        scale: Any = (0.08, 1.0),
        ratio: Any = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.BILINEAR,
        max_attempts: int = 10,
    ) -> None:
        how = Inter.BILINEAR if interpolation is None else interpolation
        self.interpolation = interpolation_of(how)
        self.size = size_pair(size)
        self.scale = area_range(scale, (0.08, 1.0))
        self.ratio = shape_range(ratio, (3.0 / 4.0, 4.0 / 3.0))
        attempts = 10 if max_attempts is None else max_attempts
        check.integer(None, "max_attempts", attempts, 1, check.INT32_MAX)
        self.max_attempts = attempts

    def draw(self, x: Any, draws: Draws) -> Box:
        height, width = self.extent(x)
        low, high = math.log(np.float32(self.ratio[0])), math.log(np.float32(self.ratio[1]))
        for _ in range(self.max_attempts):
            share, ratio = draws.real(*self.scale), math.exp(draws.real(low, high))
            w = max(_rounded(math.sqrt(height * width * share * ratio)), 1)
            h = max(_rounded(w / ratio), 1)
            if w <= width and h <= height:
                left = draws.below(width - w + 1)
                return draws.below(height - h + 1), left, h, w
        return self._middle(height, width)

    def draw_python(self, x: Any) -> Box:
        height, width = self.extent(x)
        low, high = math.log(self.ratio[0]), math.log(self.ratio[1])
        for _ in range(self.max_attempts):
            area = random.uniform(*self.scale) * width * height
            ratio = math.exp(random.uniform(low, high))
            w = round(math.sqrt(area * ratio))
            h = round(w / ratio)
            if 0 < w <= width and 0 < h <= height:
                return random.randint(0, height - h), random.randint(0, width - w), h, w
        return self._middle(height, width)

    def _middle(self, height: int, width: int) -> Box:
        w, h = width, height
        if width / height < self.ratio[0]:
            h = max(_rounded(width / self.ratio[0]), 1)
        elif width / height > self.ratio[1]:
            w = max(_rounded(height * self.ratio[1]), 1)
        return _rounded((height - h) / 2), _rounded((width - w) / 2), h, w

    def drawn(self, x: Any, plan: Box) -> Any:
        top, left, h, w = plan
        if isinstance(x, Image.Image):
            cut = x.crop((left, top, left + w, top + h))
            return cut.resize(self.size[::-1], pil_filter(self.interpolation))
        if self.stacked(x):
            flat = [self.drawn(image, plan) for image in x.reshape(-1, *x.shape[-3:])]
            return np.stack(flat).reshape(*x.shape[:-3], *flat[0].shape)
        self.check(x)
        if self.interpolation is Inter.ANTIALIAS:
            raise check.told(
                TypeError, "img should be PIL image.", f"Got {type(x)}. Use ToPIL() before."
            )
        part = x[None, top : top + h, left : left + w]
        return resize_block(part, self.size, self.interpolation)[0]


class RandomCropDecodeResize(RandomResizedCrop):
    """Decode a file's bytes, a uint8 vector, and do what RandomResizedCrop does.

    `size`, `scale`, `ratio`, `interpolation` and `max_attempts` as there. The result is uint8 of
    shape (height, width, 3).

    Raises TypeError or ValueError for other arguments, RuntimeError for bytes that are no image.
    Images that are decoded
    already are taken, too.
    """

    pairs = False

    def opened(self, x: Any) -> Any:
        encoded = isinstance(x, np.ndarray) and x.ndim == 1
        return images.decode(x) if encoded else x


class RandomResize(RandomImage):
    """Resize with an interpolation chosen by chance."""

    stacks = True
    pairs = True
    CHOICES = (Inter.LINEAR, Inter.NEAREST, Inter.BICUBIC, Inter.AREA)

    def __init__(self, size: Any) -> None:
        self.size = target_size(size)

    def draw(self, x: Any, draws: Draws) -> Inter:
        return self.CHOICES[draws.below(len(self.CHOICES))]

    def drawn(self, x: Any, plan: Inter) -> Any:
        if not self.stacked(x):
            self.check(x)
        return resize_block(x[None], self.size, plan)[0]


class RandomRotation(RandomImage):
    """Rotate by a random angle of `degrees` (a range, or +- a number), counter-clockwise."""

    def __init__(
        self,
        degrees: Any,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Any = None,
        fill_value: Any = 0,
    ) -> None:
        self.degrees = angle_range(degrees)
        self.resample, self.expand = interpolation_of(resample, "resample"), expand
        check.boolean(None, "expand", expand)
        if center is not None:
            _check_center(center)
        self.center, self.fill_value = center, fill_tuple(fill_value)

    def draw(self, x: Any, draws: Draws) -> float:
        low, high = self.degrees
        return (high + low) / 2 + draws.real(-1.0, 1.0) * (high - low) / 2

    def draw_python(self, x: Any) -> float:
        return random.uniform(*self.degrees)

    def drawn(self, x: Any, plan: float) -> Any:
        # The centre of an array is the middle of a pixel, that of a PIL image its corner.
        return self.turned(x, plan, 0.0 if isinstance(x, Image.Image) else 0.5)

    def turned(self, x: Any, angle: float, shift: float) -> Any:
        """`x` rotated about the centre, moved by `shift` of a pixel."""
        center = self.center and tuple(c + shift for c in self.center)
        return on_images(x, lambda image: self._rotated(image, angle, center))

    def _rotated(self, image: Image.Image, angle: float, center: Any) -> Image.Image:
        fill: Any = self.fill_value if len(self.fill_value) == 3 else self.fill_value[0]
        if image.mode == "RGB" and isinstance(fill, int):
            fill = (fill,) * 3
        how = pil_filter(self.resample)
        return image.rotate(angle, how, self.expand, center, fillcolor=fill)


class RandomAffine(RandomImage):
    """Rotate, shift, scale and shear by chance."""

    def __init__(
        self,
        degrees: Any,
        translate: Any = None,
        scale: Any = None,
        shear: Any = None,
        resample: Inter = Inter.NEAREST,
        fill_value: Any = 0,
    ) -> None:
        self.degrees = angle_range(degrees)
        self.translate = _shift_range(translate)
        self.scale = (1.0, 1.0) if scale is None else _zoom_range(scale)
        self.shear = _shear_range(shear)
        # What was given: on PIL images MindSpore draws for that alone.
        self.translated, self.scaled = translate is not None, scale is not None
        several = isinstance(shear, (list, tuple))
        self.shears = len(shear) if several else 2 * (shear is not None)
        self.resample, self.fill_value = (
            interpolation_of(resample, "resample"),
            fill_tuple(fill_value),
        )

    def draw(self, x: Any, draws: Draws) -> Shifted:
        height, width = self.extent(x)
        left, right, up, down = self.translate
        angle = draws.real(*self.degrees)
        shift_x = draws.real(left * width, right * width) / width
        shift_y = draws.real(up * height, down * height) / height
        scale = draws.real(*self.scale)
        shear_x = draws.real(*self.shear[:2])
        return angle, shift_x, shift_y, scale, shear_x, draws.real(*self.shear[2:])

    def draw_python(self, x: Any) -> Shifted:
        angle, scale, shift = random.uniform(*self.degrees), 1.0, (0.0, 0.0)
        if self.translated:
            across = self.translate[1] * x.width, self.translate[3] * x.height
            pixels = [float(np.round(random.uniform(-most, most))) for most in across]
            shift = pixels[0] / x.width, pixels[1] / x.height
        if self.scaled:
            scale = random.uniform(*self.scale)
        shear = [random.uniform(*self.shear[k : k + 2]) for k in range(0, self.shears, 2)]
        return angle, *shift, scale, *(*shear, 0.0, 0.0)[:2]  # type: ignore[return-value]

    def drawn(self, x: Any, plan: Shifted) -> Any:
        return on_images(x, lambda image: affine(image, *plan, self.resample, self.fill_value))


# Angle, shares across and down, scale, shear across and down.
Shifted = tuple[float, float, float, float, float, float]


def _shear_range(shear: Any) -> tuple[float, float, float, float]:
    if shear is None:
        return 0.0, 0.0, 0.0, 0.0
    check.instance(None, "shear", shear, (numbers.Number, tuple, list))
    if isinstance(shear, numbers.Number):
        above_zero("shear", shear)
        return -float(shear), float(shear), 0.0, 0.0  # type: ignore[arg-type]
    values = tuple(float(v) for v in each("shear", shear, INT_FIRST))
    if len(values) not in (2, 4):
        raise check.told(TypeError, "shear must be of length 2 or 4.", f"Got {shear!r}.")
    if len(values) == 2:
        values = (*values, 0.0, 0.0)
        wanted = "Input shear[1] must be equal to or greater than shear[0]"
    else:
        wanted = (
            "Input shear[1] must be equal to or greater than shear[0] and shear[3] must be equal to "
            "or greater than shear[2]."
        )
    if values[0] > values[1] or values[2] > values[3]:
        raise check.told(ValueError, f"{wanted}", f"Got {shear!r}.")
    return values[0], values[1], values[2], values[3]


def affine(
    image: Image.Image,
    angle: float,
    across: float,
    down: float,
    scale: float,
    shear_x: float,
    shear_y: float,
    resample: Inter,
    fill: tuple[int, ...],
) -> Image.Image:
    """Rotate clockwise by `angle` degrees, shear, scale, and shift by shares of the size."""
    cx, cy = image.width * 0.5, image.height * 0.5
    rotation, sx, sy = (math.radians(v) for v in (angle, shear_x, shear_y))
    a = math.cos(rotation - sy) / math.cos(sy)
    b = -math.cos(rotation - sy) * math.tan(sx) / math.cos(sy) - math.sin(rotation)
    c = math.sin(rotation - sy) / math.cos(sy)
    d = -math.sin(rotation - sy) * math.tan(sx) / math.cos(sy) + math.cos(rotation)
    inverse = [d / scale, -b / scale, 0.0, -c / scale, a / scale, 0.0]
    shift_x, shift_y = across * image.width, down * image.height
    inverse[2] = inverse[0] * (-cx - shift_x) + inverse[1] * (-cy - shift_y) + cx
    inverse[5] = inverse[3] * (-cx - shift_x) + inverse[4] * (-cy - shift_y) + cy
    grey = fill[0] if len(fill) == 1 else fill
    colour: Any = (grey,) * 3 if image.mode == "RGB" and isinstance(grey, int) else grey
    return image.transform(
        image.size, Image.Transform.AFFINE, inverse, pil_filter(resample), fillcolor=colour
    )


def _check_center(center: Any) -> None:
    if not isinstance(center, tuple) or len(center) != 2:
        raise check.told(ValueError, "Value center needs to be a 2-tuple.", f"Got {center!r}.")
    for value in center:
        check.instance(None, "center", value, INT_FIRST)
        check.within(None, "center", value, -check.INT32_MAX - 1, check.INT32_MAX)


def _shift_range(translate: Any) -> tuple[float, float, float, float]:
    """(least, largest) share across and down, from two (both ways), four or None."""
    if translate is None:
        return 0.0, 0.0, 0.0, 0.0
    shifts = each("translate", translate, INT_FIRST)
    if len(shifts) not in (2, 4):
        raise check.told(
            TypeError,
            "translate should be a list or tuple of length 2 or 4.",
            f"Got {translate!r}.",
        )
    for i, shift in enumerate(shifts):
        check.within(None, f"translate at {i}", shift, -1.0, 1.0)
    if len(shifts) == 2:
        return -shifts[0], shifts[0], -shifts[1], shifts[1]
    return tuple(shifts)  # type: ignore[return-value]


def _zoom_range(scale: Any) -> tuple[float, float]:
    check.instance(None, "scale", scale, (tuple, list))
    each("scale", scale, INT_FIRST)
    if len(scale) != 2:
        raise check.told(
            TypeError, "scale should be a list or tuple of length 2.", f"Got {scale!r}."
        )
    if scale[0] > scale[1]:
        raise check.told(
            ValueError,
            "Input scale[1] must be equal to or greater than scale[0].",
            f"Got {scale!r}.",
        )
    for value in scale:
        unnamed("scale", value, 0, LARGEST)
    above_zero("scale[1]", scale[1])
    return float(scale[0]), float(scale[1])


def on_images(x: Any, work: Any) -> Any:
    """`work` of a PIL image, for a PIL image or a uint8 array (an array then comes back)."""
    if isinstance(x, Image.Image):
        return work(x)
    if x.ndim not in (2, 3):
        raise RuntimeError(
            f"Input tensor is not in shape of <H,W,C> or <H,W>, but got rank: {x.ndim}"
        )
    if x.dtype != np.uint8:
        raise RuntimeError(f"This transform takes uint8 images here, but got {x.dtype}.")
    single = x.ndim == 3 and x.shape[2] == 1
    out = np.array(work(Image.fromarray(x[..., 0] if single else x)))
    return out[..., None] if single else out


class Rotate(OnDevice, ImageTensorOperation):
    """Rotate uint8 or PIL images counter-clockwise by `degrees`."""

    stacks = True

    def __init__(
        self,
        degrees: float,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Any = None,
        fill_value: Any = 0,
    ) -> None:
        check.number(None, "degrees", degrees, -LARGEST, LARGEST)
        self._angle = float(degrees) % 360
        self._by = RandomRotation(0, resample, expand, center, fill_value)

    def takes(self, xs: np.ndarray) -> bool:
        return False

    def sample(self, x: Any) -> Any:
        if self.stacked(x):
            flat = [
                self._by.turned(image, self._angle, 0.5) for image in x.reshape(-1, *x.shape[-3:])
            ]
            return np.stack(flat).reshape(*x.shape[:-3], *flat[0].shape)
        return self._by.turned(x, self._angle, 0.5)


def _two_numbers(name: str, value: Any, low: float, high: float) -> tuple[float, float]:
    if len(value) != 2:
        raise check.told(TypeError, f"The length of {name} should be 2.", f"Got {value!r}.")
    for i, item in enumerate(value):
        check.instance(None, f"{name}[{i}]", item, INT_FIRST)
        check.within(None, f"{name}[{i}]", item, low, high)
    return value[0], value[1]


class Affine(OnDevice, ImageTensorOperation):
    """Rotate (clockwise), shift by shares of the size, scale and shear uint8 or PIL images.

    `degrees` lies in [-180, 180]; `translate` are two shares in [-1, 1], across and down; `shear` is
    one angle or two. Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        degrees: float,
        translate: Any,
        scale: float,
        shear: Any,
        resample: Inter = Inter.NEAREST,
        fill_value: Any = 0,
    ) -> None:
        check.instance(None, "degrees", degrees, INT_FIRST)
        check.within(None, "degrees", degrees, -180, 180)
        check.instance(None, "translate", translate, (list, tuple))
        shifts = _two_numbers("translate", translate, -1.0, 1.0)
        check.instance(None, "scale", scale, INT_FIRST)
        above_zero("scale", scale)
        check.instance(None, "shear", shear, (numbers.Number, tuple, list))
        if isinstance(shear, numbers.Number):
            shears = (check.within(None, "shear", shear, -180, 180), 0.0)
        else:
            shears = _two_numbers("shear", shear, -180, 180)
        self._matrix: Any = (
            float(degrees),
            *map(float, shifts),
            float(scale),
            *map(float, shears),
        )
        self._how: Any = interpolation_of(resample, "resample"), fill_tuple(fill_value)

    def takes(self, xs: np.ndarray) -> bool:
        return False

    def sample(self, x: Any) -> Any:
        return on_images(x, lambda image: affine(image, *self._matrix, *self._how))
