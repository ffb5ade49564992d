"""Pixel rearrangement (unfold, shuffles) and image quality."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.sliding_windows import same_pads

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


@bindings(MintFunction("nn.functional.pixel_shuffle"))
@op
def pixel_shuffle(input: torch.Tensor, upscale_factor: int) -> torch.Tensor:
    """(…, C * r^2, H, W) to (…, C, H * r, W * r).

    `input` is a Tensor of any dtype, which the result has; `upscale_factor` (r) is an int > 0.
    """
    check.positive_int("pixel_shuffle", "upscale_factor", upscale_factor)
    if not input.numel() and input.shape[-3] % upscale_factor**2 == 0:  # torch has no gradient then
        *rest, channels, height, width = input.shape
        r = upscale_factor
        return input.reshape(*rest, channels // r**2, height * r, width * r)
    return F.pixel_shuffle(input, upscale_factor)


@op
def pixel_unshuffle(input: torch.Tensor, downscale_factor: int) -> torch.Tensor:
    """(…, C, H * r, W * r) to (…, C * r^2, H, W).

    `input` is a Tensor of any dtype, which the result has; `downscale_factor` (r) is an int > 0.
    """
    check.positive_int("pixel_unshuffle", "downscale_factor", downscale_factor)
    return F.pixel_unshuffle(input, downscale_factor)


@bindings(PrimitiveClass("ChannelShuffle", settings={"group": Setting(argument="groups")}))
@op
def channel_shuffle(x: torch.Tensor, groups: int) -> torch.Tensor:
    """Interleave the channels of `groups` groups, an int above 0.

    `x`: a Tensor (N, C, …) of any dtype, C a multiple of `groups`, whose shape and dtype the result has.
    """
    return F.channel_shuffle(x, check.positive_int("channel_shuffle", "groups", groups))


@bindings(TensorMethod("unfold"), MintFunction("nn.functional.unfold"))
@op
def unfold(
    input: torch.Tensor, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1
) -> torch.Tensor:
    """Sliding windows of (N, C, H, W) as columns: (N, C * kh * kw, windows).

    `input` is a float Tensor; the result has its dtype. `kernel_size`, `dilation`, `padding`,
    `stride`: ints or pairs.
    """
    return _columns(input, kernel_size, dilation, padding, stride)


# Floats of the same width, or wider, that carry integers through a kernel which copies.
_CARRIERS = {
    torch.int64: torch.float64,
    torch.int32: torch.float32,
}
_SMALL = (torch.int8, torch.int16, torch.uint8)


def _columns(x: torch.Tensor, *windows: Any) -> torch.Tensor:
    """`F.unfold`, which torch has for floats alone."""
    if x.dtype in _CARRIERS:
        return F.unfold(x.view(_CARRIERS[x.dtype]), *windows).view(x.dtype)
    return F.unfold(x.float(), *windows).to(x.dtype) if x.dtype in _SMALL else F.unfold(x, *windows)


@bindings(TensorMethod("fold"), MintFunction("nn.functional.fold"))
@op
def fold(
    input: torch.Tensor,
    output_size: Ints | torch.Tensor,
    kernel_size: Any,
    dilation: Any = 1,
    padding: Any = 0,
    stride: Any = 1,
) -> torch.Tensor:
    """Add columns (N, C * kh * kw, windows) up into (N, C, H, W).

    `input`: a float Tensor of columns, whose dtype the result has.
    `output_size`: (H, W).
    `kernel_size`: (kh, kw) or one int for both, and so are `dilation`, `padding` and `stride`.

    Raises ValueError for a negative size or padding and for a kernel, dilation or stride not above 0.
    """
    size: Any = output_size.tolist() if isinstance(output_size, torch.Tensor) else output_size
    _windows("fold", 0, output_size=size, padding=padding)
    _windows("fold", 1, kernel_size=kernel_size, dilation=dilation, stride=stride)
    return F.fold(input, size, kernel_size, dilation, padding, stride)


def _windows(name: str, least: int, **sizes: object) -> None:
    """ValueError for an int, or one of several, below `least`."""
    for argument, value in sizes.items():
        for one in value if isinstance(value, (tuple, list)) else (value,):
            if type(one) is int and one < least:
                words = "must not be negative" if least == 0 else "must be above 0"
                raise ValueError(
                    f"For '{name}', the value of '{argument}' {words}, but got {value}."
                )


@bindings(
    PrimitiveClass(
        "Im2Col",
        settings={
            "ksizes": Setting(check=checks.ints_from(1)),
            "strides": Setting(1, checks.ints_from(1)),
            "dilations": Setting(1, checks.ints_from(1)),
            "pads": Setting(0, checks.ints_from(0)),
        },
    )
)
@op
def im2col(
    x: torch.Tensor, ksizes: Ints, strides: Ints = 1, dilations: Ints = 1, pads: Ints = 0
) -> torch.Tensor:
    """Sliding windows as (N, C, kh * kw, windows).

    `x`: a Tensor (N, C, H, W) of numbers, whose dtype the result has; `ksizes`, `strides`, `dilations`, `pads`:
    an int or two, of height and width.
    """
    columns = _columns(x, ksizes, dilations, pads, strides)
    return columns.reshape(x.shape[0], x.shape[1], -1, columns.shape[-1])


@bindings(
    PrimitiveClass(
        "Col2Im",
        settings={
            "kernel_size": Setting(check=checks.ints_from(1)),
            "dilation": Setting(1, checks.ints_from(1)),
            "padding": Setting(0, checks.ints_from(0), argument="padding_value"),
            "stride": Setting(1, checks.ints_from(1)),
        },
    ),
    TensorMethod("col2im"),
)
@op
def col2im(
    input_x: torch.Tensor,
    output_size: Ints | torch.Tensor,
    kernel_size: Any,
    dilation: Any,
    padding_value: Any,
    stride: Any,
) -> torch.Tensor:
    """Add (N, C, kh * kw, windows) up into (N, C, H, W).

    `input_x`: a float Tensor of such columns, whose dtype the result has.
    `output_size`: (H, W), ints or a Tensor of them.
    `kernel_size`: (kh, kw) or one int for both, and so are `dilation`, `padding_value` and `stride`.
    """
    size: Any = output_size.tolist() if isinstance(output_size, torch.Tensor) else output_size
    return F.fold(input_x.flatten(1, 2), size, kernel_size, dilation, padding_value, stride)


@op
def extract_patches(
    x: torch.Tensor, ksizes: Any, strides: Any, rates: Any, padding: str = "valid"
) -> torch.Tensor:
    """Windows of (N, C, H, W) as channels: (N, kh * kw * C, rows, columns)."""
    same = check.choice("Unfold", "padding", padding.lower(), ["valid", "same"]) == "same"
    ends = [(0, 0), (0, 0)]
    if same:
        ends = [same_pads(*each) for each in zip(x.shape[2:], ksizes, strides, rates, strict=False)]
    padded = F.pad(x, [v for pair in reversed(ends) for v in pair])
    counts = [
        (size - (k - 1) * rate - 1) // stride + 1
        for size, k, stride, rate in zip(padded.shape[2:], ksizes, strides, rates, strict=False)
    ]
    columns = F.unfold(padded, ksizes, rates, 0, strides)
    columns = columns.reshape(x.shape[0], x.shape[1], math.prod(ksizes), *counts)
    return columns.transpose(1, 2).flatten(1, 2)


@op
def image_gradients(images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(dy, dx): differences of neighbouring pixels of (N, C, H, W), the last one zero."""
    check.rank("ImageGradients", images, 4)
    dy, dx = torch.zeros_like(images), torch.zeros_like(images)
    dy[:, :, :-1], dx[..., :-1] = (
        images[:, :, 1:] - images[:, :, :-1],
        images[..., 1:] - images[..., :-1],
    )
    return dy, dx


@op
def central_crop(image: torch.Tensor, fraction: float) -> torch.Tensor:
    """The middle `fraction` of the rows and columns of (N, C, H, W) or (C, H, W)."""
    check.rank("CentralCrop", image, 3, 4)
    for dim in (-2, -1):
        size = image.shape[dim]
        start = int((float(size) - float(size * fraction)) / 2)
        image = image.narrow(dim, start, size - 2 * start)
    return image


__all__ = exported_ops(globals(), "im2col", "extract_patches", "image_gradients", "central_crop")
