"""Primitives of boxes, glimpses, patches, other sizes and pools by a fraction."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.nn import (
    color_spaces,
    fractional_pool,
    image_patches,
    image_scaling,
    non_max_suppression,
)

_required = inspect.Parameter.empty

AdjustHue = primitive("AdjustHue", color_spaces.adjust_hue)
AdjustSaturation = primitive("AdjustSaturation", color_spaces.adjust_saturation)
NonMaxSuppressionV3 = primitive("NonMaxSuppressionV3", non_max_suppression.non_max_suppression)
NonMaxSuppressionWithOverlaps = primitive(
    "NonMaxSuppressionWithOverlaps", non_max_suppression.non_max_suppression_with_overlaps
)
CombinedNonMaxSuppression = primitive(
    "CombinedNonMaxSuppression", non_max_suppression.combined_non_max_suppression, pad_per_class=False,
    clip_boxes=True,
)  # fmt: skip
ExtractGlimpse = primitive(
    "ExtractGlimpse", image_patches.extract_glimpse, centered=True, normalized=True, uniform_noise=True,
    noise="uniform",
)  # fmt: skip
ExtractVolumePatches = primitive(
    "ExtractVolumePatches", image_patches.extract_volume_patches, kernel_size=_required, strides=_required,
    padding=_required,
)  # fmt: skip
ExtractImagePatches = primitive(
    "ExtractImagePatches", image_patches.extract_image_patches, ksizes=_required, strides=_required,
    rates=_required, padding="VALID",
)  # fmt: skip
Dilation2D = primitive(
    "Dilation2D", image_patches.dilation2d, stride=_required, dilation=_required, pad_mode="SAME",
    data_format="NCHW",
)  # fmt: skip
ScaleAndTranslate = primitive(
    "ScaleAndTranslate", image_scaling.scale_and_translate, kernel_type="lanczos3", antialias=True
)
ResizeLinear1D = primitive(
    "ResizeLinear1D", image_scaling.resize_linear_1d, coordinate_transformation_mode="align_corners"
)
UpsampleNearest3D = primitive("UpsampleNearest3D", image_scaling.upsample_nearest3d)
UpsampleTrilinear3D = primitive(
    "UpsampleTrilinear3D", image_scaling.upsample_trilinear3d, align_corners=False
)
_FRACTION: dict[str, Any] = {
    "pooling_ratio": _required, "pseudo_random": False, "overlapping": False, "deterministic": False,
    "seed": 0, "seed2": 0,
}  # fmt: skip
FractionalMaxPool = primitive("FractionalMaxPool", fractional_pool.fractional_max_pool, **_FRACTION)
FractionalAvgPool = primitive("FractionalAvgPool", fractional_pool.fractional_avg_pool, **_FRACTION)

__all__ = declared(globals())
