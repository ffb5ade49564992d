"""Rotation and affine transforms of images: fixed and random."""

from __future__ import annotations

import math
import numbers
import random
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset.opencv import opencv
from msacc.dataset.transform_random import Draws
from msacc.dataset.vision.arguments import (
    INT_FIRST,
    LARGEST,
    angle_range,
    check_bounds,
    check_interpolation,
    check_items,
    check_positive,
    fill_tuple,
)
from msacc.dataset.vision.base import ImageTensorOperation, RandomImage
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.geometry import pil_filter
from msacc.dataset.vision.utils import Inter
from msacc.dataset.vision.warp import warp_affine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Floats, Ints
    from msacc.dataset.vision.base import Picture

_F32 = np.float32


class RandomRotation(RandomImage):
    """Rotate by a random angle of `degrees` (a range, or +- a number), counter-clockwise.

    `resample`: an Inter.
    `expand`: make the image larger so that all of it is seen.
    `center`: (x, y), by default the middle.
    `fill_value`: an int or three, what stands outside.
    """

    def __init__(
        self,
        degrees: Floats,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill_value: Ints = 0,
    ) -> None:
        self.degrees = angle_range(degrees)
        self.resample, self.expand = check_interpolation(resample, "resample"), expand
        check.boolean(None, "expand", expand)
        if center is not None:
            _check_center(center)
        self.center, self.fill_value = center, fill_tuple(fill_value)

    def draw(self, x: np.ndarray, draws: Draws) -> float:
        low, high = self.degrees
        return (high + low) / 2 + draws.real(-1.0, 1.0) * (high - low) / 2

    def draw_python(self, x: Image.Image) -> float:
        return random.uniform(*self.degrees)

    def apply(self, x: Picture, plan: float) -> Any:
        return self.rotated(x, plan)

    def rotated(self, x: Picture, angle: float) -> Any:
        """Rotates `x` by `angle` degrees."""
        if isinstance(x, Image.Image):
            return self._msacc_rotate_pil(x, angle, self.center)
        _check_rank(x)
        forward, size = _rotation(x.shape[:2], angle, self.center, self.expand)
        return affine_array(x, forward, size, self.resample, self.fill_value[::-1])

    def _msacc_rotate_pil(self, image: Image.Image, angle: float, center: Any) -> Image.Image:
        fill: Any = self.fill_value if len(self.fill_value) == 3 else self.fill_value[0]
        if image.mode == "RGB" and isinstance(fill, int):
            fill = (fill,) * 3
        how = pil_filter(self.resample)
        return image.rotate(angle, how, self.expand, center, fillcolor=fill)


class RandomAffine(RandomImage):
    """Rotate, shift, scale and shear at random.

    `degrees`: a range, or +- a number.
    `translate`: fractions of the size; for an array two are the horizontal range, for a PIL image the largest
      shifts in x and y, either way; four are both ranges.
    `scale`: a range.
    `shear`: +- an angle, a range in x, or both ranges.
    `resample`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.

    Raises TypeError or ValueError for other arguments, RuntimeError for arrays of another rank.
    """

    def __init__(
        self,
        degrees: Floats,
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: Floats | None = None,
        resample: Inter = Inter.NEAREST,
        fill_value: Ints = 0,
    ) -> None:
        self.degrees = angle_range(degrees)
        self.translate = _shift_range(translate)
        self.scale = (1.0, 1.0) if scale is None else _scale_range(scale)
        self.shear = _shear_range(shear)
        self.resample, self.fill_value = (
            check_interpolation(resample, "resample"),
            fill_tuple(fill_value),
        )

    def draw(self, x: np.ndarray, draws: Draws) -> AffineParameters:
        height, width = self.extent(x)
        left, right, up, down = self.translate
        if left > right or up > down:
            raise RuntimeError(
                f"RandomAffine: minimum of translation range is greater than maximum: {self.translate}."
            )
        angle = draws.real(*self.degrees)
        shift_x = draws.real(left * width, right * width) / width
        shift_y = draws.real(up * height, down * height) / height
        scale = draws.real(*self.scale)
        shear_x = draws.real(*self.shear[:2])
        return angle, shift_x, shift_y, scale, shear_x, draws.real(*self.shear[2:])

    def draw_python(self, x: Image.Image) -> AffineParameters:
        angle = random.uniform(*self.degrees)
        # Here two fractions are the largest shifts in x and y, in both directions.
        most = self.translate[0] * x.width, self.translate[1] * x.height
        pixels = [float(np.round(random.uniform(-value, value))) for value in most]
        scale = random.uniform(*self.scale)
        shear_x = random.uniform(*self.shear[:2])
        shear_y = random.uniform(*self.shear[2:])
        return angle, pixels[0] / x.width, pixels[1] / x.height, scale, shear_x, shear_y

    def apply(self, x: Picture, plan: AffineParameters) -> Any:
        return affine(x, plan, self.resample, self.fill_value)


# Angle, shifts in x and y as fractions of the size, scale, shear in x and y.
AffineParameters = tuple[float, float, float, float, float, float]


def _shear_range(shear: Floats | None) -> tuple[float, float, float, float]:
    if shear is None:
        return 0.0, 0.0, 0.0, 0.0
    check.instance(None, "shear", shear, (numbers.Number, tuple, list))
    if isinstance(shear, numbers.Number):
        check_positive("shear", shear)
        return -float(shear), float(shear), 0.0, 0.0  # type: ignore[arg-type]
    values = tuple(float(v) for v in check_items("shear", shear, INT_FIRST))
    if len(values) not in (2, 4):
        raise check.error_with_note(TypeError, "shear must be of length 2 or 4.", f"Got {shear!r}.")
    if len(values) == 2:
        values = (*values, 0.0, 0.0)
        requirement = "Input shear[1] must be equal to or greater than shear[0]"
    else:
        requirement = (
            "Input shear[1] must be equal to or greater than shear[0] and shear[3] must be equal to "
            "or greater than shear[2]."
        )
    if values[0] > values[1] or values[2] > values[3]:
        raise check.error_with_note(ValueError, requirement, f"Got {shear!r}.")
    return values[0], values[1], values[2], values[3]


def affine(x: Picture, parameters: AffineParameters, resample: Inter, fill: tuple[int, ...]) -> Any:
    """Rotates clockwise, shears, scales and shifts (by fractions of the size) an image."""
    if isinstance(x, Image.Image):
        return _pil_affine(x, parameters, resample, fill)
    _check_rank(x)
    angle, across, down, scale, shear_x, shear_y = parameters
    height, width = x.shape[:2]
    radians, sx, sy = (_F32(math.radians(v)) for v in (angle, shear_x, -shear_y))
    cosine, sine = math.cos(radians + sy) / math.cos(sy), math.sin(radians + sy) / math.cos(sy)
    m = [scale * cosine, scale * (-cosine * math.tan(sx) - math.sin(radians)), 0.0]
    m += [scale * sine, scale * (-sine * math.tan(sx) + math.cos(radians)), 0.0]
    forward = np.array(m, _F32).reshape(2, 3)
    cx, cy = _F32((width - 1) / 2), _F32((height - 1) / 2)
    one, shifts = _F32(1), (_F32(across) * _F32(width), _F32(down) * _F32(height))
    forward[0, 2] = (one - forward[0, 0]) * cx - forward[0, 1] * cy + shifts[0]
    forward[1, 2] = (one - forward[1, 1]) * cy - forward[1, 0] * cx + shifts[1]
    return affine_array(x, forward, (height, width), resample, fill)


def _pil_affine(
    image: Image.Image, parameters: AffineParameters, resample: Inter, fill: tuple[int, ...]
) -> Image.Image:
    angle, across, down, scale, shear_x, shear_y = parameters
    cx, cy = image.width * 0.5 + 0.5, image.height * 0.5 + 0.5
    radians, sx, sy = (math.radians(v) for v in (angle, shear_x, shear_y))
    determinant = math.cos(radians + sx) * math.cos(radians + sy) + math.sin(
        radians + sx
    ) * math.sin(radians + sy)
    inverse = [math.cos(radians + sx), math.sin(radians + sx), 0.0]
    inverse += [-math.sin(radians + sy), math.cos(radians + sy), 0.0]
    inverse = [v / (scale * determinant) for v in inverse]
    shift_x, shift_y = across * image.width, down * image.height
    inverse[2] += inverse[0] * (-cx - shift_x) + inverse[1] * (-cy - shift_y) + cx
    inverse[5] += inverse[3] * (-cx - shift_x) + inverse[4] * (-cy - shift_y) + cy
    grey = fill[0] if len(fill) == 1 else fill
    colour: Any = (grey,) * 3 if image.mode == "RGB" and isinstance(grey, int) else grey
    return image.transform(
        image.size, Image.Transform.AFFINE, inverse, pil_filter(resample), fillcolor=colour
    )


def _rotation(
    size: tuple[int, ...], angle: float, center: Sequence[float] | None, expand: bool
) -> tuple[np.ndarray, tuple[int, int]]:
    """Returns the matrix (2, 3) that rotates an image counter-clockwise, and the size of the result."""
    height, width = size
    middle = center or ((width - 1) / 2, (height - 1) / 2)
    degrees = float(_F32(angle))
    with opencv("This transform") as cv2:
        forward = cv2.getRotationMatrix2D(middle, degrees, 1.0)
        if not expand:
            return forward, (height, width)
        wide, high = np.ptp(cv2.boxPoints((middle, (width, height), degrees)), axis=0)
    forward[:, 2] += wide / 2 - width / 2, high / 2 - height / 2
    return forward, (round(float(high)), round(float(wide)))


def _check_rank(x: np.ndarray) -> None:
    if x.ndim not in (2, 3):
        raise RuntimeError(
            f"Input tensor is not in shape of <H,W,C> or <H,W>, but got rank: {x.ndim}"
        )


def affine_array(
    x: np.ndarray,
    forward: np.ndarray,
    size: tuple[int, int],
    how: Inter,
    fill: tuple[int, ...],
) -> np.ndarray:
    """Transforms an array (H, W) or (H, W, C) by the matrix `forward` (2, 3)."""
    if how is Inter.ANTIALIAS:
        raise check.error_with_note(
            TypeError, "img should be PIL image.", f"Got {type(x)}. Use ToPIL() before."
        )
    if x.dtype.kind not in "uif" or x.dtype in (np.uint32, np.int64, np.uint64):
        raise RuntimeError(f"This transform takes images of uint8 or float32, but got {x.dtype}.")
    return warp_affine(x, forward, size, how, fill)


def _check_center(center: object) -> None:
    if not isinstance(center, tuple) or len(center) != 2:
        raise check.error_with_note(
            ValueError, "Value center needs to be a 2-tuple.", f"Got {center!r}."
        )
    for value in center:
        check.instance(None, "center", value, INT_FIRST)
        check.within(None, "center", value, -check.INT32_MAX - 1, check.INT32_MAX)


def _shift_range(translate: Sequence[float] | None) -> tuple[float, float, float, float]:
    """Returns (least, largest) shift in x and y, from the x range, from all four, or from None."""
    if translate is None:
        return 0.0, 0.0, 0.0, 0.0
    shifts = check_items("translate", translate, INT_FIRST)
    if len(shifts) not in (2, 4):
        raise check.error_with_note(
            TypeError,
            "translate should be a list or tuple of length 2 or 4.",
            f"Got {translate!r}.",
        )
    for i, shift in enumerate(shifts):
        check.within(None, f"translate at {i}", shift, -1.0, 1.0)
    if len(shifts) == 2:
        return shifts[0], shifts[1], 0.0, 0.0
    return tuple(shifts)  # type: ignore[return-value]


def _scale_range(scale: Sequence[float]) -> tuple[float, float]:
    check.instance(None, "scale", scale, (tuple, list))
    check_items("scale", scale, INT_FIRST)
    if len(scale) != 2:
        raise check.error_with_note(
            TypeError, "scale should be a list or tuple of length 2.", f"Got {scale!r}."
        )
    if scale[0] > scale[1]:
        raise check.error_with_note(
            ValueError,
            "Input scale[1] must be equal to or greater than scale[0].",
            f"Got {scale!r}.",
        )
    for value in scale:
        check_bounds("scale", value, 0, LARGEST)
    check_positive("scale[1]", scale[1])
    return float(scale[0]), float(scale[1])


def apply_pil(x: Picture, work: Any) -> Any:
    """Applies `work`, a function of a PIL image, to a PIL image or a uint8 array (and returns the same kind)."""
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
    """Rotate uint8 or PIL images counter-clockwise by `degrees`.

    `expand`: make the image larger so that all of it is seen.
    `center`: (x, y), by default the middle.
    `resample`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.
    """

    stacks = True

    def __init__(
        self,
        degrees: float,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill_value: Ints = 0,
    ) -> None:
        check.number(None, "degrees", degrees, -LARGEST, LARGEST)
        self._msacc_angle = float(degrees) % 360
        self._msacc_rotation = RandomRotation(0, resample, expand, center, fill_value)

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def sample(self, x: Picture) -> Any:
        x = np.array(x) if isinstance(x, Image.Image) else x
        if not self.stacked(x):
            return self._msacc_rotation.rotated(x, self._msacc_angle)
        images = x.reshape(-1, *x.shape[-3:])
        flat = [self._msacc_rotation.rotated(image, self._msacc_angle) for image in images]
        return np.stack(flat).reshape(*x.shape[:-3], *flat[0].shape)


def _two_numbers(name: str, value: Any, low: float, high: float) -> tuple[float, float]:
    if len(value) != 2:
        raise check.error_with_note(
            TypeError, f"The length of {name} should be 2.", f"Got {value!r}."
        )
    for i, item in enumerate(value):
        check.instance(None, f"{name}[{i}]", item, INT_FIRST)
        check.within(None, f"{name}[{i}]", item, low, high)
    return value[0], value[1]


class Affine(OnDevice, ImageTensorOperation):
    """Rotate (clockwise), shift by fractions of the size, scale and shear uint8 or PIL images.

    `degrees`: in [-180, 180].
    `translate`: two fractions in [-1, 1], in x and y.
    `shear`: one angle or two.
    `resample`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        degrees: float,
        translate: Sequence[float],
        scale: float,
        shear: Floats,
        resample: Inter = Inter.NEAREST,
        fill_value: Ints = 0,
    ) -> None:
        check.instance(None, "degrees", degrees, INT_FIRST)
        check.within(None, "degrees", degrees, -180, 180)
        check.instance(None, "translate", translate, (list, tuple))
        shifts = _two_numbers("translate", translate, -1.0, 1.0)
        check.instance(None, "scale", scale, INT_FIRST)
        check_positive("scale", scale)
        check.instance(None, "shear", shear, (numbers.Number, tuple, list))
        if isinstance(shear, numbers.Number):
            shears = (check.within(None, "shear", shear, -180, 180), 0.0)
        else:
            shears = _two_numbers("shear", shear, -180, 180)
        self._msacc_parameters: Any = (
            float(degrees),
            *map(float, shifts),
            float(scale),
            *map(float, shears),
        )
        self._msacc_options: Any = check_interpolation(resample, "resample"), fill_tuple(fill_value)

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def sample(self, x: Picture) -> Any:
        x = np.array(x) if isinstance(x, Image.Image) else x
        return affine(x, self._msacc_parameters, *self._msacc_options)
