"""Primitives of sparse tensors in parts, which MindSpore keeps in `ops.operations.sparse_ops` alone."""

from __future__ import annotations

import inspect

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.sparse import coo_parts, csr_batched, segments

_required = inspect.Parameter.empty

SparseReorder = primitive("SparseReorder", coo_parts.reorder)
SparseReshape = primitive("SparseReshape", coo_parts.reshape)
SparseAdd = primitive("SparseAdd", coo_parts.added)
SparseAddmm = primitive("SparseAddmm", coo_parts.addmm)
SparseSoftmax = primitive("SparseSoftmax", coo_parts.softmax)
SparseToDenseV2 = primitive("SparseToDenseV2", coo_parts.filled_dense, validate_indices=True)
SparseDenseCwiseAdd = primitive("SparseDenseCwiseAdd", coo_parts.plus_dense)
SparseDenseCwiseMul = primitive("SparseDenseCwiseMul", coo_parts.times_dense)
SparseDenseCwiseDiv = primitive("SparseDenseCwiseDiv", coo_parts.over_dense)
SparseSparseMaximum = primitive("SparseSparseMaximum", coo_parts.larger)
SparseSparseMinimum = primitive("SparseSparseMinimum", coo_parts.smaller)

SparseSegmentSum = primitive("SparseSegmentSum", segments.segment_sum)
SparseSegmentSumWithNumSegments = primitive("SparseSegmentSumWithNumSegments", segments.segment_sum)
SparseSegmentSqrtN = primitive("SparseSegmentSqrtN", segments.segment_sqrt_n)
SparseSegmentSqrtNWithNumSegments = primitive(
    "SparseSegmentSqrtNWithNumSegments", segments.segment_sqrt_n
)
SparseSegmentMeanWithNumSegments = primitive(
    "SparseSegmentMeanWithNumSegments", segments.segment_mean
)

SparseTensorToCSRSparseMatrix = primitive("SparseTensorToCSRSparseMatrix", csr_batched.csr_parts)
CSRSparseMatrixToSparseTensor = primitive(
    "CSRSparseMatrixToSparseTensor", csr_batched.csr_places_of
)
CSRSparseMatrixToDense = primitive("CSRSparseMatrixToDense", csr_batched.csr_filled)
DenseToCSRSparseMatrix = primitive("DenseToCSRSparseMatrix", csr_batched.csr_of_dense)
SparseMatrixTranspose = primitive("SparseMatrixTranspose", csr_batched.csr_turned, conjugate=False)
SparseMatrixNNZ = primitive("SparseMatrixNNZ", csr_batched.csr_counts)
SparseMatrixSoftmax = primitive("SparseMatrixSoftmax", csr_batched.csr_softmax_of, dtype=_required)
SparseMatrixAdd = primitive("SparseMatrixAdd", csr_batched.csr_weighted)
SparseMatrixMatMul = primitive(
    "SparseMatrixMatMul", csr_batched.csr_matmul, transpose_x1=False, transpose_x2=False, adjoint_x1=False,
    adjoint_x2=False, transpose_output=False, conjugate_output=False,
)  # fmt: skip

__all__ = declared(globals())
