"""COO matrices: sums, concatenation, conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.sparse import COOTensor, CSRTensor
from msacc.common.tensor import Tensor
from msacc.ops.core.op import exported_names, op
from msacc.ops.sparse.sparse_indices import check_sparse, coalesce_indices, common_dtype, coo2csr

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def scatter_values(
    indices: torch.Tensor,
    values: torch.Tensor,
    shape: tuple[int, ...],
    base: torch.Tensor | None = None,
) -> torch.Tensor:
    """`base`, or zeros of `shape`, with the values added at `indices` (N, ndims)."""
    target = values.new_zeros(shape) if base is None else base
    return target.index_put(
        tuple(indices.long().unbind(1)), values.to(target.dtype), accumulate=True
    )


@op
def gather_values(dense: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """The elements of `dense` at `indices` (N, ndims)."""
    return dense[tuple(indices.long().unbind(1))]


@op
def sparse_add(
    x1_indices: torch.Tensor,
    x1_values: torch.Tensor,
    x2_indices: torch.Tensor,
    x2_values: torch.Tensor,
    columns: int,
    thresh: torch.Tensor,
) -> Any:
    """(indices, values) of the sum of two matrices; sums smaller than `thresh` in size are dropped."""
    for name, t in (("x1", x1_indices), ("x2", x2_indices)):
        if t.dtype != torch.int64:
            raise TypeError(
                f"For 'coo_add', the indices of '{name}' should be Int64, but got {t.dtype}."
            )
    indices = torch.cat((x1_indices, x2_indices))
    coordinates, sums = coalesce_indices(indices, torch.cat((x1_values, x2_values)), columns)
    mask = sums.abs() >= thresh
    return coordinates[mask], sums[mask]


@op
def sparse_concat(
    all_indices: Sequence[torch.Tensor],
    all_values: Sequence[torch.Tensor],
    shapes: Sequence[Sequence[int]],
    dim: int,
) -> Any:
    """(indices, values) of matrices joined along `dim`, in order of their positions."""
    shifted, before = [], 0
    for indices, shape in zip(all_indices, shapes, strict=False):
        offset = torch.tensor([before if i == dim else 0 for i in range(2)], dtype=indices.dtype)
        shifted.append(indices + offset.to(indices.device))
        before += shape[dim]
    indices, values = torch.cat(shifted), torch.cat(tuple(all_values))
    width = before if dim == 1 else shapes[0][1]
    order = torch.sort(indices[:, 0].long() * width + indices[:, 1].long(), stable=True)[1]
    return indices[order], values[order]


@op
def in_rows(indices: torch.Tensor, values: torch.Tensor, height: int) -> Any:
    """(indptr, columns, values) of a matrix, sorted by row, stable within a row."""
    rows, order = torch.sort(indices[:, 0], stable=True)
    return coo2csr.raw(rows, height), indices[order, 1], values[order]


@op
def coalesce(indices: torch.Tensor, values: torch.Tensor, columns: int) -> Any:
    """(indices, values) with equal indices joined, in order. Raises TypeError unless the indices are Int64."""
    if indices.dtype != torch.int64:
        raise TypeError(f"For 'coalesce', indices should be Int64, but got {indices.dtype}.")
    return coalesce_indices(indices, values, columns)


def coalesce_coo(self: COOTensor) -> COOTensor:
    """Equal indices joined, in order; values at them are summed. Raises TypeError unless indices are Int64."""
    indices, values = coalesce(self.indices, self.values, self.shape[1])
    return COOTensor(indices, values, self.shape)


def coo_to_csr(self: COOTensor) -> CSRTensor:
    """The same matrix in rows. Raises TypeError unless the indices are Int32."""
    indptr, columns, values = in_rows(self.indices, self.values, self.shape[0])
    return CSRTensor(indptr, columns, values, self.shape)


def coo_to_dense(self: COOTensor) -> Tensor:
    """The dense matrix; values at equal indices add up."""
    return scatter_values(self.indices, self.values, self.shape)


def coo_add(x1: COOTensor, x2: COOTensor, thresh: Tensor) -> COOTensor:
    """The sum of two sparse matrices; sums whose size is below `thresh` are dropped.

    `x1` and `x2` are COOTensors of one shape with Int64 indices, `thresh` a scalar Tensor. The result is a
    COOTensor in order of its indices, of the promoted dtype. Raises TypeError for other indices and for what is
    no COOTensor. Differs from MindSpore: values at equal indices of one matrix are summed too.
    """
    check_sparse("coo_add", COOTensor, x1=x1, x2=x2)
    dtype = common_dtype(x1, x2)
    first, second = x1.values.astype(dtype), x2.values.astype(dtype)
    limit = thresh.astype(dtype)
    indices, values = sparse_add(x1.indices, first, x2.indices, second, x1.shape[1], limit)
    return COOTensor(indices, values, x1.shape)


def coo_concat(sp_input: Sequence[COOTensor], concat_dim: int = 0) -> COOTensor:
    """Sparse matrices joined along a dimension.

    `sp_input` is a list or tuple of at least two COOTensors, whose shapes agree in the other dimension;
    `concat_dim` is an int in [-2, 2). The result is a COOTensor in order of its indices. Raises ValueError for
    fewer, RuntimeError for another dimension. As in MindSpore.
    """
    if len(sp_input) < 2:
        raise ValueError(
            f"For 'coo_concat', 'sp_input' should hold two COOTensors or more, but got {len(sp_input)}."
        )
    if not -2 <= concat_dim < 2:
        raise RuntimeError(
            f"For 'coo_concat', 'concat_dim' should be in [-2, 2), got {concat_dim}."
        )
    check_sparse("coo_concat", COOTensor, **{f"sp_input[{i}]": x for i, x in enumerate(sp_input)})
    dim, shapes = concat_dim % 2, [x.shape for x in sp_input]
    parts = [x.indices for x in sp_input], [x.values for x in sp_input]
    size = list(shapes[0])
    size[dim] = sum(shape[dim] for shape in shapes)
    indices, values = sparse_concat(*parts, shapes, dim)
    return COOTensor(indices, values, tuple(size))


__all__ = exported_names(
    globals(),
    "scatter_values",
    "gather_values",
    "sparse_add",
    "sparse_concat",
    "in_rows",
    "coalesce",
    "coalesce_coo",
    "coo_to_csr",
    "coo_to_dense",
)
