"""Cells that take sparse matrices.

Imports `common`, `ops` and `nn.cell`.
"""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.sparse import COOTensor
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.linalg.products import sparse_dense_product
from msacc.ops.sparse.coo import coo_to_dense


class SparseToDense(Cell):
    """The Tensor that a COOTensor stands for."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, sparse_tensor: COOTensor) -> Tensor:
        if not isinstance(sparse_tensor, COOTensor):
            raise AttributeError(
                f"For 'SparseToDense', a COOTensor is expected, but got {type(sparse_tensor).__name__}."
            )
        return coo_to_dense(sparse_tensor)


class SparseTensorDenseMatmul(Cell):
    """A sparse matrix times a dense one, either transposed first: for `adjoint_st` the one, for `adjoint_dt` the
    other.

    Inputs: `indices` (n, 2), `values` (n,), `sparse_shape` (N, C), and `dense` of the dtype of `values`, which
    the result has.
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False):
        super().__init__()
        self.adjoint_st = check.boolean(self.cls_name, "adjoint_st", adjoint_st)
        self.adjoint_dt = check.boolean(self.cls_name, "adjoint_dt", adjoint_dt)
        self.adj_st, self.adj_dt = adjoint_st, adjoint_dt  # as MindSpore's layer calls them

    def construct(
        self, indices: Tensor, values: Tensor, sparse_shape: tuple[int, int], dense: Tensor
    ) -> Tensor:
        rows, columns = sparse_shape[::-1] if self.adjoint_st else sparse_shape
        dense = dense.T if self.adjoint_dt else dense
        if dense.ndim != 2 or dense.shape[0] != columns:
            raise ValueError(
                f"For '{self.cls_name}', 'dense' should have {columns} rows after transposing, "
                f"but got shape {dense.shape}."
            )
        return sparse_dense_product(indices, values, rows, dense, self.adjoint_st)
