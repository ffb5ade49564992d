"""Primitives of sparse tensors given in parts."""

from __future__ import annotations

from msacc.ops.array import gather_select
from msacc.ops.core.primitive import declared, primitive
from msacc.ops.sparse import kernels

SparseTensorDenseMatmul = primitive(
    "SparseTensorDenseMatmul", kernels.tensor_dense_matmul, adjoint_st=False, adjoint_dt=False
)
SparseToDense = primitive("SparseToDense", kernels.to_dense)
SparseTensorDenseAdd = primitive("SparseTensorDenseAdd", kernels.tensor_dense_add)
SparseSlice = primitive("SparseSlice", kernels.sparse_slice)
SparseGatherV2 = primitive("SparseGatherV2", gather_select.gather)

__all__ = declared(globals())
