"""What the settings of primitives must be: checked when a primitive is made, and when one is changed.

MindSpore's constructors are strict about types: an int is no float, a list no tuple. Settings that are not
named here are checked by the function behind the primitive, at the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype

Check = Callable[[str, str, Any], Any]


def _with(test: Callable[..., Any], *first: Any, **named: Any) -> Check:
    """`test` with some arguments. A function, for functools.partial splits the graph that a primitive is made in."""

    def checked(where: str, name: str, value: Any) -> None:
        test(*first, where, name, value, **named)

    return checked


def _share(where: str, name: str, value: Any) -> None:
    check.within(where, name, check.floating(where, name, value), 0.0, 1.0)


def _float_in(low: float, high: float, open_low: bool, where: str, name: str, value: Any) -> None:
    """A float (an int is none) from `low`, or above it, to `high`."""
    number = check.instance(where, name, value, float)
    if not low <= number <= high or (open_low and number == low):
        side = "above" if open_low else "from"
        raise ValueError(
            f"For '{where}', the '{name}' should be {side} {low} to {high}, but got {value!r}."
        )


def _none_or(kinds: Any, where: str, name: str, value: Any) -> None:
    if value is not None:
        check.instance(where, name, value, kinds)


def _word(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    """A str first of all: TypeError for anything else."""
    check.choice(where, name, check.instance(where, name, value, str), words)


def _word_in_any_case(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    if value is not None and check.instance(where, name, value, str).lower() not in words:
        check.choice(where, name, value, words)


def _str_in_any_case(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    _word_in_any_case(words, where, name, check.instance(where, name, value, str))


def _one_of(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    check.choice(where, name, value if isinstance(value, str) else repr(value), words)


def _one_of_any_case(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    _one_of(words, where, name, value.lower() if isinstance(value, str) else value)


def _dtype(kinds: tuple[Any, ...], where: str, name: str, value: Any) -> None:
    if not any(value is kind or value == kind for kind in kinds):
        raise TypeError(f"For '{where}', the '{name}' should be one of {kinds}, but got {value!r}.")


def _window(count: int, low: int, where: str, name: str, value: Any) -> None:
    """An int or a tuple of `count` ints (or of two more, for N and C), none below `low`."""
    sizes = check.instance(where, name, value, (int, tuple))
    sizes = (sizes,) * count if isinstance(sizes, int) else sizes
    right = all(check.is_int(size) and size >= low for size in sizes)
    if len(sizes) not in (count, count + 2) or not right:
        raise ValueError(
            f"For '{where}', the '{name}' should be {count} ints of at least {low}, but got {value!r}."
        )


def _none_or_window(count: int, low: int, where: str, name: str, value: Any) -> None:
    if value is not None:
        _window(count, low, where, name, value)


def _row(count: int, where: str, name: str, value: Any) -> None:
    """A tuple of `count`."""
    if len(check.instance(where, name, value, tuple)) != count:
        raise ValueError(
            f"For '{where}', the '{name}' should have {count} items, but got {value!r}."
        )


def _floats(count: int, where: str, name: str, value: Any) -> None:
    """A tuple of `count` floats."""
    for item in check.instance(where, name, value, tuple):
        check.instance(where, name, item, float)
    _row(count, where, name, value)


def _int_of(allowed: tuple[int, ...], where: str, name: str, value: Any) -> None:
    check.choice(where, name, check.integer(where, name, value), allowed)


def _axes(where: str, name: str, value: Any) -> None:
    """An int, or a tuple or list of them."""
    axes = check.instance(where, name, value, (int, tuple, list))
    for axis in () if isinstance(axes, int) else axes:
        check.instance(where, name, axis, int)


def _none_or_axes(where: str, name: str, value: Any) -> None:
    if value is not None:
        _axes(where, name, value)


def _each(low: int, where: str, name: str, value: Any) -> None:
    """An int, or a tuple or list of them, none below `low`."""
    sizes = check.instance(where, name, value, (int, tuple, list))
    sizes = [sizes] if isinstance(sizes, int) else sizes
    for size in sizes:
        check.instance(where, name, size, int)
    if not sizes or min(sizes) < low:
        raise ValueError(
            f"For '{where}', the '{name}' should hold ints of at least {low}, but got {value!r}."
        )


_REDUCTIONS = ("none", "mean", "sum")
_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
_FLOATS = (mstype.float16, mstype.float32, mstype.float64)
_INDICES = (mstype.int32, mstype.int64)
_NUMBERS = (
    *_INDICES, *_FLOATS, mstype.int8, mstype.int16, mstype.uint8, mstype.uint16, mstype.uint32, mstype.uint64
)  # fmt: skip

_INF = float("inf")


def _noise(where: str, name: str, value: Any) -> None:
    _word(("uniform", "gaussian", "zero"), where, name, value)


def _volume(where: str, name: str, value: Any) -> None:
    """An int, or three of them, or five that begin with two ones."""
    sizes = check.instance(where, name, value, (int, tuple, list))
    if isinstance(sizes, int):
        wrong = sizes < 1
    else:
        wrong = len(sizes) not in (3, 5) or (len(sizes) == 5 and tuple(sizes[:2]) != (1, 1))
    if wrong:
        raise ValueError(
            f"For '{where}', '{name}' should be an int, three, or five that begin with 1, 1, but got {value!r}."
        )


def _none_or_word(words: tuple[str, ...], where: str, name: str, value: Any) -> None:
    if value is not None:
        _word(words, where, name, value)


def _seed(where: str, name: str, value: Any) -> None:
    if check.instance(where, name, value, int) < 0:
        raise ValueError(f"For '{where}', the '{name}' should not be negative, but got {value}.")


def _ratio(where: str, name: str, value: Any) -> None:
    for item in check.instance(where, name, value, list):
        check.instance(where, name, item, (float, int))


def _span(where: str, name: str, value: Any) -> None:
    """A tuple or list of two floats, the first no larger; an empty one stands for the default at the call."""
    span = check.instance(where, name, value, (tuple, list))
    for item in span:
        check.instance(where, name, item, float)
    if span and not (len(span) == 2 and 0 < span[0] <= span[1]):
        raise ValueError(
            f"For '{where}', '{name}' should be two rising numbers, but got {value!r}."
        )


_LAYOUTS = ("NHWC", "NCHW")
_SAMPLING_KERNELS = (
    "lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic",
)  # fmt: skip

_TABLE: tuple[tuple[Check, str], ...] = (
    (
        check.boolean,
        "SparseApplyAdagrad.update_slots SparseApplyAdagradV2.update_slots FusedSparseLazyAdam.use_nesterov "
        "SparseTensorDenseMatmul.adjoint_st SparseTensorDenseMatmul.adjoint_dt",
    ),
    (
        _with(check.instance, kinds=float),
        "SparseApplyAdagrad.lr SparseApplyAdagradV2.lr SparseApplyAdagradV2.epsilon "
        "SparseApplyFtrlV2.l2_shrinkage SparseApplyRMSProp.momentum",
    ),
    (
        _with(_float_in, 0.0, _INF, True),
        "SparseApplyFtrl.lr SparseApplyFtrlV2.lr FusedSparseFtrl.lr SparseApplyRMSProp.epsilon",
    ),
    (
        _with(_float_in, 0.0, _INF, False),
        "SparseApplyFtrl.l1 SparseApplyFtrl.l2 SparseApplyFtrlV2.l1 SparseApplyFtrlV2.l2 FusedSparseFtrl.l1 "
        "FusedSparseFtrl.l2 SparseApplyAdadelta.epsilon",
    ),
    (
        _with(_float_in, -_INF, 0.0, False),
        "SparseApplyFtrl.lr_power SparseApplyFtrlV2.lr_power FusedSparseFtrl.lr_power",
    ),
    (_with(_float_in, 0.0, 1.0, False), "SparseApplyRMSProp.rho"),
    (
        check.boolean,
        "CombinedNonMaxSuppression.pad_per_class CombinedNonMaxSuppression.clip_boxes ExtractGlimpse.centered "
        "ExtractGlimpse.normalized ExtractGlimpse.uniform_noise ScaleAndTranslate.antialias "
        "UniformCandidateSampler.unique CTCGreedyDecoder.merge_repeated "
        "UniformCandidateSampler.remove_accidental_hits LogUniformCandidateSampler.unique MatrixSolveLs.fast "
        "FractionalMaxPool.pseudo_random FractionalMaxPool.overlapping FractionalMaxPool.deterministic "
        "FractionalAvgPool.pseudo_random FractionalAvgPool.overlapping FractionalAvgPool.deterministic "
        "SampleDistortedBoundingBoxV2.use_image_if_no_bounding_boxes",
    ),
    (
        _with(check.instance, kinds=int),
        "IndexPut.accumulate InplaceIndexAdd.axis ScatterAddWithAxis.axis FractionalMaxPool.seed "
        "FractionalMaxPool.seed2 "
        "FractionalAvgPool.seed FractionalAvgPool.seed2",
    ),
    (
        check.positive_int,
        "NoRepeatNGram.ngram_size SampleDistortedBoundingBoxV2.max_attempts "
        "UniformCandidateSampler.num_true UniformCandidateSampler.num_sampled ComputeAccidentalHits.num_true "
        "UniformCandidateSampler.range_max LogUniformCandidateSampler.num_true "
        "LogUniformCandidateSampler.num_sampled LogUniformCandidateSampler.range_max",
    ),
    (_seed, "UniformCandidateSampler.seed LogUniformCandidateSampler.seed"),
    (_volume, "ExtractVolumePatches.kernel_size ExtractVolumePatches.strides"),
    (
        _with(check.instance, kinds=float),
        "LogNormalReverse.mean LogNormalReverse.std Cauchy.median Cauchy.sigma",
    ),
    (_with(check.instance, kinds=list), "Cauchy.size"),
    (_noise, "ExtractGlimpse.noise"),
    (_ratio, "FractionalMaxPool.pooling_ratio FractionalAvgPool.pooling_ratio"),
    (
        _span,
        "SampleDistortedBoundingBoxV2.aspect_ratio_range SampleDistortedBoundingBoxV2.area_range",
    ),
    (
        _with(_one_of, _LAYOUTS),
        "DataFormatDimMap.src_format DataFormatDimMap.dst_format DataFormatVecPermute.src_format "
        "DataFormatVecPermute.dst_format",
    ),
    (_with(_word, _SAMPLING_KERNELS), "ScaleAndTranslate.kernel_type"),
    (
        _with(_none_or_word, ("align_corners", "half_pixel")),
        "ResizeLinear1D.coordinate_transformation_mode",
    ),
    (
        _with(_str_in_any_case, ("valid", "same")),
        "ExtractVolumePatches.padding",
    ),
    (_with(_word_in_any_case, ("valid", "same")), "ExtractImagePatches.padding"),
    (_with(_one_of_any_case, ("valid", "same")), "Dilation2D.pad_mode"),
    (_with(_one_of, ("NCHW",)), "Dilation2D.data_format"),
    (_with(_one_of, _REDUCTIONS), "MultilabelMarginLoss.reduction"),
    (
        _with(_dtype, (mstype.int32, mstype.int64, mstype.uint32, mstype.uint64)),
        "NonDeterministicInts.dtype",
    ),
    (_with(_dtype, (mstype.int32, mstype.int64)), "RaggedRange.Tsplits"),
    (
        check.boolean,
        "Adam.use_nesterov AdamNoUpdateParam.use_nesterov AffineGrid.align_corners ApplyAdagrad.update_slots "
        "ApplyAdagradV2.update_slots ApplyKerasMomentum.use_nesterov ApplyMomentum.use_nesterov "
        "AvgPool3D.ceil_mode AvgPool3D.count_include_pad BartlettWindow.periodic BlackmanWindow.periodic "
        "CTCLoss.preprocess_collapse_repeated CTCLoss.ctc_merge_repeated "
        "CTCLoss.ignore_longer_outputs_than_inputs CTCLossV2.zero_infinity CholeskySolve.upper "
        "CumulativeLogsumexp.exclusive CumulativeLogsumexp.reverse DeformableOffsets.modulated "
        "EditDistance.normalize EuclideanNorm.keep_dims FillDiagonal.wrap FusedSparseAdam.use_nesterov "
        "HammingWindow.periodic LARSUpdate.use_clip LpNorm.keep_dims LuUnpack.unpack_data "
        "LuUnpack.unpack_pivots MatrixInverse.adjoint MatrixSolve.adjoint MatrixTriangularSolve.lower "
        "MatrixTriangularSolve.adjoint MaxPool3DWithArgmax.ceil_mode MaxPoolWithArgmaxV2.ceil_mode "
        "Median.global_median Median.keep_dims Median.ignore_nan MultinomialWithReplacement.replacement "
        "NthElement.reverse NuclearNorm.keepdim Ormqr.left Ormqr.transpose PadV3.paddings_contiguous "
        "ResizeArea.align_corners SGD.nesterov STFT.normalized STFT.onesided STFT.return_complex "
        "Sort.descending SparseSoftmaxCrossEntropyWithLogits.is_grad TopK.sorted TripletMarginLoss.swap",
    ),
    (_with(_none_or, bool), "Quantile.keep_dims Quantile.ignore_nan"),
    (
        check.floating,
        "ApplyAdagradV2.epsilon ApplyMomentum.gradient_scale ApproximateEqual.tolerance "
        "BoundingBoxDecode.wh_ratio_clip CropAndResize.extrapolation_value FillDiagonal.fill_value "
        "HammingWindow.alpha HammingWindow.beta Histogram.min Histogram.max LARSUpdate.epsilon "
        "LARSUpdate.hyperpara LRN.bias LRN.alpha LRN.beta LpNorm.epsilon MultiMarginLoss.margin "
        "NMSWithMask.iou_threshold Pdist.p ROIAlign.spatial_scale Renorm.maxnorm TripletMarginLoss.eps",
    ),
    (_share, "Dropout2D.keep_prob Dropout3D.keep_prob"),
    (
        _with(_none_or, (int, float, bool)),
        "HShrink.lambd IsClose.rtol IsClose.atol NanToNum.nan NanToNum.posinf NanToNum.neginf "
        "SmoothL1Loss.beta SoftShrink.lambd",
    ),
    (
        check.integer,
        "Bernoulli.seed CTCLossV2.blank InTopK.k IndexAdd.axis MatrixPower.n Median.axis Pack.axis "
        "ROIAlign.pooled_height ROIAlign.pooled_width ROIAlign.sample_num Randperm.pad Renorm.dim "
        "ReverseSequence.seq_dim ReverseSequence.batch_dim STFT.n_fft STFT.hop_length STFT.win_length "
        "Sort.axis SplitV.split_dim Stack.axis Tril.diagonal TrilIndices.offset TripletMarginLoss.p "
        "TriuIndices.offset Unpack.axis Unstack.axis",
    ),
    (
        check.positive_int,
        "BatchToSpace.block_size DeformableOffsets.deformable_groups DepthToSpace.block_size "
        "Histogram.bins Mvlgamma.p Padding.pad_dim_size RandomChoiceWithMask.count Randperm.max_length "
        "SpaceToBatch.block_size SpaceToDepth.block_size SplitV.num_split",
    ),
    (
        check.non_negative_int,
        "AvgPool3D.divisor_override LogSpace.steps LogSpace.base LpNorm.p "
        "MultinomialWithReplacement.numsamples TrilIndices.row "
        "TrilIndices.col TriuIndices.row TriuIndices.col",
    ),
    (_with(_none_or, int), "Quantile.dim Unstack.num"),
    (
        _with(_none_or, (int, bool)),
        "RandpermV2.seed RandpermV2.offset TensorScatterElements.axis Triu.diagonal",
    ),
    (
        _with(_none_or, (tuple, list)),
        "AdaptiveMaxPool2D.output_size BroadcastTo.shape ResizeNearestNeighbor.size ReverseV2.axis",
    ),
    (
        _with(_none_or, (int, bool, tuple, list)),
        "ReduceStd.axis Roll.shifts Roll.dims Squeeze.axis",
    ),
    (_with(_none_or, (int, bool, tuple)), "Softmax.axis"),
    (_axes, "LpNorm.axis"),
    (_none_or_axes, "CountNonZero.dims"),
    (_with(_int_of, (1, 2)), "MultiMarginLoss.p"),
    (_with(_int_of, (0, 1)), "ROIAlign.roi_end_mode"),
    (
        _with(_floats, 4),
        "BoundingBoxDecode.means BoundingBoxDecode.stds BoundingBoxEncode.means BoundingBoxEncode.stds",
    ),
    (
        _with(_row, 4),
        "DeformableOffsets.strides DeformableOffsets.pads DeformableOffsets.dilations",
    ),
    (_with(_none_or_window, 2, 1), "MaxPoolWithArgmaxV2.strides"),
    (_with(_window, 3, 1), "AvgPool3D.kernel_size AvgPool3D.strides"),
    (
        _with(_window, 3, 1),
        "MaxPool3DWithArgmax.ksize MaxPool3DWithArgmax.strides MaxPool3DWithArgmax.dilation",
    ),
    (_with(_window, 3, 0), "MaxPool3DWithArgmax.pads"),
    (_with(_window, 2, 1), "MaxPoolWithArgmaxV2.kernel_size MaxPoolWithArgmaxV2.dilation"),
    (_with(_window, 2, 0), "MaxPoolWithArgmaxV2.pads"),
    (
        _with(_each, 1),
        "BatchToSpaceND.block_shape Col2Im.kernel_size Col2Im.dilation Col2Im.stride Im2Col.ksizes "
        "Im2Col.strides Im2Col.dilations SpaceToBatchND.block_shape",
    ),
    (_with(_each, 0), "Col2Im.padding Im2Col.pads"),
    (
        _with(_word_in_any_case, _REDUCTIONS),
        "BCEWithLogitsLoss.reduction BinaryCrossEntropy.reduction NLLLoss.reduction "
        "SmoothL1Loss.reduction SoftMarginLoss.reduction",
    ),
    (_with(_word_in_any_case, ("nchw", "nhwc", "ncdhw")), "BatchNorm.data_format"),
    (_with(_word_in_any_case, ("backward", "forward", "ortho")), "FFTWithSize.norm"),
    (
        _with(_word_in_any_case, ("bilinear", "nearest", "bicubic")),
        "GridSampler2D.interpolation_mode GridSampler3D.interpolation_mode",
    ),
    (
        _with(_word_in_any_case, ("zeros", "border", "reflection")),
        "GridSampler2D.padding_mode GridSampler3D.padding_mode",
    ),
    (_with(_word_in_any_case, ("xy", "ij")), "Meshgrid.indexing"),
    (_with(_word_in_any_case, ("none", "add", "update")), "TensorScatterElements.reduction"),
    (_with(_str_in_any_case, ("same", "valid", "pad")), "AvgPool3D.pad_mode"),
    (_with(_str_in_any_case, ("none",)), "CTCLossV2.reduction"),
    (_with(_word, ("bilinear", "nearest", "bilinear_v2")), "CropAndResize.method"),
    (
        _with(_word, _ALIGNMENTS),
        "MatrixDiagPartV3.align MatrixDiagV3.align MatrixSetDiagV3.align",
    ),
    (_with(_word, ("NCDHW",)), "MaxPool3DWithArgmax.data_format"),
    (_with(_one_of, ("NCDHW",)), "AvgPool3D.data_format"),
    (_with(_one_of, ("NCHW", "NHWC")), "DeformableOffsets.data_format"),
    (_with(_one_of, (*_REDUCTIONS, "batchmean")), "KLDivLoss.reduction"),
    (_with(_one_of, ("REFLECT", "SYMMETRIC")), "MirrorPad.mode"),
    (_with(_one_of, _REDUCTIONS), "MultiMarginLoss.reduction TripletMarginLoss.reduction"),
    (_with(_one_of, ("constant", "reflect", "edge", "circular")), "PadV3.mode"),
    (
        _with(_dtype, _INDICES),
        "ListDiff.out_idx LowerBound.out_type MaxPool3DWithArgmax.argmax_type Multinomial.dtype "
        "MaxPoolWithArgmaxV2.argmax_type TrilIndices.dtype TriuIndices.dtype UpperBound.out_type",
    ),
    (
        _with(_dtype, _FLOATS),
        "BartlettWindow.dtype BlackmanWindow.dtype HammingWindow.dtype LogSpace.dtype TruncatedNormal.dtype",
    ),
    (_with(_dtype, (*_INDICES, *_FLOATS)), "RandomPoisson.dtype"),
    (_with(_dtype, _NUMBERS), "Randperm.dtype"),
)
_CHECKS = {setting: test for test, settings in _TABLE for setting in settings.split()}


def setting_checks(name: str, settings: tuple[str, ...]) -> tuple[tuple[str, Check], ...]:
    """The checks of a primitive's settings."""
    found = ((key, _CHECKS.get(f"{name}.{key}")) for key in settings)
    return tuple((key, test) for key, test in found if test is not None)
