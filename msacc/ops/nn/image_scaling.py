"""Scaling and translation with a resampling kernel; resizing of lines, images and volumes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims


def _lanczos(radius: float) -> Callable[[torch.Tensor], torch.Tensor]:
    def kernel(x: torch.Tensor) -> torch.Tensor:
        return torch.where(x < radius, torch.sinc(x) * torch.sinc(x / radius), 0)

    return kernel


def _cubic(b: float, c: float) -> Callable[[torch.Tensor], torch.Tensor]:
    """Mitchell and Netravali's family."""

    def kernel(x: torch.Tensor) -> torch.Tensor:
        near = ((12 - 9 * b - 6 * c) * x + (-18 + 12 * b + 6 * c)) * x * x + 6 - 2 * b
        far = (((-b - 6 * c) * x + 6 * b + 30 * c) * x - 12 * b - 48 * c) * x + 8 * b + 24 * c
        return torch.where(x < 1, near, torch.where(x < 2, far, 0)) / 6

    return kernel


def _gaussian(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x < 1.5, torch.exp(-x * x * 2), 0)


def _box(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x < 0.5, 1.0, torch.where(x == 0.5, 0.5, 0.0))


def _triangle(x: torch.Tensor) -> torch.Tensor:
    return (1 - x).clamp(min=0)


_KERNELS: dict[str, tuple[float, Callable[[torch.Tensor], torch.Tensor]]] = {
    "lanczos1": (1.0, _lanczos(1.0)),
    "lanczos3": (3.0, _lanczos(3.0)),
    "lanczos5": (5.0, _lanczos(5.0)),
    "gaussian": (1.5, _gaussian),
    "box": (1.0, _box),
    "triangle": (1.0, _triangle),
    "keyscubic": (2.0, _cubic(0.0, 0.5)),
    "mitchellcubic": (2.0, _cubic(1 / 3, 1 / 3)),
}
KERNELS = tuple(_KERNELS)


def _weights(new: int, old: int, scale: float, shift: float, kind: str, thin: bool) -> torch.Tensor:
    """(new, old): how much of each old element is in each new one; nothing where the middle lies outside."""
    radius, kernel = _KERNELS[kind]
    wide = max(1 / scale, 1.0) if thin else 1.0
    # In Float32 as MindSpore does, so that a middle between two elements is one here too.
    inverse = 1 / torch.tensor(scale)
    centers = (torch.arange(new) + 0.5) * inverse - inverse * torch.tensor(shift)
    first = torch.ceil(centers - radius * wide - 0.5).clamp(min=0)
    last = torch.floor(centers + radius * wide - 0.5).clamp(max=old - 1)
    position = torch.arange(old)
    weights = kernel((position + 0.5 - centers[:, None]).abs() / wide)
    weights = torch.where((position >= first[:, None]) & (position <= last[:, None]), weights, 0)
    total = weights.sum(1, keepdim=True)
    safe = total.abs() >= 1000 * torch.finfo(torch.float32).tiny
    within = ((centers >= 0) & (centers <= old))[:, None]
    return torch.where(within & safe, weights / torch.where(safe, total, 1), 0).float()


@bindings(
    PrimitiveClass(
        "ScaleAndTranslate",
        settings={
            "kernel_type": Setting(
                "lanczos3",
                checks.word(
                    "lanczos1",
                    "lanczos3",
                    "lanczos5",
                    "gaussian",
                    "box",
                    "triangle",
                    "keyscubic",
                    "mitchellcubic",
                ),
            ),
            "antialias": Setting(True, checks.boolean),
        },
    )
)
@op
def scale_and_translate(
    images: torch.Tensor,
    size: Dims,
    scale: torch.Tensor,
    translation: torch.Tensor,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
) -> torch.Tensor:
    """Images (N, H, W, C) scaled by `scale` (2,) and then moved by `translation` (2,), of `size` (2,); Float32.

    `images`: numbers of any dtype; scale and translation: floats for height and width. `kernel_type`: the
    weights, 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or 'mitchellcubic';
    `antialias`: wider ones where the image gets smaller. Raises ValueError for other lengths and a scale that
    is not positive.
    """
    for name, value in (("size", dims(size)), ("scale", scale), ("translation", translation)):
        if len(value) != 2:
            raise ValueError(
                f"For 'ScaleAndTranslate', '{name}' should have two elements, but got {len(value)}."
            )
    if bool((scale <= 0).any()):
        raise ValueError(
            f"For 'ScaleAndTranslate', 'scale' should be positive, but got {scale.tolist()}."
        )
    rows, columns = (
        _weights(new, old, s, t, kernel_type, antialias).to(images.device)
        for new, old, s, t in zip(
            dims(size), images.shape[1:3], scale.tolist(), translation.tolist(), strict=False
        )
    )
    return torch.einsum("ah,bw,nhwc->nabc", rows, columns, images.float())


@bindings(
    PrimitiveClass(
        "ResizeLinear1D",
        inputs=("x", "size"),
        settings={
            "coordinate_transformation_mode": Setting(
                "align_corners", checks.word_or_none("align_corners", "half_pixel")
            )
        },
    )
)
@op
def resize_linear_1d(
    x: torch.Tensor,
    size: Dims,
    coordinate_transformation_mode: str = "align_corners",
) -> torch.Tensor:
    """Lines (N, C, W) in the length `size`, linear between elements.

    `x`: a float Tensor of three dimensions (ValueError otherwise), whose dtype the result has; `size`: an int
    or a Tensor of one; `coordinate_transformation_mode`: 'align_corners' or 'half_pixel'.
    """
    if x.ndim != 3:
        raise ValueError(f"For 'ResizeLinear1D', 'x' should have three dimensions, got {x.ndim}.")
    corners = coordinate_transformation_mode == "align_corners"
    return F.interpolate(x, dims(size), mode="linear", align_corners=corners)


def _volumes(name: str, x: torch.Tensor, output_size: Dims | None, scales: Any) -> dict[str, Any]:
    if x.ndim != 5:
        raise ValueError(f"For '{name}', 'x' should have five dimensions, but got {x.ndim}.")
    if (output_size is None) == (scales is None):
        raise ValueError(f"For '{name}', one of 'output_size' and 'scales' should be given.")
    if output_size is not None:
        return {"size": dims(output_size)}
    factors = scales.tolist() if isinstance(scales, torch.Tensor) else list(scales)
    return {"size": tuple(math.floor(n * s) for n, s in zip(x.shape[2:], factors, strict=False))}


@bindings(PrimitiveClass("UpsampleNearest3D", inputs=("x", "output_size", "scales")))
@op
def upsample_nearest3d(
    x: torch.Tensor, output_size: Dims | None = None, scales: Sequence[float] | None = None
) -> torch.Tensor:
    """Volumes (N, C, D, H, W) of `output_size`, or `scales` times as large, each element the nearest one."""
    return F.interpolate(x, **_volumes("UpsampleNearest3D", x, output_size, scales))


@bindings(
    PrimitiveClass(
        "UpsampleTrilinear3D",
        inputs=("x", "output_size", "scales"),
        settings={"align_corners": Setting(False)},
    )
)
@op
def upsample_trilinear3d(
    x: torch.Tensor,
    output_size: Dims | None = None,
    scales: Sequence[float] | None = None,
    align_corners: bool = False,
) -> torch.Tensor:
    """Volumes (N, C, D, H, W) of `output_size`, or `scales` times as large, linear between elements.

    `x`: a float Tensor, whose dtype the result has; `output_size`: three ints, or `scales`: three numbers;
    `align_corners`: the corners' centres stay.
    """
    arguments = _volumes("UpsampleTrilinear3D", x, output_size, scales)
    return F.interpolate(x, **arguments, mode="trilinear", align_corners=align_corners)


__all__: list[str] = []
