"""Cells that take sparse matrices.

Imports `common`, `ops` and `nn.cell`.
"""

from __future__ import annotations

import torch

from msacc.common import checks as check
from msacc.common.sparse import COOTensor
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.core.op import op


class SparseToDense(Cell):
    """The Tensor that a COOTensor stands for."""

    def construct(self, coo_tensor: COOTensor) -> Tensor:
        if not isinstance(coo_tensor, COOTensor):
            raise AttributeError(
                f"For 'SparseToDense', a COOTensor is expected, but got {type(coo_tensor).__name__}."
            )
        return coo_tensor.to_dense()


@op
def _product(
    indices: torch.Tensor, values: torch.Tensor, rows: int, dense: torch.Tensor, turned: bool
) -> torch.Tensor:
    indices = indices.flip(1) if turned else indices
    parts = values.unsqueeze(1) * dense[indices[:, 1].long()]
    return parts.new_zeros(rows, dense.shape[1]).index_add(0, indices[:, 0].long(), parts)


class SparseTensorDenseMatmul(Cell):
    """A sparse matrix times a dense one, either transposed first if asked.

    Inputs: `indices` (n, 2), `values` (n,), `sparse_shape` (N, C), and `dense` of the dtype of `values`.
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False):
        super().__init__()
        self.adjoint_st = check.boolean(self.cls_name, "adjoint_st", adjoint_st)
        self.adjoint_dt = check.boolean(self.cls_name, "adjoint_dt", adjoint_dt)

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
        return _product(indices, values, rows, dense, self.adjoint_st)
