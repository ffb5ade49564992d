"""Primitives of images: sizes, grids, patches, colours, boxes."""

from __future__ import annotations

import inspect

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.nn import boxes, color_spaces, image, resize

_required = inspect.Parameter.empty

# -- sizes and grids --------------------------------------------------------------------------
ResizeBilinear = primitive(
    "ResizeBilinear", resize.resize_bilinear_v2, size=_required, align_corners=False,
    half_pixel_centers=False,
)  # fmt: skip
ResizeBilinearV2 = primitive(
    "ResizeBilinearV2", resize.resize_bilinear_v2, align_corners=False, half_pixel_centers=False
)
ResizeNearestNeighbor = primitive(
    "ResizeNearestNeighbor", resize.resize_nearest, size=_required, align_corners=False,
    half_pixel_centers=False,
)  # fmt: skip
ResizeNearestNeighborV2 = primitive(
    "ResizeNearestNeighborV2", resize.resize_nearest, align_corners=False, half_pixel_centers=False
)
ResizeBicubic = primitive(
    "ResizeBicubic", resize.resize_bicubic, align_corners=False, half_pixel_centers=False
)
GridSampler2D = primitive(
    "GridSampler2D", resize.grid_sample, _to={"interpolation_mode": "mode"},
    interpolation_mode="bilinear", padding_mode="zeros", align_corners=False,
)  # fmt: skip
GridSampler3D = primitive(
    "GridSampler3D", resize.grid_sample, _to={"interpolation_mode": "mode"},
    interpolation_mode="bilinear", padding_mode="zeros", align_corners=False,
)  # fmt: skip
AffineGrid = primitive("AffineGrid", resize.affine_grid, align_corners=False)
CropAndResize = primitive(
    "CropAndResize", resize.crop_and_resize, method="bilinear", extrapolation_value=0.0
)
ResizeArea = primitive("ResizeArea", color_spaces.resize_area, align_corners=False)

# -- patches and colours ----------------------------------------------------------------------
Im2Col = primitive("Im2Col", image.im2col, ksizes=_required, strides=1, dilations=1, pads=0)
Col2Im = primitive(
    "Col2Im", image.col2im, _to={"padding": "padding_value"}, kernel_size=_required, dilation=1, padding=0,
    stride=1,
)  # fmt: skip
ChannelShuffle = primitive(
    "ChannelShuffle", image.channel_shuffle, _to={"group": "groups"}, group=_required
)
RGBToHSV = primitive("RGBToHSV", color_spaces.rgb_to_hsv)
HSVToRGB = primitive("HSVToRGB", color_spaces.hsv_to_rgb)

# -- boxes ------------------------------------------------------------------------------------
IOU = primitive("IOU", boxes.iou, mode="iou")
NMSWithMask = primitive("NMSWithMask", boxes.nms_with_mask, iou_threshold=0.5)
ROIAlign = primitive(
    "ROIAlign", boxes.roi_align, pooled_height=_required, pooled_width=_required,
    spatial_scale=_required, sample_num=2, roi_end_mode=1,
)  # fmt: skip
BoundingBoxEncode = primitive(
    "BoundingBoxEncode", boxes.bounding_box_encode, means=(0.0,) * 4, stds=(1.0,) * 4
)
BoundingBoxDecode = primitive(
    "BoundingBoxDecode", boxes.bounding_box_decode, max_shape=_required, means=(0.0,) * 4,
    stds=(1.0,) * 4, wh_ratio_clip=0.016,
)  # fmt: skip
CheckValid = primitive("CheckValid", boxes.check_valid)

__all__ = declared(globals())
