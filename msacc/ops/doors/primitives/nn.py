"""Primitives of the nn chapters: doors to their functions."""

from __future__ import annotations

import inspect

from msacc.ops.core.primitive import primitive
from msacc.ops.doors.primitives.conv import (
    AvgPool,
    BiasAdd,
    Conv2D,
    Conv2DBackpropInput,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
    DepthwiseConv2dNative,
    MaxPool,
    MaxPool3D,
    MaxPoolWithArgmax,
)
from msacc.ops.nn import activation as act
from msacc.ops.nn import adaptive_pool as adaptive
from msacc.ops.nn import attention, embed, image, norm, pad, pool, resize
from msacc.ops.nn import boxes as detect
from msacc.ops.nn import dropout as drop
from msacc.ops.nn.conv import dense
from msacc.ops.nn.loss import classes as loss
from msacc.ops.nn.loss import elementwise as basic
from msacc.ops.nn.loss import margin, parts

_required = inspect.Parameter.empty

# -- activations -----------------------------------------------------------------------------------
ReLU = primitive("ReLU", act.relu)
ReLU6 = primitive("ReLU6", act.relu6)
Sigmoid = primitive("Sigmoid", act.sigmoid)
Tanh = primitive("Tanh", act.tanh)
GeLU = primitive("GeLU", act.gelu_by_tanh)
Gelu = GeLU
FastGeLU = primitive("FastGeLU", act.fast_gelu)
FastGelu = FastGeLU
Elu = primitive("Elu", act.elu, alpha=1.0)
SeLU = primitive("SeLU", act.selu)
CeLU = primitive("CeLU", act.celu, alpha=1.0)
HSigmoid = primitive("HSigmoid", act.hardsigmoid)
HSwish = primitive("HSwish", act.hardswish)
HShrink = primitive("HShrink", act.hardshrink, lambd=0.5)
SoftShrink = primitive("SoftShrink", act.softshrink, lambd=0.5)
Softmax = primitive("Softmax", act.softmax_over, axis=-1)
LogSoftmax = primitive("LogSoftmax", act.log_softmax, axis=-1)
Softplus = primitive("Softplus", act.softplus)
Softsign = primitive("Softsign", act.softsign)
Mish = primitive("Mish", act.mish)
PReLU = primitive("PReLU", act.prelu)
GLU = primitive("GLU", act.glu, axis=-1)

# -- linear, pooling -------------------------------------------------------------------------------
Dense = primitive("Dense", dense)
AvgPool3D = primitive(
    "AvgPool3D", pool.avg_pool3d_modes, kernel_size=1, strides=1, pad_mode="valid", pad=0,
    ceil_mode=False, count_include_pad=True, divisor_override=0, data_format="NCDHW",
)  # fmt: skip
MaxPoolWithArgmaxV2 = primitive(
    "MaxPoolWithArgmaxV2", pool.max_pool2d_indices, kernel_size=_required, strides=None, pads=0,
    dilation=(1, 1), ceil_mode=False, argmax_type=None,
)  # fmt: skip
AdaptiveAvgPool2D = primitive(
    "AdaptiveAvgPool2D", adaptive.adaptive_avg_pool2d, output_size=_required
)
AdaptiveAvgPool3D = primitive(
    "AdaptiveAvgPool3D", adaptive.adaptive_avg_pool3d, output_size=_required
)
AdaptiveMaxPool2D = primitive(
    "AdaptiveMaxPool2D", adaptive.adaptive_max_pool2d_both, output_size=_required
)

# -- normalisation ---------------------------------------------------------------------------------
BatchNorm = primitive(
    "BatchNorm",
    norm.batch_norm_all,
    is_training=False,
    epsilon=1e-5,
    momentum=0.1,
    data_format="NCHW",
)
LayerNorm = primitive(
    "LayerNorm", norm.layer_norm_all, begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7
)
RmsNorm = primitive("RmsNorm", norm.rms_norm, epsilon=1e-6)
LRN = primitive(
    "LRN", norm.lrn, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"
)
L2Normalize = primitive("L2Normalize", norm.l2_normalize, axis=0, epsilon=1e-4)
LpNorm = primitive("LpNorm", norm.lp_norm, axis=_required, p=2, keep_dims=False, epsilon=1e-12)

# -- dropout ---------------------------------------------------------------------------------------
Dropout = primitive("Dropout", drop.dropout_with_mask, keep_prob=0.5, Seed0=0, Seed1=0)
Dropout2D = primitive("Dropout2D", drop.dropout_channels, keep_prob=0.5)
Dropout3D = primitive("Dropout3D", drop.dropout_channels, keep_prob=0.5)

# -- losses ----------------------------------------------------------------------------------------
SoftmaxCrossEntropyWithLogits = primitive(
    "SoftmaxCrossEntropyWithLogits", parts.softmax_cross_entropy_and_gradient
)
SparseSoftmaxCrossEntropyWithLogits = primitive(
    "SparseSoftmaxCrossEntropyWithLogits", parts.sparse_softmax_cross_entropy, is_grad=False
)
SigmoidCrossEntropyWithLogits = primitive(
    "SigmoidCrossEntropyWithLogits", parts.sigmoid_cross_entropy
)
BCEWithLogitsLoss = primitive(
    "BCEWithLogitsLoss", basic.binary_cross_entropy_with_logits, reduction="mean"
)
BinaryCrossEntropy = primitive("BinaryCrossEntropy", basic.binary_cross_entropy, reduction="mean")
SmoothL1Loss = primitive("SmoothL1Loss", basic.smooth_l1_loss, beta=1.0, reduction="none")
NLLLoss = primitive("NLLLoss", parts.nll_loss_and_weight, reduction="mean", ignore_index=-100)
KLDivLoss = primitive("KLDivLoss", basic.kl_div, reduction="mean")
SoftMarginLoss = primitive("SoftMarginLoss", margin.soft_margin_loss, reduction="mean")
MultiMarginLoss = primitive(
    "MultiMarginLoss", parts.multi_margin_loss_weighted, p=1, margin=1.0, reduction="mean"
)
TripletMarginLoss = primitive(
    "TripletMarginLoss", margin.triplet_margin_loss, p=2, swap=False, eps=1e-6, reduction="mean"
)
CTCLoss = primitive(
    "CTCLoss", parts.ctc_loss_sparse, preprocess_collapse_repeated=False, ctc_merge_repeated=True,
    ignore_longer_outputs_than_inputs=False,
)  # fmt: skip
FlashAttentionScore = primitive(
    "FlashAttentionScore", attention.flash_attention_primitive, head_num=_required, keep_prob=1.0,
    scale_value=1.0, pre_tokens=2147483647, next_tokens=2147483647, inner_precise=0, input_layout="BSH",
    sparse_mode=0,
)  # fmt: skip
CTCLossV2 = primitive("CTCLossV2", loss.ctc_loss, blank=0, reduction="none", zero_infinity=False)

# -- embedding, padding, images --------------------------------------------------------------------
EmbeddingLookup = primitive("EmbeddingLookup", embed.embedding_lookup)
Pad = primitive("Pad", pad.zero_pad, paddings=_required)
MirrorPad = primitive("MirrorPad", pad.mirror_pad, mode="REFLECT")
PadV3 = primitive("PadV3", pad.pad_v3, mode="constant", paddings_contiguous=True)
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
Im2Col = primitive("Im2Col", image.im2col, ksizes=_required, strides=1, dilations=1, pads=0)
Col2Im = primitive(
    "Col2Im", image.col2im, _to={"padding": "padding_value"}, kernel_size=_required, dilation=1, padding=0,
    stride=1,
)  # fmt: skip

# -- boxes -----------------------------------------------------------------------------------------
IOU = primitive("IOU", detect.iou, mode="iou")
NMSWithMask = primitive("NMSWithMask", detect.nms_with_mask, iou_threshold=0.5)
ROIAlign = primitive(
    "ROIAlign", detect.roi_align, pooled_height=_required, pooled_width=_required,
    spatial_scale=_required, sample_num=2, roi_end_mode=1,
)  # fmt: skip
BoundingBoxEncode = primitive(
    "BoundingBoxEncode", detect.bounding_box_encode, means=(0.0,) * 4, stds=(1.0,) * 4
)
BoundingBoxDecode = primitive(
    "BoundingBoxDecode", detect.bounding_box_decode, max_shape=_required, means=(0.0,) * 4,
    stds=(1.0,) * 4, wh_ratio_clip=0.016,
)  # fmt: skip
CheckValid = primitive("CheckValid", detect.check_valid)

__all__ = [
    "AdaptiveAvgPool2D", "AdaptiveAvgPool3D", "AdaptiveMaxPool2D", "AffineGrid", "AvgPool", "AvgPool3D",
    "BCEWithLogitsLoss", "BatchNorm", "BiasAdd", "BinaryCrossEntropy", "BoundingBoxDecode",
    "BoundingBoxEncode", "CTCLoss",
    "CTCLossV2", "CeLU", "CheckValid", "Col2Im", "Conv2D", "Conv2DBackpropInput",
    "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "CropAndResize", "Dense", "DepthwiseConv2dNative",
    "Dropout", "Dropout2D", "Dropout3D", "Elu", "EmbeddingLookup", "FastGeLU",
    "FlashAttentionScore", "FastGelu", "GLU", "GeLU",
    "Gelu", "GridSampler2D", "GridSampler3D", "HShrink", "HSigmoid", "HSwish", "IOU", "Im2Col",
    "KLDivLoss", "L2Normalize", "LRN", "LayerNorm", "LogSoftmax", "LpNorm", "MaxPool", "MaxPool3D",
    "MaxPoolWithArgmax", "MaxPoolWithArgmaxV2", "MirrorPad", "Mish", "MultiMarginLoss", "NLLLoss",
    "NMSWithMask", "PReLU", "Pad", "PadV3", "ROIAlign", "ReLU", "ReLU6", "ResizeBicubic",
    "ResizeBilinear", "ResizeBilinearV2", "ResizeNearestNeighbor", "ResizeNearestNeighborV2", "RmsNorm",
    "SeLU", "Sigmoid", "SigmoidCrossEntropyWithLogits", "SmoothL1Loss", "SoftMarginLoss", "SoftShrink",
    "Softmax", "SoftmaxCrossEntropyWithLogits", "Softplus", "Softsign",
    "SparseSoftmaxCrossEntropyWithLogits", "Tanh", "TripletMarginLoss",
]  # fmt: skip
