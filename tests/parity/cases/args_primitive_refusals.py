"""Settings that a primitive's constructor refuses, each given the same values, wrong ones and right ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

# What every setting is given; "dtype" stands for float32.
VALUES: tuple[Any, ...] = (
    None, "x", 2.5, -1, 0, 3, True, [], (), ("a", "b"), (-1, -1), "dtype", (1.5, 2.5)
)  # fmt: skip
NO = [[0, 0], [0, 0]]
# What else these constructors need.
NEEDED: dict[str, dict[str, Any]] = {
    "ApplyAdagradV2": {"epsilon": 0.1},
    "BatchToSpace": {"block_size": 2, "crops": NO},
    "BatchToSpaceND": {"block_shape": (2, 2), "crops": NO},
    "BoundingBoxDecode": {"max_shape": (4, 4)},
    "Col2Im": {"kernel_size": 2},
    "DeformableOffsets": {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "ksize": (2, 2)},
    "FFTWithSize": {"signal_ndim": 1, "inverse": False, "real": True},
    "FillDiagonal": {"fill_value": 1.0},
    "Im2Col": {"ksizes": 2},
    "LpNorm": {"axis": (0,)},
    "MaxPool3DWithArgmax": {"ksize": 2, "strides": 2, "pads": 0},
    "MaxPoolWithArgmaxV2": {"kernel_size": 2},
    "MultinomialWithReplacement": {"numsamples": 3},
    "ROIAlign": {"pooled_height": 2, "pooled_width": 2, "spatial_scale": 0.5},
    "Renorm": {"p": 1, "dim": 0, "maxnorm": 1.0},
    "ReverseSequence": {"seq_dim": 0},
    "Roll": {"shifts": 1},
    "STFT": {
        "n_fft": 4, "hop_length": 2, "win_length": 4, "normalized": False, "onesided": True,
        "return_complex": True,
    },
    "SpaceToBatch": {"block_size": 2, "paddings": NO},
    "SpaceToBatchND": {"block_shape": (2, 2), "paddings": NO},
    "SplitV": {"size_splits": (1, 1), "split_dim": 0, "num_split": 2},
    "TrilIndices": {"row": 2, "col": 2},
    "TriuIndices": {"row": 2, "col": 2},
}  # fmt: skip
SETTINGS = """
Adam.use_nesterov AdamNoUpdateParam.use_nesterov AdaptiveMaxPool2D.output_size
AffineGrid.align_corners ApplyAdagrad.update_slots ApplyAdagradV2.epsilon
ApplyAdagradV2.update_slots ApplyKerasMomentum.use_nesterov ApplyMomentum.gradient_scale
ApplyMomentum.use_nesterov ApproximateEqual.tolerance AvgPool3D.ceil_mode
AvgPool3D.count_include_pad AvgPool3D.data_format AvgPool3D.divisor_override AvgPool3D.kernel_size
AvgPool3D.pad_mode AvgPool3D.strides BCEWithLogitsLoss.reduction BartlettWindow.dtype
BartlettWindow.periodic BatchNorm.data_format BatchToSpace.block_size BatchToSpaceND.block_shape
Bernoulli.seed BinaryCrossEntropy.reduction BlackmanWindow.dtype BlackmanWindow.periodic
BoundingBoxDecode.means BoundingBoxDecode.stds BoundingBoxDecode.wh_ratio_clip
BoundingBoxEncode.means BoundingBoxEncode.stds BroadcastTo.shape CTCLoss.ctc_merge_repeated
CTCLoss.ignore_longer_outputs_than_inputs CTCLoss.preprocess_collapse_repeated CTCLossV2.blank
CTCLossV2.reduction CTCLossV2.zero_infinity CholeskySolve.upper Col2Im.dilation Col2Im.kernel_size
Col2Im.padding Col2Im.stride CountNonZero.dims CropAndResize.extrapolation_value
CropAndResize.method CumulativeLogsumexp.exclusive CumulativeLogsumexp.reverse
DeformableOffsets.data_format DeformableOffsets.deformable_groups DeformableOffsets.dilations
DeformableOffsets.modulated DeformableOffsets.pads DeformableOffsets.strides
DepthToSpace.block_size Dropout2D.keep_prob Dropout3D.keep_prob EditDistance.normalize
EuclideanNorm.keep_dims FFTWithSize.norm FillDiagonal.fill_value FillDiagonal.wrap
FusedSparseAdam.use_nesterov GridSampler2D.interpolation_mode GridSampler2D.padding_mode
GridSampler3D.interpolation_mode GridSampler3D.padding_mode HShrink.lambd HammingWindow.alpha
HammingWindow.beta HammingWindow.dtype HammingWindow.periodic Histogram.bins Histogram.max
Im2Col.dilations Im2Col.ksizes Im2Col.pads Im2Col.strides InTopK.k IndexAdd.axis IsClose.atol
IsClose.rtol KLDivLoss.reduction LARSUpdate.epsilon LARSUpdate.hyperpara LARSUpdate.use_clip
LRN.alpha LRN.beta LRN.bias ListDiff.out_idx LogSpace.base LogSpace.dtype LogSpace.steps
LowerBound.out_type LpNorm.axis LpNorm.epsilon LpNorm.keep_dims LpNorm.p LuUnpack.unpack_data
LuUnpack.unpack_pivots MatrixDiagPartV3.align MatrixDiagV3.align MatrixInverse.adjoint
MatrixPower.n MatrixSetDiagV3.align MatrixSolve.adjoint MatrixTriangularSolve.adjoint
MatrixTriangularSolve.lower MaxPool3DWithArgmax.argmax_type MaxPool3DWithArgmax.ceil_mode
MaxPool3DWithArgmax.data_format MaxPool3DWithArgmax.dilation MaxPool3DWithArgmax.ksize
MaxPool3DWithArgmax.pads MaxPool3DWithArgmax.strides MaxPoolWithArgmaxV2.argmax_type
MaxPoolWithArgmaxV2.ceil_mode MaxPoolWithArgmaxV2.dilation MaxPoolWithArgmaxV2.kernel_size
MaxPoolWithArgmaxV2.pads MaxPoolWithArgmaxV2.strides Median.axis Median.global_median
Median.ignore_nan Median.keep_dims Meshgrid.indexing MirrorPad.mode MultiMarginLoss.margin
MultiMarginLoss.p MultiMarginLoss.reduction Multinomial.dtype
MultinomialWithReplacement.numsamples MultinomialWithReplacement.replacement Mvlgamma.p
NLLLoss.reduction NMSWithMask.iou_threshold NanToNum.nan NanToNum.neginf NanToNum.posinf
NthElement.reverse NuclearNorm.keepdim Ormqr.left Ormqr.transpose Pack.axis PadV3.mode
PadV3.paddings_contiguous Padding.pad_dim_size Pdist.p Quantile.dim Quantile.ignore_nan
Quantile.keep_dims ROIAlign.pooled_height ROIAlign.pooled_width ROIAlign.roi_end_mode
ROIAlign.sample_num ROIAlign.spatial_scale RandomChoiceWithMask.count RandomPoisson.dtype
Randperm.dtype Randperm.max_length Randperm.pad RandpermV2.offset RandpermV2.seed ReduceStd.axis
Renorm.dim Renorm.maxnorm ResizeArea.align_corners ResizeNearestNeighbor.size
ReverseSequence.batch_dim ReverseSequence.seq_dim ReverseV2.axis Roll.dims Roll.shifts
SGD.nesterov STFT.hop_length STFT.n_fft STFT.normalized STFT.onesided STFT.return_complex
STFT.win_length SmoothL1Loss.beta SmoothL1Loss.reduction SoftMarginLoss.reduction SoftShrink.lambd
Softmax.axis Sort.axis Sort.descending SpaceToBatch.block_size SpaceToBatchND.block_shape
SpaceToDepth.block_size SparseSoftmaxCrossEntropyWithLogits.is_grad SplitV.num_split
SplitV.split_dim Squeeze.axis Stack.axis TensorScatterElements.axis
TensorScatterElements.reduction TopK.sorted Tril.diagonal TrilIndices.col TrilIndices.dtype
TrilIndices.offset TrilIndices.row TripletMarginLoss.eps TripletMarginLoss.p
TripletMarginLoss.reduction TripletMarginLoss.swap Triu.diagonal TriuIndices.col TriuIndices.dtype
TriuIndices.offset TriuIndices.row TruncatedNormal.dtype Unpack.axis Unstack.axis Unstack.num
UpperBound.out_type
"""
MODES = "Conv2D.mode Conv3D.mode Conv2DTranspose.mode Conv2DBackpropInput.mode Conv3DTranspose.mode"
CONVOLUTION = {"in_channel": 2, "out_channel": 2, "kernel_size": 2}


def refusals(ms: Any, settings: str, needed: dict[str, dict[str, Any]]) -> Arrays:
    """The classes of the errors of each setting, one for each value, in one line."""
    result = {}
    for setting in settings.split():
        name, key = setting.split(".")
        raised = [_raised(ms, name, {**needed.get(name, {}), key: value}) for value in VALUES]
        result[setting] = np.array(" ".join(raised))
    return result


def _raised(ms: Any, name: str, given: dict[str, Any]) -> str:
    try:
        getattr(ms.ops, name)(**{k: ms.float32 if v == "dtype" else v for k, v in given.items()})
    except Exception as error:
        return type(error).__name__
    return "-"


@case(jit=False)
def constructors(ms: Any, run: Any) -> Arrays:
    return refusals(ms, SETTINGS, NEEDED)


@case(jit=False)
def modes_of_convolutions(ms: Any, run: Any) -> Arrays:
    flat = {key: value for key, value in CONVOLUTION.items() if key != "in_channel"}
    names = [setting.split(".")[0] for setting in MODES.split()]
    needed = {name: CONVOLUTION if name == "Conv3DTranspose" else flat for name in names}
    return refusals(ms, MODES, needed)
