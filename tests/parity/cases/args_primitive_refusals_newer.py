"""Settings that constructors refuse: primitives of images, samples, sparse rows and layouts."""

from __future__ import annotations

from typing import Any

from tests.parity.cases.args_primitive_refusals import refusals
from tests.parity.harness import Arrays, case

_WINDOW = [1, 1, 2, 2]
_VOLUME = [1, 1, 2, 2, 2]
_RATIO = [1.0, 1.2, 1.2, 1.0]
_FTRL = {"lr": 0.1, "l1": 0.1, "l2": 0.1, "lr_power": -0.5}
NEEDED: dict[str, dict[str, Any]] = {
    "LogUniformCandidateSampler": {"num_sampled": 2},
    "Cauchy": {"size": [2]},
    "Dilation2D": {"stride": _WINDOW, "dilation": _WINDOW},
    "ExtractImagePatches": {"ksizes": _WINDOW, "strides": _WINDOW, "rates": _WINDOW},
    "ExtractVolumePatches": {"kernel_size": _VOLUME, "strides": _VOLUME, "padding": "VALID"},
    "FractionalAvgPool": {"pooling_ratio": _RATIO},
    "FractionalMaxPool": {"pooling_ratio": _RATIO},
    "FusedSparseFtrl": _FTRL,
    "InplaceIndexAdd": {"axis": 0},
    "RaggedRange": {"Tsplits": "dtype"},
    "SparseApplyAdadelta": {"epsilon": 0.1},
    "SparseApplyAdagrad": {"lr": 0.1},
    "SparseApplyAdagradV2": {"lr": 0.1, "epsilon": 0.1},
    "SparseApplyFtrl": _FTRL,
    "SparseApplyFtrlV2": {**_FTRL, "l2_shrinkage": 0.1},
    "SparseApplyRMSProp": {"rho": 0.1, "momentum": 0.1, "epsilon": 0.1},
    "UniformCandidateSampler": {
        "num_true": 1, "num_sampled": 2, "unique": True, "range_max": 5,
    },
}  # fmt: skip
SETTINGS = """
CTCGreedyDecoder.merge_repeated Cauchy.median Cauchy.sigma Cauchy.size
CombinedNonMaxSuppression.clip_boxes CombinedNonMaxSuppression.pad_per_class
ComputeAccidentalHits.num_true
DataFormatDimMap.dst_format DataFormatDimMap.src_format DataFormatVecPermute.dst_format
DataFormatVecPermute.src_format Dilation2D.data_format Dilation2D.pad_mode ExtractGlimpse.centered
ExtractGlimpse.noise ExtractGlimpse.normalized ExtractGlimpse.uniform_noise
ExtractImagePatches.padding ExtractVolumePatches.kernel_size ExtractVolumePatches.padding
ExtractVolumePatches.strides FractionalAvgPool.deterministic FractionalAvgPool.overlapping
FractionalAvgPool.pooling_ratio FractionalAvgPool.pseudo_random FractionalAvgPool.seed
FractionalAvgPool.seed2 FractionalMaxPool.deterministic FractionalMaxPool.overlapping
FractionalMaxPool.pooling_ratio FractionalMaxPool.pseudo_random FractionalMaxPool.seed
FractionalMaxPool.seed2 FusedSparseFtrl.l1 FusedSparseFtrl.l2 FusedSparseFtrl.lr
FusedSparseFtrl.lr_power FusedSparseLazyAdam.use_nesterov IndexPut.accumulate InplaceIndexAdd.axis
LogNormalReverse.mean LogNormalReverse.std LogUniformCandidateSampler.num_sampled
LogUniformCandidateSampler.num_true LogUniformCandidateSampler.range_max
LogUniformCandidateSampler.seed LogUniformCandidateSampler.unique MatrixSolveLs.fast
MultilabelMarginLoss.reduction NoRepeatNGram.ngram_size NonDeterministicInts.dtype
RaggedRange.Tsplits ResizeLinear1D.coordinate_transformation_mode
SampleDistortedBoundingBoxV2.area_range SampleDistortedBoundingBoxV2.aspect_ratio_range
SampleDistortedBoundingBoxV2.max_attempts
SampleDistortedBoundingBoxV2.use_image_if_no_bounding_boxes ScaleAndTranslate.antialias
ScaleAndTranslate.kernel_type ScatterAddWithAxis.axis SparseApplyAdadelta.epsilon
SparseApplyAdagrad.lr SparseApplyAdagrad.update_slots SparseApplyAdagradV2.epsilon
SparseApplyAdagradV2.lr SparseApplyAdagradV2.update_slots SparseApplyFtrl.l1 SparseApplyFtrl.l2
SparseApplyFtrl.lr SparseApplyFtrl.lr_power SparseApplyFtrlV2.l1 SparseApplyFtrlV2.l2
SparseApplyFtrlV2.l2_shrinkage SparseApplyFtrlV2.lr SparseApplyFtrlV2.lr_power
SparseApplyRMSProp.epsilon SparseApplyRMSProp.momentum SparseApplyRMSProp.rho
SparseTensorDenseMatmul.adjoint_dt SparseTensorDenseMatmul.adjoint_st
UniformCandidateSampler.num_sampled UniformCandidateSampler.num_true
UniformCandidateSampler.range_max UniformCandidateSampler.remove_accidental_hits
UniformCandidateSampler.seed UniformCandidateSampler.unique
"""


@case(jit=False)
def constructors(ms: Any, run: Any) -> Arrays:
    return refusals(ms, SETTINGS, NEEDED)
