"""Index conversions of sparse tensors: CSR and COO, and coalescing."""

from __future__ import annotations

import torch

from msacc.common import dtype as mstype
from msacc.common.sparse import Sparse
from msacc.ops.core.array_likes import promoted_dtype
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names, op


def check_sparse(where: str, kind: type[Sparse], **values: object) -> None:
    """TypeError unless all are sparse tensors of the class."""
    for name, value in values.items():
        if not isinstance(value, kind):
            raise TypeError(
                f"For '{where}', '{name}' should be a {kind.__name__}, but got {type(value)}."
            )


def common_dtype(a: Sparse, b: Sparse) -> mstype.Type:
    """The dtype that the values of both promote to."""
    return mstype.from_torch(promoted_dtype(a.values._t.dtype, b.values._t.dtype))


@bindings(PrimitiveClass("CSR2COO", module="ops.operations._csr_ops"))
@op
def csr2coo(indptr: torch.Tensor, nnz: int) -> torch.Tensor:
    """The row of each of the `nnz` values whose rows start at `indptr` (rows + 1,): a vector (nnz,).

    `indptr`: integers, whose dtype the result has.
    `nnz`: an int.
    """
    positions = torch.arange(nnz, dtype=indptr.dtype, device=indptr.device)
    rows = torch.searchsorted(indptr.contiguous(), positions, right=True) - 1
    return rows.to(indptr.dtype)


@bindings(PrimitiveClass("COO2CSR", module="ops.operations._csr_ops"))
@op
def coo2csr(row_indices: torch.Tensor, height: int) -> torch.Tensor:
    """Where each of `height` rows starts among the sorted `row_indices` (N,): (height + 1,), Int32.

    `height`: an int.

    Raises TypeError unless the indices are Int32.
    """
    if row_indices.dtype != torch.int32:
        raise TypeError(
            f"For 'coo2csr', 'row_indices' should be Int32, but got {row_indices.dtype}."
        )
    rows = torch.arange(height + 1, dtype=torch.int32, device=row_indices.device)
    return torch.searchsorted(row_indices.contiguous(), rows).to(torch.int32)


def coalesce_indices(
    indices: torch.Tensor, values: torch.Tensor, columns: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Indices (N, 2) in order, each once, and the sums of the values there."""
    line = indices[:, 0].long() * columns + indices[:, 1].long()
    positions, where = torch.unique(line, return_inverse=True)
    sums = values.new_zeros(positions.shape).index_add(0, where, values)
    return torch.stack((positions // columns, positions % columns), 1).to(indices.dtype), sums


__all__ = exported_names(globals(), "check_sparse", "common_dtype", "coalesce_indices")
