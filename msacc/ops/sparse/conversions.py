"""Conversion of Tensors to sparse tensors, and access to their components."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.sparse import COOTensor, CSRTensor, RowTensor
from msacc.common.tensor import Tensor
from msacc.ops.core.declaration import TensorMethod, bindings
from msacc.ops.core.op import exported_names, op
from msacc.ops.sparse.coo import coo_to_csr
from msacc.ops.sparse.sparse_indices import check_sparse


@op
def nonzero_elements(x: torch.Tensor) -> Any:
    """(indices, values) of the elements that are not 0; Int32 indices."""
    indices = torch.nonzero(x)
    return indices.to(torch.int32), x[indices[:, 0], indices[:, 1]]


def dense_to_sparse_coo(tensor: Tensor) -> COOTensor:
    """The elements of a matrix that are not 0, by coordinates.

    `tensor` is a Tensor of two dimensions and of any dtype, which the values have. The result is a COOTensor
    with Int32 indices. Raises TypeError for anything else, ValueError for other numbers of dimensions.
    """
    return _elements("dense_to_sparse_coo", tensor)


def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor:
    """The elements of a matrix that are not 0, in rows.

    `tensor` is a Tensor of two dimensions and of any dtype, which the values have. The result is a CSRTensor
    with Int32 indices. Raises TypeError for anything else, ValueError for other numbers of dimensions.
    """
    return coo_to_csr(_elements("dense_to_sparse_csr", tensor))


@bindings(TensorMethod("to_coo"))
def to_coo(self: Tensor) -> COOTensor:
    """The elements that are not 0, as a COOTensor with Int32 indices; ValueError unless this is a matrix."""
    return _elements("to_coo", self)


@bindings(TensorMethod("to_csr"))
def to_csr(self: Tensor) -> CSRTensor:
    """The elements that are not 0, as a CSRTensor with Int32 indices; ValueError unless this is a matrix."""
    return coo_to_csr(_elements("to_csr", self))


def _elements(where: str, tensor: Tensor) -> COOTensor:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"For '{where}', 'tensor' should be a Tensor, but got {type(tensor)}.")
    if tensor.ndim != 2:
        raise ValueError(f"For '{where}', a matrix is expected, but got shape {tensor.shape}.")
    indices, values = nonzero_elements(tensor)
    return COOTensor(indices, values, tensor.shape)


def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple[int, int]) -> COOTensor:
    """`COOTensor(indices, values, dense_shape)`, with its errors.

    `indices`: integers (n, 2), the coordinates.
    `values`: (n,) of any dtype.
    `dense_shape`: a tuple of ints.

    MindSpore calls it in graphs alone.
    """
    return COOTensor(indices, values, dense_shape)


make_sparse_tensor = make_coo_tensor


def make_csr_tensor(
    indptr: Tensor, indices: Tensor, values: Tensor, shape: tuple[int, ...]
) -> CSRTensor:
    """`CSRTensor(indptr, indices, values, shape)`, with its errors.

    `indptr`: integers (rows + 1,), where each row begins.
    `indices`: integers (n,), the columns.
    `values`: (n, …) of any dtype.
    `shape`: a tuple of ints.

    MindSpore calls it in graphs alone.
    """
    return CSRTensor(indptr, indices, values, shape)


def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: tuple[int, ...]) -> RowTensor:
    """`RowTensor(indices, values, dense_shape)`, with its errors.

    `indices`: integers (n,), the rows.
    `values`: (n, …) of any dtype.
    `dense_shape`: a tuple of ints.

    MindSpore calls it in graphs alone.
    """
    return RowTensor(indices, values, dense_shape)


make_row_tensor_inner = make_row_tensor


@op
def _added_rows(indices: torch.Tensor, values: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
    return dense.index_add(0, indices.long(), values)


def row_tensor_add(x: RowTensor, y: Tensor) -> Tensor:
    """A Tensor `y` with the rows of a RowTensor `x` added; TypeError if `x` is none.

    Both have one shape and dtype, which the result has.
    """
    check_sparse("row_tensor_add", RowTensor, x=x)
    return _added_rows(x.indices, x.values, y)


def _part(prefix: str, kind: type, name: str) -> Any:
    op_name = f"{prefix}_get_{name}"

    def get(x: COOTensor | CSRTensor | RowTensor) -> Any:
        check_sparse(op_name, kind, x=x)
        return x.shape if name == "dense_shape" else getattr(x, name)

    get.__name__ = get.__qualname__ = op_name
    get.__doc__ = (
        f"`{name}` of the {kind.__name__} `x`, of any shape and dtype; TypeError for anything else.\n\n"
        "As in MindSpore."
    )
    return get


_PARTS = {
    "coo_tensor": (COOTensor, "indices values dense_shape"),
    "csr_tensor": (CSRTensor, "indptr indices values dense_shape"),
    "row_tensor": (RowTensor, "indices values dense_shape"),
}
for _prefix, (_kind, _names) in _PARTS.items():
    for _name in _names.split():
        globals()[f"{_prefix}_get_{_name}"] = _part(_prefix, _kind, _name)

__all__ = exported_names(globals(), "nonzero_elements", "to_coo", "to_csr")
