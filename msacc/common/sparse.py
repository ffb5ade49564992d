"""Sparse tensors as MindSpore shows them: RowTensor, COOTensor, CSRTensor.

They hold Tensors; what they compute stands in `ops.sparse`, and their methods are attached by its door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.common.dtype import Type
from msacc.common.keyword_hints import hints_keywords
from msacc.common.sparse_checks import (
    check_coo,
    check_copy_source,
    check_csr,
    check_index_types,
    check_kinds,
)
from msacc.common.tensor import Tensor, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence


class Parts(NamedTuple):
    """A sparse tensor at the edge of a graph: its class by name, its tensors, its shape."""

    kind: str
    tensors: tuple[Any, ...]
    shape: tuple[int, ...]


class Sparse:
    """What the sparse tensors share: `values` at places of a tensor of the shape `shape`."""

    # The attributes that hold Tensors, in the constructor's order; the values come last.
    _tensors: tuple[str, ...] = ()
    values: Tensor
    shape: tuple[int, ...]

    @classmethod
    def _from_checked(cls, tensors: Sequence[Tensor], shape: tuple[int, ...]) -> Any:
        """Builds the sparse tensor from parts that were already checked."""
        instance = cls.__new__(cls)
        for name, t in zip(cls._tensors, tensors, strict=False):
            setattr(instance, name, t)
        instance.shape = shape
        return instance

    def _part_tensors(self) -> list[Tensor]:
        return [getattr(self, name) for name in self._tensors]

    def _parts(self) -> Parts:
        return Parts(type(self).__name__, tuple(self._part_tensors()), self.shape)

    def _with_same_positions(self, values: Tensor) -> Any:
        """A sparse tensor with the same indices and other values."""
        return type(self)._from_checked([*self._part_tensors()[:-1], values], self.shape)

    @property
    def _t(self) -> torch.Tensor:
        # What has a gradient.
        return self.values._t

    @property
    def dtype(self) -> Type:
        """The type of the values."""
        return self.values.dtype

    @property
    def size(self) -> int:
        """The number of values."""
        return self.values.size

    @property
    def itemsize(self) -> int:
        """The bytes of one value."""
        return self.values.itemsize

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def dense_shape(self) -> tuple[int, ...]:
        """The shape: RowTensor's name for it, and until MindSpore 1.8 that of the others."""
        return self.shape

    def to_tuple(self) -> tuple[Any, ...]:
        """The parts: the Tensors in the constructor's order, then the shape."""
        return (*self._part_tensors(), self.shape)

    def _under(self, op: str, dense: Tensor) -> Any:
        """A Tensor's operator with this on its right; msacc.ops replaces it."""
        raise TypeError(f"For '{op}', {type(self).__name__} cannot stand beside {type(dense)}.")

    def __repr__(self) -> str:
        text = ", ".join(f"{name}={_text(getattr(self, name))}" for name in self._tensors)
        return f"{type(self).__name__}(shape={list(self.shape)}, dtype={self.dtype}, {text})"


def _text(t: Any) -> str:
    """A Tensor's text with its values as numpy prints them."""
    head, _, values = repr(t).partition("value=")
    return f"{head}value={values.lstrip(' ').replace(',', '')}"


class RowTensor(Sparse):
    """Rows `values` of shape (N, ...) at `indices` of shape (N,) of a tensor of the shape `shape`.

    Or the parts of `row_tensor`. Raises TypeError unless `indices` and `values` are Tensors and `shape` is a
    tuple, or `row_tensor` is a RowTensor given alone.
    """

    _tensors = ("indices", "values")

    @hints_keywords
    def __init__(
        self,
        indices: Any = None,
        values: Any = None,
        shape: Any = None,
        row_tensor: RowTensor | None = None,
    ):
        if row_tensor is not None:
            check_copy_source(
                "RowTensor", "row_tensor", row_tensor, RowTensor, indices, values, shape
            )
            indices, values, shape = row_tensor.to_tuple()
        check_kinds("RowTensor", shape, indices=indices, values=values)
        self.indices, self.values, self.shape = indices, values, shape


RowTensorInner = RowTensor


class COOTensor(Sparse):
    """A matrix of the shape `shape` with `values` (N,) at `indices` (N, 2): row and column.

    Or the parts of `coo_tensor`. Values at equal indices stay apart until they are summed. Raises TypeError for
    parts of other types (indices are Int16, Int32 or Int64, `shape` is a tuple of int) and for `coo_tensor`
    beside others, ValueError for shapes that do not go together, a `shape` that has not two sizes or no room.
    """

    _tensors = ("indices", "values")

    @hints_keywords
    def __init__(
        self,
        indices: Any = None,
        values: Any = None,
        shape: Any = None,
        coo_tensor: COOTensor | None = None,
    ):
        if coo_tensor is not None:
            check_copy_source(
                "COOTensor", "coo_tensor", coo_tensor, COOTensor, indices, values, shape
            )
            indices, values, shape = coo_tensor.to_tuple()
        check_kinds("COOTensor", shape, indices=indices, values=values)
        check_coo(indices, values, shape)
        check_index_types("COOTensor", indices=indices)
        self.indices, self.values, self.shape = indices, values, shape


SparseTensor = COOTensor


class CSRTensor(Sparse):
    """Compressed rows: `indptr` (rows + 1,), `indices` (N,) columns, `values` (N, *shape[2:]), `shape`.

    The values of row i are those from indptr[i] to indptr[i + 1]. Or the parts of `csr_tensor`. Raises as
    COOTensor does.
    """

    _tensors = ("indptr", "indices", "values")

    def __init__(
        self,
        indptr: Any = None,
        indices: Any = None,
        values: Any = None,
        shape: Any = None,
        csr_tensor: CSRTensor | None = None,
    ):
        if csr_tensor is not None:
            others = indptr, indices, values, shape
            check_copy_source("CSRTensor", "csr_tensor", csr_tensor, CSRTensor, *others)
            indptr, indices, values, shape = csr_tensor.to_tuple()
        check_kinds("CSRTensor", shape, indptr=indptr, indices=indices, values=values)
        check_csr(indptr, indices, values, shape)
        check_index_types("CSRTensor", indptr=indptr, indices=indices)
        self.indptr, self.indices, self.values, self.shape = indptr, indices, values, shape


_KINDS: dict[str, type[Sparse]] = {"RowTensor": RowTensor, "COOTensor": COOTensor}
_KINDS["CSRTensor"] = CSRTensor


def joined(parts: Parts) -> Any:
    """Builds the sparse tensor from its parts."""
    return _KINDS[parts.kind]._from_checked(parts.tensors, parts.shape)


def with_values(source: Any, t: torch.Tensor) -> Any:
    """What stands in the place of `source` with the tensor `t`: a Tensor, or a sparse one with those values."""
    return source._with_same_positions(wrap(t)) if isinstance(source, Sparse) else wrap(t)
