"""Primitives of sparse tensors in parts, which MindSpore keeps in `ops.operations.sparse_ops` alone."""

from __future__ import annotations

import inspect

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.sparse import batched, coordinates, segments

_required = inspect.Parameter.empty

SparseReorder = primitive("SparseReorder", coordinates.reorder)
SparseReshape = primitive("SparseReshape", coordinates.reshape)
SparseAdd = primitive("SparseAdd", coordinates.added)
SparseAddmm = primitive("SparseAddmm", coordinates.addmm)
SparseSoftmax = primitive("SparseSoftmax", coordinates.softmax)
SparseToDenseV2 = primitive("SparseToDenseV2", coordinates.filled_dense, validate_indices=True)
SparseDenseCwiseAdd = primitive("SparseDenseCwiseAdd", coordinates.plus_dense)
SparseDenseCwiseMul = primitive("SparseDenseCwiseMul", coordinates.times_dense)
SparseDenseCwiseDiv = primitive("SparseDenseCwiseDiv", coordinates.over_dense)
SparseSparseMaximum = primitive("SparseSparseMaximum", coordinates.larger)
SparseSparseMinimum = primitive("SparseSparseMinimum", coordinates.smaller)

SparseSegmentSum = primitive("SparseSegmentSum", segments.segment_sum)
SparseSegmentSumWithNumSegments = primitive("SparseSegmentSumWithNumSegments", segments.segment_sum)
SparseSegmentSqrtN = primitive("SparseSegmentSqrtN", segments.segment_sqrt_n)
SparseSegmentSqrtNWithNumSegments = primitive(
    "SparseSegmentSqrtNWithNumSegments", segments.segment_sqrt_n
)
SparseSegmentMeanWithNumSegments = primitive(
    "SparseSegmentMeanWithNumSegments", segments.segment_mean
)

SparseTensorToCSRSparseMatrix = primitive("SparseTensorToCSRSparseMatrix", batched.csr_parts)
CSRSparseMatrixToSparseTensor = primitive("CSRSparseMatrixToSparseTensor", batched.csr_places_of)
CSRSparseMatrixToDense = primitive("CSRSparseMatrixToDense", batched.csr_filled)
DenseToCSRSparseMatrix = primitive("DenseToCSRSparseMatrix", batched.csr_of_dense)
SparseMatrixTranspose = primitive("SparseMatrixTranspose", batched.csr_turned, conjugate=False)
SparseMatrixNNZ = primitive("SparseMatrixNNZ", batched.csr_counts)
SparseMatrixSoftmax = primitive("SparseMatrixSoftmax", batched.csr_softmax_of, dtype=_required)
SparseMatrixAdd = primitive("SparseMatrixAdd", batched.csr_weighted)
SparseMatrixMatMul = primitive(
    "SparseMatrixMatMul", batched.csr_matmul, transpose_x1=False, transpose_x2=False, adjoint_x1=False,
    adjoint_x2=False, transpose_output=False, conjugate_output=False,
)  # fmt: skip

__all__ = declared(globals())
