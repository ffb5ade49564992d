"""Primitives of sampled classes, decoded scores, matrices, layouts and counts."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops import legacy_random as draws
from msacc.ops.array import data_formats, legacy_scatter, scattering, shaping, space_to_batch
from msacc.ops.bindings.primitives.random import drawing as _drawing
from msacc.ops.core.primitive import declared, primitive
from msacc.ops.linalg import matrix_functions
from msacc.ops.math import elementwise, incomplete_beta
from msacc.ops.nn import activation, candidate_sampling
from msacc.ops.nn.loss import margin

_required = inspect.Parameter.empty

UniformCandidateSampler = primitive(
    "UniformCandidateSampler", candidate_sampling.uniform_candidate_sampler, num_true=_required,
    num_sampled=_required, unique=_required, range_max=_required, seed=0, remove_accidental_hits=False,
)  # fmt: skip
LogUniformCandidateSampler = primitive(
    "LogUniformCandidateSampler", candidate_sampling.log_uniform_candidate_sampler, num_true=1, num_sampled=5,
    unique=True, range_max=5, seed=0,
)  # fmt: skip
ComputeAccidentalHits = primitive(
    "ComputeAccidentalHits", candidate_sampling.compute_accidental_hits, num_true=1
)
CTCGreedyDecoder = primitive(
    "CTCGreedyDecoder", candidate_sampling.ctc_greedy_decoder, merge_repeated=True
)
NoRepeatNGram = primitive("NoRepeatNGram", candidate_sampling.no_repeat_ngram, ngram_size=1)
MultilabelMarginLoss = primitive(
    "MultilabelMarginLoss", margin.multilabel_margin_loss_with_targets, reduction="mean"
)

# -- matrices and functions ---------------------------------------------------------------------
MatrixLogarithm = primitive("MatrixLogarithm", matrix_functions.matrix_logarithm)
MatrixSolveLs = primitive("MatrixSolveLs", matrix_functions.matrix_solve_ls, fast=True)
TridiagonalMatMul = primitive("TridiagonalMatMul", matrix_functions.tridiagonal_matmul)
Betainc = primitive("Betainc", incomplete_beta.betainc)
LerpScalar = primitive("LerpScalar", elementwise.lerp)
LogSoftmaxExt = primitive("LogSoftmaxExt", activation.log_softmax_ext)

# -- layouts and counts -------------------------------------------------------------------------
DataFormatDimMap = primitive(
    "DataFormatDimMap", data_formats.data_format_dim_map, src_format="NHWC", dst_format="NCHW"
)
DataFormatVecPermute = primitive(
    "DataFormatVecPermute",
    data_formats.data_format_vec_permute,
    src_format="NHWC",
    dst_format="NCHW",
)
RaggedRange = primitive("RaggedRange", data_formats.ragged_range, Tsplits=_required)
CompareAndBitpack = primitive("CompareAndBitpack", data_formats.compare_and_bitpack)
CheckNumerics = primitive("CheckNumerics", data_formats.check_numerics)
EqualCount = primitive("EqualCount", data_formats.equal_count)
SubAndFilter = primitive("SubAndFilter", data_formats.sub_and_filter)
MapUniform = primitive("MapUniform", data_formats.map_uniform)
ConfusionMatrix = primitive(
    "ConfusionMatrix", data_formats.confusion_counts, num_classes=_required, dtype="int32"
)
BatchToSpaceNDV2 = primitive("BatchToSpaceNDV2", space_to_batch.batch_to_space_nd)
IndexPut = primitive("IndexPut", legacy_scatter.index_put_of, accumulate=0)
InplaceIndexAdd = primitive("InplaceIndexAdd", scattering.index_add, axis=_required)
InplaceUpdateV2 = primitive("InplaceUpdateV2", legacy_scatter.inplace_update_at)
ScatterAddWithAxis = primitive("ScatterAddWithAxis", legacy_scatter.scatter_add_with_axis, axis=0)
ScatterNonAliasingAdd = primitive("ScatterNonAliasingAdd", scattering.scatter_nd_add)
CopyWithSlice = primitive("CopyWithSlice", legacy_scatter.copy_into)
SelectView = primitive("SelectView", legacy_scatter.selected)
TransposeExtView = primitive("TransposeExtView", shaping.swapaxes)

TensorToTuple = primitive("TensorToTuple", legacy_scatter.one_by_one)
ParallelConcat = primitive("ParallelConcat", legacy_scatter.joined_rows)

# -- numbers drawn ------------------------------------------------------------------------------
LogNormalReverse = primitive("LogNormalReverse", draws.log_normal_like, mean=1.0, std=2.0)
Cauchy = primitive("Cauchy", draws.cauchy, size=_required, median=0.0, sigma=1.0)
NonDeterministicInts = primitive("NonDeterministicInts", draws.any_integers, dtype=mstype.int64)
ParameterizedTruncatedNormal = _drawing(
    "ParameterizedTruncatedNormal", draws.truncated_normals, seed=0, seed2=0
)
SampleDistortedBoundingBoxV2 = _drawing(
    "SampleDistortedBoundingBoxV2", draws.distorted_box, seed=0, seed2=0,
    aspect_ratio_range=(0.75, 1.33), area_range=(0.05, 1.0), max_attempts=100,
    use_image_if_no_bounding_boxes=False,
)  # fmt: skip

__all__ = declared(globals())
