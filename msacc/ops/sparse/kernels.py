"""Functions of the sparse primitives, on matrices passed as indices, values and shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.linalg.products import sparse_dense_product
from msacc.ops.sparse.coo import scatter_values
from msacc.ops.sparse.segments import segment_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims


@bindings(
    PrimitiveClass(
        "SparseTensorDenseMatmul",
        settings={
            "adjoint_st": Setting(False, checks.boolean),
            "adjoint_dt": Setting(False, checks.boolean),
        },
    )
)
@op
def tensor_dense_matmul(
    indices: torch.Tensor,
    values: torch.Tensor,
    sparse_shape: Dims,
    dense: torch.Tensor,
    adjoint_st: bool = False,
    adjoint_dt: bool = False,
) -> torch.Tensor:
    """A matrix of (row, column) `indices` (N, 2) and `values` (N,) times `dense`, either transposed on request.

    `indices`: Int32 or Int64 (TypeError otherwise); `sparse_shape`: the two sizes of the matrix; `dense`:
    (columns, K), of the dtype of `values`. `adjoint_st` transposes the sparse matrix first, `adjoint_dt` the
    dense one. The result is (rows, K) of that dtype. Raises ValueError for shapes that do not fit.
    """
    where = "SparseTensorDenseMatmul"
    shape = dims(sparse_shape)
    if indices.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{where}', 'indices' should be Int32 or Int64, but got {indices.dtype}."
        )
    if len(shape) != 2 or indices.ndim != 2 or indices.shape != (values.shape[0], 2):
        raise ValueError(
            f"For '{where}', 'indices' should be (N, 2) and 'sparse_shape' of two sizes, but got "
            f"{tuple(indices.shape)} and {shape}."
        )
    rows, columns = shape[::-1] if adjoint_st else shape
    dense = dense.mT if adjoint_dt else dense
    if dense.ndim != 2 or dense.shape[0] != columns:
        raise ValueError(
            f"For '{where}', 'dense' should have {columns} rows after turning, but got {tuple(dense.shape)}."
        )
    result: torch.Tensor = sparse_dense_product.raw(indices, values, rows, dense, adjoint_st)
    return result


@bindings(PrimitiveClass("SparseToDense"))
@op
def to_dense(indices: torch.Tensor, values: torch.Tensor, sparse_shape: Dims) -> torch.Tensor:
    """Zeros of `sparse_shape` with `values` (N,) put at `indices` (N, ndims); the last of a place stays."""
    shape = dims(sparse_shape)
    if indices.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For 'SparseToDense', 'indices' should be Int32 or Int64, but got {indices.dtype}."
        )
    if indices.ndim != 2 or values.ndim != 1 or indices.shape != (values.shape[0], len(shape)):
        raise ValueError(
            f"For 'SparseToDense', 'indices' should be (N, {len(shape)}) and 'values' (N,), but got "
            f"{tuple(indices.shape)} and {tuple(values.shape)}."
        )
    return values.new_zeros(shape).index_put(tuple(indices.long().unbind(1)), values)


@bindings(PrimitiveClass("SparseTensorDenseAdd"))
@op
def tensor_dense_add(
    x1_indices: torch.Tensor,
    x1_values: torch.Tensor,
    x1_shape: Dims,
    x2: torch.Tensor,
) -> torch.Tensor:
    """`x2` with `x1_values` (N,) added at `x1_indices` (N, ndims); ValueError unless the shapes are one."""
    if dims(x1_shape) != tuple(x2.shape):
        raise ValueError(
            f"For 'SparseTensorDenseAdd', 'x1_shape' should be {tuple(x2.shape)}, but got {dims(x1_shape)}."
        )
    result: torch.Tensor = scatter_values.raw(x1_indices, x1_values, tuple(x2.shape), x2)
    return result


@bindings(PrimitiveClass("SparseSlice"))
@op
def sparse_slice(
    indices: torch.Tensor,
    values: torch.Tensor,
    shape: Dims,
    start: torch.Tensor | Sequence[int],
    size: Dims,
) -> Any:
    """(indices, values, shape) of the part from `start`, at most `size` long, as far as `shape` goes."""
    full_shape, first, count = dims(shape), dims(start), dims(size)
    sizes = [max(min(n, w - s), 0) for w, s, n in zip(full_shape, first, count, strict=False)]
    low = torch.tensor(first, dtype=indices.dtype, device=indices.device)
    shifted = indices - low
    high = torch.tensor(sizes, dtype=indices.dtype, device=indices.device)
    mask = ((shifted >= 0) & (shifted < high)).all(1)
    return shifted[mask], values[mask], high.to(torch.int64)


@op
def sparse_segment_mean(
    x: torch.Tensor, indices: torch.Tensor, segment_ids: torch.Tensor
) -> torch.Tensor:
    """The means of rows that belong to one segment.

    `x` is a float Tensor (rows, ...), `indices` (N,) the rows taken, `segment_ids` (N,) the segment of each,
    sorted; both Int32 or both Int64. The result is (last segment + 1, ...), zero where a segment has no row.
    Raises RuntimeError for indices out of range and ids that are not sorted. Differs from MindSpore, whose CPU
    has no gradient for it.
    """
    return segment_mean.raw(x, indices, segment_ids)


__all__ = exported_ops(
    globals(), "tensor_dense_matmul", "to_dense", "tensor_dense_add", "sparse_slice"
)
