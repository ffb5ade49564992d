"""Methods and operators of sparse tensors, and the Tensor methods that create them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.sparse import COOTensor, CSRTensor, Sparse
from msacc.common.tensor import Tensor
from msacc.ops.sparse import coo, csr
from msacc.ops.sparse.sparse_indices import check_sparse

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


def _astype(self: COOTensor, dtype: DTypeLike) -> Any:
    """The same shape and indices with the values in another `dtype`."""
    return self._with_same_positions(self.values.astype(dtype))


def _abs(self: COOTensor | CSRTensor) -> Any:
    """The sizes of the values."""
    return self._with_same_positions(self.values.abs())


def _neg(self: Any) -> Any:
    return self._with_same_positions(-self.values)


def _beside(
    self: COOTensor | CSRTensor, op: str, other: Tensor | COOTensor | CSRTensor, *kinds: type
) -> None:
    if self.shape != other.shape:
        raise ValueError(
            f"For '{op}', both sides should have one shape, but got {self.shape} and {other.shape}."
        )
    if not isinstance(other, kinds):
        raise TypeError(f"For '{op}', {type(self).__name__} and {type(other)} do not go together.")


def _number(value: int, like: Any) -> Tensor:
    return Tensor(value, like.values.dtype)


def _coo_add(self: COOTensor, other: Tensor | COOTensor) -> Any:
    _beside(self, "add", other, Tensor, COOTensor)
    if isinstance(other, Tensor):
        return coo.scatter_values(self.indices, self.values, self.shape, other)
    return coo.coo_add(self, other, _number(0, self))


def _add(self: COOTensor, other: COOTensor, thresh: Tensor) -> COOTensor:
    """The sum with another COOTensor, as `ops.coo_add` gives it; sums smaller in size than `thresh` are dropped.

    `other`: one of this shape and dtype (TypeError for another class).
    `thresh`: a Tensor of one number.
    """
    check_sparse("COOTensor.add", COOTensor, other=other)
    return coo.coo_add(self, other, thresh)


def _coo_sub(self: COOTensor, other: Any) -> Any:
    _beside(self, "sub", other, Tensor, COOTensor)
    return _coo_add(self, -other)


def _coo_mul(self: COOTensor, other: Tensor) -> Any:
    _beside(self, "mul", other, Tensor)
    return self._with_same_positions(self.values * coo.gather_values(other, self.indices))


def _coo_div(self: COOTensor, other: Tensor) -> Any:
    _beside(self, "div", other, Tensor)
    return self._with_same_positions(self.values / coo.gather_values(other, self.indices))


def _coo_under(self: COOTensor, op: str, dense: Tensor) -> Any:
    if op == "add":
        return _coo_add(self, dense)
    if op == "sub":
        return _coo_add(_neg(self), dense)
    if op == "mul":
        return _coo_mul(self, dense)
    return Sparse._under(self, op, dense)


def _csr_add(self: CSRTensor, other: CSRTensor) -> CSRTensor:
    _beside(self, "add", other, CSRTensor)
    return csr.csr_add(self, other, _number(1, self), _number(1, self))


def _csr_sub(self: CSRTensor, other: CSRTensor) -> CSRTensor:
    _beside(self, "sub", other, CSRTensor)
    return csr.csr_add(self, other, _number(1, self), _number(-1, self))


def _csr_under(self: CSRTensor, op: str, dense: Any) -> Any:
    return csr.csr_mul(self, dense) if op == "mul" else Sparse._under(self, op, dense)


def _mv(self: CSRTensor, dense_vector: Tensor) -> Tensor:
    """The product with a column `dense_vector` (columns, 1): a Tensor (rows, 1) of the dtype to which theirs
    promote.

    Raises TypeError for what is no Tensor, ValueError for another shape.
    """
    if not isinstance(dense_vector, Tensor):
        raise TypeError(
            f"For 'CSRTensor.mv', 'dense_vector' should be a Tensor, but got {dense_vector!r}."
        )
    return csr.csr_mv(self, dense_vector)


def _mm(self: CSRTensor, matrix: Tensor | CSRTensor) -> Any:
    """The product with `matrix`, a Tensor (columns, K), which is dense, or with a CSRTensor, which is one.

    The result has the dtype to which theirs promote.
    """
    return csr.csr_mm(self, matrix) if isinstance(matrix, CSRTensor) else csr.csr_mv(self, matrix)


_METHODS: dict[type[Sparse], dict[str, Any]] = {
    Sparse: {"astype": _astype, "abs": _abs, "__neg__": _neg, "__abs__": _abs},
    COOTensor: {
        **{"add": _add, "coalesce": coo.coalesce_coo, "to_csr": coo.coo_to_csr},
        **{"to_dense": coo.coo_to_dense, "_under": _coo_under, "__add__": _coo_add},
        **{"__sub__": _coo_sub, "__mul__": _coo_mul, "__truediv__": _coo_div},
    },
    CSRTensor: {
        **{"add": csr.csr_add, "sum": csr.csr_reduce_sum, "mv": _mv, "mm": _mm},
        **{"to_coo": csr.csr_to_coo, "to_dense": csr.csr_to_dense, "_under": _csr_under},
        **{"__add__": _csr_add, "__sub__": _csr_sub, "__mul__": csr.csr_mul},
        **{"__truediv__": csr.csr_div},
    },
}
for _class, _table in _METHODS.items():
    for _name, _method in _table.items():
        setattr(_class, _name, _method)
