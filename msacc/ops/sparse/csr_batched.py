"""Batched CSR matrices as MindSpore's primitives take them: (shape, batch pointers, row pointers, columns, values).

The shape is (rows, columns), or (batch, rows, columns) with row pointers and values of one matrix after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.sparse.coo_parts import flat_indices, from_flat, ints, softmax

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike

Parts = tuple[torch.Tensor, ...]


@bindings(PrimitiveClass("SparseTensorToCSRSparseMatrix", module="ops.operations.sparse_ops"))
@op
def csr_parts(
    x_indices: torch.Tensor, x_values: torch.Tensor, x_dense_shape: torch.Tensor
) -> Parts:
    """The five parts of sorted positions (N, ndims) and their values."""
    sizes = ints(x_dense_shape)
    batch, rows = (1 if len(sizes) == 2 else sizes[0]), sizes[-2]
    line = flat_indices(x_indices[:, :-1], sizes[:-1])
    counts = torch.bincount(line, minlength=batch * rows).reshape(batch, rows)
    kind = x_indices.dtype
    zeros = torch.zeros((batch, 1), dtype=torch.int64, device=line.device)
    row_pointers = torch.cat((zeros, counts.cumsum(1)), 1).reshape(-1).to(kind)
    pointers = torch.cat((zeros[0], counts.sum(1).cumsum(0))).to(kind)
    return x_dense_shape, pointers, row_pointers, x_indices[:, -1], x_values


@bindings(PrimitiveClass("CSRSparseMatrixToSparseTensor", module="ops.operations.sparse_ops"))
@op
def csr_batched_coordinates(
    x_dense_shape: torch.Tensor, x_batch_pointers: torch.Tensor, x_row_pointers: torch.Tensor,
    x_col_indices: torch.Tensor, x_values: torch.Tensor,
) -> Parts:  # fmt: skip
    """(indices, values, shape) of the elements."""
    sizes = ints(x_dense_shape)
    counts = x_row_pointers.long().reshape(-1, sizes[-2] + 1).diff(dim=1).reshape(-1)
    line = torch.repeat_interleave(torch.arange(counts.numel(), device=counts.device), counts)
    before = from_flat(line, sizes[:-1])
    coordinates = torch.cat((before, x_col_indices.long().unsqueeze(1)), 1)
    return coordinates.to(x_col_indices.dtype), x_values, x_dense_shape


@bindings(PrimitiveClass("CSRSparseMatrixToDense", module="ops.operations.sparse_ops"))
@op
def csr_filled(
    x_dense_shape: torch.Tensor, x_batch_pointers: torch.Tensor, x_row_pointers: torch.Tensor,
    x_col_indices: torch.Tensor, x_values: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """The dense matrix, or matrices."""
    coordinates, values, shape = csr_batched_coordinates.raw(
        x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values
    )
    return values.new_zeros(ints(shape)).index_put(tuple(coordinates.long().unbind(1)), values)


@bindings(PrimitiveClass("DenseToCSRSparseMatrix", module="ops.operations.sparse_ops"))
@op
def csr_of_dense(dense_input: torch.Tensor, indices: torch.Tensor) -> Parts:
    """The five parts of the elements of a dense matrix at sorted positions."""
    shape = torch.tensor(dense_input.shape, dtype=indices.dtype, device=indices.device)
    return csr_parts.raw(indices, dense_input[tuple(indices.long().unbind(1))], shape)  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass(
        "SparseMatrixTranspose",
        settings={"conjugate": Setting(False)},
        module="ops.operations.sparse_ops",
    )
)
@op
def csr_turned(
    x_dense_shape: torch.Tensor, x_batch_pointers: torch.Tensor, x_row_pointers: torch.Tensor,
    x_col_indices: torch.Tensor, x_values: torch.Tensor, conjugate: bool = False,
) -> Parts:  # fmt: skip
    """The five parts with rows and columns swapped, and the values conjugated if `conjugate`."""
    coordinates, values, shape = csr_batched_coordinates.raw(
        x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values
    )
    axes = [*range(coordinates.shape[1] - 2), coordinates.shape[1] - 1, coordinates.shape[1] - 2]
    coordinates, shape = coordinates[:, axes], shape[axes]
    order = torch.sort(flat_indices(coordinates, ints(shape)), stable=True)[1]
    values = values[order].conj().resolve_conj() if conjugate else values[order]
    return csr_parts.raw(coordinates[order], values, shape)  # type: ignore[no-any-return]


@bindings(PrimitiveClass("SparseMatrixNNZ", module="ops.operations.sparse_ops"))
@op
def csr_counts(
    x_dense_shape: torch.Tensor, x_batch_pointers: torch.Tensor, x_row_pointers: torch.Tensor,
    x_col_indices: torch.Tensor, x_values: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """How many elements each matrix holds, Int32."""
    return x_batch_pointers.diff().to(torch.int32)


@bindings(
    PrimitiveClass(
        "SparseMatrixSoftmax", settings={"dtype": Setting()}, module="ops.operations.sparse_ops"
    )
)
@op
def csr_softmax_of(
    x_dense_shape: torch.Tensor, x_batch_pointers: torch.Tensor, x_row_pointers: torch.Tensor,
    x_col_indices: torch.Tensor, x_values: torch.Tensor, dtype: DTypeLike,
) -> Parts:  # fmt: skip
    """The five parts with exp(value) over the sum of its row; `dtype` names that of the values."""
    parts = x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices
    coordinates, values, shape = csr_batched_coordinates.raw(
        *parts, x_values.to(torch_dtype(dtype))
    )
    return (*parts, softmax.raw(coordinates, values, shape))


@bindings(
    PrimitiveClass(
        "SparseMatrixMatMul",
        settings={
            "transpose_x1": Setting(False),
            "transpose_x2": Setting(False),
            "adjoint_x1": Setting(False),
            "adjoint_x2": Setting(False),
            "transpose_output": Setting(False),
            "conjugate_output": Setting(False),
        },
        module="ops.operations.sparse_ops",
    )
)
@op
def csr_matmul(
    x1_dense_shape: torch.Tensor, x1_batch_pointers: torch.Tensor, x1_row_pointers: torch.Tensor,
    x1_col_indices: torch.Tensor, x1_values: torch.Tensor, x2_dense: torch.Tensor,
    transpose_x1: bool = False, transpose_x2: bool = False, adjoint_x1: bool = False,
    adjoint_x2: bool = False, transpose_output: bool = False, conjugate_output: bool = False,
) -> torch.Tensor:  # fmt: skip
    """The product with a dense matrix, either of them turned or conjugated and turned, and so the result."""
    x1 = csr_filled.raw(
        x1_dense_shape, x1_batch_pointers, x1_row_pointers, x1_col_indices, x1_values
    )
    x1 = x1.mH if adjoint_x1 else x1.mT if transpose_x1 else x1
    x2 = x2_dense.mH if adjoint_x2 else x2_dense.mT if transpose_x2 else x2_dense
    out = x1 @ x2
    out = out.mT if transpose_output else out
    return out.conj().resolve_conj() if conjugate_output else out


@bindings(PrimitiveClass("SparseMatrixAdd", module="ops.operations.sparse_ops"))
@op
def csr_weighted(
    x1_dense_shape: torch.Tensor, x1_batch_pointers: torch.Tensor, x1_row_pointers: torch.Tensor,
    x1_col_indices: torch.Tensor, x1_values: torch.Tensor,
    x2_dense_shape: torch.Tensor, x2_batch_pointers: torch.Tensor, x2_row_pointers: torch.Tensor,
    x2_col_indices: torch.Tensor, x2_values: torch.Tensor, alpha: torch.Tensor, beta: torch.Tensor,
) -> Parts:  # fmt: skip
    """The five parts of alpha * x1 + beta * x2, of all positions that one of them holds."""
    one = csr_batched_coordinates.raw(
        x1_dense_shape, x1_batch_pointers, x1_row_pointers, x1_col_indices, x1_values
    )
    two = csr_batched_coordinates.raw(
        x2_dense_shape, x2_batch_pointers, x2_row_pointers, x2_col_indices, x2_values
    )
    sizes = ints(x1_dense_shape)
    positions, where = torch.unique(
        flat_indices(torch.cat((one[0], two[0])), sizes), return_inverse=True
    )
    values = torch.cat((alpha * one[1], beta * two[1]))
    sums = values.new_zeros(positions.shape).index_add(0, where, values)
    coordinates = from_flat(positions, sizes).to(x1_col_indices.dtype)
    return csr_parts.raw(coordinates, sums, x1_dense_shape)  # type: ignore[no-any-return]
