"""Sparse tensors as MindSpore shows them: RowTensor, COOTensor, CSRTensor.

They hold Tensors and convert; ops in msacc take dense Tensors.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.dtype import Type
from msacc.common.tensor import Tensor, wrap


def _check(where: str, **given: Any) -> None:
    for name, value in given.items():
        if not isinstance(value, Tensor):
            raise TypeError(f"For '{where}', '{name}' should be a Tensor, but got {value!r}.")


class RowTensor:
    """Rows `values` of shape (N, ...) at `indices` of shape (N,) of a tensor of shape `shape`."""

    def __init__(
        self, indices: Any = None, values: Any = None, shape: Any = None, row_tensor: Any = None
    ):
        if row_tensor is not None:
            indices, values, shape = row_tensor.indices, row_tensor.values, row_tensor.dense_shape
        _check("RowTensor", indices=indices, values=values)
        if not isinstance(shape, tuple):
            raise TypeError(f"For 'RowTensor', 'shape' should be a tuple, but got {shape!r}.")
        self.indices, self.values, self.dense_shape = indices, values, shape

    def __repr__(self) -> str:
        return f"RowTensor(shape={list(self.dense_shape)}, indices={self.indices}, values={self.values})"


class COOTensor:
    """Values of shape (N,) at `indices` of shape (N, ndims) of a tensor of shape `shape`."""

    def __init__(
        self, indices: Any = None, values: Any = None, shape: Any = None, coo_tensor: Any = None
    ):
        if coo_tensor is not None:
            indices, values, shape = coo_tensor.indices, coo_tensor.values, coo_tensor.shape
        _check("COOTensor", indices=indices, values=values)
        if not isinstance(shape, tuple) or indices.ndim != 2 or indices.shape[1] != len(shape):
            raise ValueError(
                f"For 'COOTensor', 'indices' should have shape (N, {len(shape or ())}) for 'shape' {shape}, "
                f"but has {indices.shape}."
            )
        self.indices, self.values, self.shape = indices, values, shape

    @property
    def dtype(self) -> Type:
        """The type of the values."""
        return self.values.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def _torch(self) -> torch.Tensor:
        return torch.sparse_coo_tensor(self.indices._t.t().long(), self.values._t, self.shape)

    def to_dense(self) -> Tensor:
        """The dense tensor; values at equal indices add up."""
        return wrap(self._torch().to_dense())

    def coalesce(self) -> COOTensor:
        """Equal indices joined, in order."""
        joined = self._torch().coalesce()
        return COOTensor(wrap(joined.indices().t().contiguous()), wrap(joined.values()), self.shape)

    def to_csr(self) -> CSRTensor:
        """The same in rows; two dimensions only."""
        rows = self._torch().coalesce().to_sparse_csr()
        return CSRTensor(
            wrap(rows.crow_indices()), wrap(rows.col_indices()), wrap(rows.values()), self.shape
        )

    def to_tuple(self) -> tuple[Tensor, Tensor, tuple[int, ...]]:
        """(indices, values, shape)."""
        return self.indices, self.values, self.shape

    def __repr__(self) -> str:
        return f"COOTensor(shape={list(self.shape)}, dtype={self.dtype}, indices={self.indices}, values={self.values})"


SparseTensor = COOTensor


class CSRTensor:
    """Compressed rows: `indptr` (rows + 1,), `indices` (N,) columns, `values` (N,), `shape`."""

    def __init__(
        self,
        indptr: Any = None,
        indices: Any = None,
        values: Any = None,
        shape: Any = None,
        csr_tensor: Any = None,
    ):
        if csr_tensor is not None:
            indptr, indices = csr_tensor.indptr, csr_tensor.indices
            values, shape = csr_tensor.values, csr_tensor.shape
        _check("CSRTensor", indptr=indptr, indices=indices, values=values)
        if not isinstance(shape, tuple):
            raise TypeError(f"For 'CSRTensor', 'shape' should be a tuple, but got {shape!r}.")
        self.indptr, self.indices, self.values, self.shape = indptr, indices, values, shape

    @property
    def dtype(self) -> Type:
        """The type of the values."""
        return self.values.dtype

    def _torch(self) -> torch.Tensor:
        return torch.sparse_csr_tensor(self.indptr._t, self.indices._t, self.values._t, self.shape)

    def to_dense(self) -> Tensor:
        """The dense tensor."""
        return wrap(self._torch().to_dense())

    def to_coo(self) -> COOTensor:
        """The same by coordinates."""
        found = self._torch().to_sparse_coo().coalesce()
        return COOTensor(wrap(found.indices().t().contiguous()), wrap(found.values()), self.shape)

    def __repr__(self) -> str:
        return f"CSRTensor(shape={list(self.shape)}, dtype={self.dtype}, indptr={self.indptr}, values={self.values})"
