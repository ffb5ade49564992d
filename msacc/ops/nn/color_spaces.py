"""Color space conversion and cropping of channels-last images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import Dims


def _coloured(name: str, images: torch.Tensor) -> None:
    if not images.ndim or images.shape[-1] != 3:
        raise ValueError(
            f"For '{name}', the last dimension of 'images' should be 3, but got shape {tuple(images.shape)}."
        )


@bindings(PrimitiveClass("RGBToHSV"))
@op
def rgb_to_hsv(images: torch.Tensor) -> torch.Tensor:
    """Hue, saturation and value in [0, 1] of red, green and blue in [0, 1]; channels last."""
    _coloured("RGBToHSV", images)
    red, green, blue = images.unbind(-1)
    value, least = images.amax(-1), images.amin(-1)
    span = value - least
    safe = torch.where(span > 0, span, 1)
    hue = torch.where(
        red == value,
        (green - blue) / safe,
        torch.where(green == value, (blue - red) / safe + 2, (red - green) / safe + 4),
    )
    hue = torch.where(span > 0, torch.remainder(hue / 6, 1), 0)
    saturation = torch.where(value > 0, span / torch.where(value > 0, value, 1), 0)
    return torch.stack((hue, saturation, value), -1)


@bindings(PrimitiveClass("HSVToRGB"))
@op
def hsv_to_rgb(images: torch.Tensor) -> torch.Tensor:
    """Red, green and blue of hue, saturation and value, all in [0, 1]; channels last."""
    _coloured("HSVToRGB", images)
    hue, saturation, value = images.unbind(-1)
    shift = hue[..., None] * 6 - hue.new_tensor([3.0, 2.0, 4.0])
    sign = hue.new_tensor([1.0, -1.0, -1.0])
    ramp = (shift.abs() * sign + hue.new_tensor([-1.0, 2.0, 2.0])).clamp(0, 1)
    return (ramp * saturation[..., None] + (1 - saturation[..., None])) * value[..., None]


@bindings(PrimitiveClass("ResizeArea", settings={"align_corners": Setting(False, checks.boolean)}))
@op
def resize_area(images: torch.Tensor, size: Dims, align_corners: bool = False) -> torch.Tensor:
    """Images (N, H, W, C) in another size, each pixel the mean of the area it covers; the result is Float32.

    `images`: a Tensor of numbers; `size`: (height, width), ints or a Tensor of them; `align_corners`: the
    corners' centres stay.
    """
    high, wide = dims(size)
    rows = _cover(images.shape[1], high, align_corners, images.device)
    columns = _cover(images.shape[2], wide, align_corners, images.device)
    return torch.einsum("ah,bw,nhwc->nabc", rows, columns, images.float())


def _cover(old: int, new: int, align: bool, device: torch.device) -> torch.Tensor:
    """(new, old): the share of each old cell in each new one; what reaches beyond is the last cell's."""
    step = (old - 1) / (new - 1) if align and new > 1 else old / new
    starts = torch.arange(new, dtype=torch.float64, device=device)[:, None] * step
    cells = torch.arange(old + 2, dtype=torch.float64, device=device)
    overlap = (torch.minimum(starts + step, cells + 1) - torch.maximum(starts, cells)).clamp(min=0)
    within = overlap[:, :old].clone()
    within[:, -1] += overlap[:, old:].sum(1)
    return (within / step).float()


@bindings(PrimitiveClass("AdjustHue"))
@op
def adjust_hue(image: torch.Tensor, delta: torch.Tensor) -> torch.Tensor:
    """Images (..., H, W, 3) with `delta`, a scalar, added to their hue, which goes round from 1 to 0."""
    _pictured("AdjustHue", image)
    hue, saturation, value = rgb_to_hsv.raw(image.float()).unbind(-1)
    shifted_hue = torch.remainder(hue + delta, 1)
    result: torch.Tensor = hsv_to_rgb.raw(torch.stack((shifted_hue, saturation, value), -1))
    return result.to(image.dtype)


@bindings(PrimitiveClass("AdjustSaturation"))
@op
def adjust_saturation(image: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """Images (..., H, W, 3) with their saturation times `scale`, a scalar, at most 1."""
    _pictured("AdjustSaturation", image)
    hue, saturation, value = rgb_to_hsv.raw(image.float()).unbind(-1)
    scaled = (saturation * scale).clamp(0, 1)
    result: torch.Tensor = hsv_to_rgb.raw(torch.stack((hue, scaled, value), -1))
    return result.to(image.dtype)


def _pictured(name: str, image: torch.Tensor) -> None:
    if image.ndim < 3 or image.shape[-1] != 3:
        raise ValueError(
            f"For '{name}', 'image' should be (..., H, W, 3), but got shape {tuple(image.shape)}."
        )
