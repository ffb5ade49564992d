"""Deformable convolution: kernels whose taps are moved by learned offsets, by torchvision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence


def _tuple_of(name: str, argument: str, value: Sequence[int], size: int) -> tuple[int, ...]:
    if not isinstance(value, tuple) or not all(type(v) is int for v in value):
        raise TypeError(f"For '{name}', '{argument}' should be a tuple of int, but got {value!r}.")
    if len(value) != size:
        raise ValueError(
            f"For '{name}', '{argument}' should have {size} elements, but got {value}."
        )
    return value


def _inner(name: str, argument: str, value: Any) -> tuple[int, ...]:
    """The last two of four numbers, the first two (batch and channels) being 1."""
    if _tuple_of(name, argument, value, 4)[:2] != (1, 1):
        raise ValueError(
            f"For '{name}', the N and C dimensions of '{argument}' should be 1, but got {value}."
        )
    return value[2:]


def _deformed(
    name: str,
    x: torch.Tensor,
    weight: torch.Tensor,
    offsets: torch.Tensor,
    bias: torch.Tensor | None,
    settings: tuple[Any, ...],
) -> torch.Tensor:
    from torchvision.ops import deform_conv2d  # takes a second to import: only where it is needed

    strides, padding, dilations, groups, modulated = settings
    if not isinstance(modulated, bool):
        raise TypeError(f"For '{name}', 'modulated' should be bool, but got {modulated!r}.")
    if not modulated:
        raise ValueError(
            f"For '{name}', 'modulated' should be True: MindSpore has version 2 alone."
        )
    step, dilation = _inner(name, "strides", strides), _inner(name, "dilations", dilations)
    top, bottom, left, right = _tuple_of(name, "padding", padding, 4)
    parts = offsets.unflatten(1, (3, -1))
    # MindSpore has all x, then all y, then the mask; torchvision y and x of each tap in turn.
    moves = torch.stack((parts[:, 1], parts[:, 0]), 2).flatten(1, 2)
    padded = F.pad(x, (left, right, top, bottom))
    taps = groups * weight.shape[2] * weight.shape[3]
    if parts.shape[2] != taps:
        raise ValueError(
            f"For '{name}', 'offsets' should have {3 * taps} channels, but got {offsets.shape[1]}."
        )
    return deform_conv2d(padded, moves, weight, bias, step, 0, dilation, parts[:, 2])


@op
def deformable_conv2d(
    x: torch.Tensor,
    weight: torch.Tensor,
    offsets: torch.Tensor,
    kernel_size: tuple[int, int],
    strides: tuple[int, ...],
    padding: tuple[int, ...],
    bias: torch.Tensor | None = None,
    dilations: tuple[int, ...] = (1, 1, 1, 1),
    groups: int = 1,
    deformable_groups: int = 1,
    modulated: bool = True,
) -> torch.Tensor:
    """Deformable convolution, version 2, of x (N, C, H, W) with weight (C_out, C / groups, kh, kw).

    `offsets` (N, 3 * deformable_groups * kh * kw, H_out, W_out) holds every tap's x, every y, every mask.
    `strides` and `dilations` are four numbers (1, 1, height, width), `padding` (top, bottom, left, right).
    `kernel_size`: (kh, kw).
    `bias`: (C_out,).
    `x`, `weight`, `offsets` and `bias` are floats of one dtype, which the result has.

    Raises TypeError for tuples of other things, ValueError for other sizes or `modulated=False`.
    """
    _tuple_of("deformable_conv2d", "kernel_size", kernel_size, 2)
    settings = strides, padding, dilations, deformable_groups, modulated
    if weight.shape[1] * groups != x.shape[1]:
        raise ValueError(
            f"For 'deformable_conv2d', 'weight' {tuple(weight.shape)} and 'groups' {groups} do not fit the "
            f"{x.shape[1]} channels of 'x'."
        )
    return _deformed("deformable_conv2d", x, weight, offsets, bias, settings)


@bindings(
    PrimitiveClass(
        "DeformableOffsets",
        settings={
            "strides": Setting(check=checks.tuple_of(4)),
            "pads": Setting(check=checks.tuple_of(4)),
            "ksize": Setting(),
            "dilations": Setting((1, 1, 1, 1), checks.tuple_of(4)),
            "data_format": Setting("NCHW", checks.one_of("NCHW", "NHWC")),
            "deformable_groups": Setting(1, checks.positive_int),
            "modulated": Setting(True, checks.boolean),
        },
    )
)
@op
def deformable_offsets(
    x: torch.Tensor,
    offsets: torch.Tensor,
    strides: tuple[int, ...],
    pads: tuple[int, ...],
    ksize: tuple[int, int],
    dilations: tuple[int, ...] = (1, 1, 1, 1),
    data_format: str = "NCHW",
    deformable_groups: int = 1,
    modulated: bool = True,
) -> torch.Tensor:
    """The input sampled at each tap of a deformable kernel, side by side: (N, C, kh * H_out, kw * W_out).

    A convolution of kernel and stride (kh, kw) over it is the deformable convolution. `x` (N, C, H, W) and
    `offsets`, laid out as for `deformable_conv2d`, are floats of one dtype, which the result has; `strides` and
    `dilations` are (1, 1, height, width), `pads` (top, bottom, left, right), `ksize` (kh, kw). Raises
    ValueError for a `data_format` other than 'NCHW'.
    """
    if data_format != "NCHW":
        raise ValueError(
            f"For 'DeformableOffsets', 'data_format' should be 'NCHW', but got {data_format!r}."
        )
    high, wide = _tuple_of("DeformableOffsets", "ksize", ksize, 2)
    channels = x.shape[1]
    one = torch.eye(high * wide, dtype=x.dtype, device=x.device).view(-1, 1, high, wide)
    settings = strides, pads, dilations, deformable_groups, modulated
    sampled = _deformed(
        "DeformableOffsets", x, one.repeat(channels, 1, 1, 1), offsets, None, settings
    )
    taps = sampled.unflatten(1, (channels, high, wide))
    return taps.permute(0, 1, 4, 2, 5, 3).flatten(4, 5).flatten(2, 3)


__all__ = exported_ops(globals(), "deformable_offsets")
