"""CSR matrices: products, sums, conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.sparse import COOTensor, CSRTensor
from msacc.common.tensor import Tensor
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names, op
from msacc.ops.math.arithmetic import mul
from msacc.ops.math.arithmetic import quotient as div
from msacc.ops.sparse.sparse_indices import check_sparse, coalesce_indices, common_dtype, csr2coo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from msacc.common.argument_types import DTypeLike, Ints


def _rows(indptr: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    rows: torch.Tensor = csr2coo.raw(indptr, indices.shape[0]).long()
    return rows


@bindings(PrimitiveClass("CSRGather", module="ops.operations._csr_ops"))
@op
def csr_gather(
    indptr: torch.Tensor, indices: torch.Tensor, dense: torch.Tensor, dense_shape: tuple[int, ...]
) -> torch.Tensor:
    """The elements of a dense tensor at the positions of a sparse one in rows.

    `indptr` (rows + 1,) and `indices` (N,) are integer Tensors, `dense` broadcasts to `dense_shape`, a tuple of
    int. The result is (N, *dense_shape[2:]). Raises ValueError if `dense` has more dimensions.
    """
    if dense.ndim > len(dense_shape):
        raise ValueError(
            f"For 'csr_gather', 'dense' should broadcast to the sparse shape {dense_shape}, but got "
            f"shape {tuple(dense.shape)}."
        )
    return dense.expand(dense_shape)[_rows(indptr, indices), indices.long()]


@bindings(PrimitiveClass("CSRMul", module="ops.operations._csr_ops"))
@op
def csr_scaled(
    indptr: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, shape: Ints, b: torch.Tensor
) -> torch.Tensor:
    """The values times those of a dense tensor at their positions."""
    result: torch.Tensor = values * csr_gather.raw(indptr, indices, b, shape)
    return result


@bindings(PrimitiveClass("CSRDiv", module="ops.operations._csr_ops"))
@op
def csr_divided(
    indptr: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, shape: Ints, b: torch.Tensor
) -> torch.Tensor:
    """The values over those of a dense tensor at their positions."""
    result: torch.Tensor = values / csr_gather.raw(indptr, indices, b, shape)
    return result


@bindings(PrimitiveClass("CSRReduceSum", module="ops.operations._csr_ops"))
@op
def csr_sums(
    indptr: torch.Tensor,
    indices: torch.Tensor,
    values: torch.Tensor,
    shape: tuple[int, ...],
    axis: int,
) -> torch.Tensor:
    """The sums of rows, the dimension kept: (rows, 1, *shape[2:])."""
    if axis not in (1, 1 - len(shape)):
        raise ValueError(
            f"For 'csr_reduce_sum', 'axis' should be 1 or {1 - len(shape)} for {len(shape)} dimensions, "
            f"but got {axis}."
        )
    zeros = values.new_zeros(shape[0], *shape[2:])
    return zeros.index_add(0, _rows(indptr, indices), values).unsqueeze(1)


@bindings(
    PrimitiveClass("CSRMV", module="ops.operations._csr_ops"),
    PrimitiveClass("CSRMM", module="ops.operations._csr_ops"),
)
@op
def csr_times(
    indptr: torch.Tensor,
    indices: torch.Tensor,
    values: torch.Tensor,
    shape: tuple[int, ...],
    b: torch.Tensor,
) -> torch.Tensor:
    """A matrix in rows times a dense one (columns, K): (rows, K)."""
    if b.ndim != 2 or b.shape[0] != shape[1]:
        raise ValueError(
            f"For 'CSRTensor', a matrix of shape {shape} multiplies one of {shape[1]} rows, but got "
            f"shape {tuple(b.shape)}."
        )
    common = torch.promote_types(values.dtype, b.dtype)
    parts = values.to(common).unsqueeze(1) * b.to(common)[indices.long()]
    return parts.new_zeros(shape[0], b.shape[1]).index_add(0, _rows(indptr, indices), parts)


@op
def csr_dense(
    indptr: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, shape: Ints
) -> torch.Tensor:
    """The dense tensor."""
    where = _rows(indptr, indices), indices.long()
    return values.new_zeros(shape).index_put(where, values, accumulate=True)


@op
def csr_coordinates(indptr: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """(row, column) of each value: (N, 2)."""
    return torch.stack((_rows(indptr, indices).to(indices.dtype), indices), 1)


def _pointers(rows: torch.Tensor, height: int) -> torch.Tensor:
    counts = torch.zeros(height + 1, dtype=torch.long, device=rows.device)
    return counts.index_add(0, rows + 1, torch.ones_like(rows)).cumsum(0)


@op
def csr_sum(
    a: Sequence[torch.Tensor],
    b: Sequence[torch.Tensor],
    shape: tuple[int, ...],
    alpha: torch.Tensor,
    beta: torch.Tensor,
) -> Any:
    """(indptr, columns, values) of alpha * a + beta * b, each given as such a triple."""
    coordinates = torch.cat([csr_coordinates.raw(indptr, indices) for indptr, indices, _ in (a, b)])
    values = torch.cat((alpha * a[2], beta * b[2]))
    merged, sums = coalesce_indices(coordinates, values, shape[1])
    indptr = _pointers(merged[:, 0].long(), shape[0])
    return indptr.to(a[0].dtype), merged[:, 1].to(a[1].dtype), sums


@op
def csr_shares(
    indptr: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, height: int, dtype: DTypeLike
) -> torch.Tensor:
    """exp(value) over the sum of its row."""
    rows, values = _rows(indptr, indices), values.to(torch_dtype(dtype))
    tops = values.new_full((height,), -torch.inf).scatter_reduce(0, rows, values, "amax")
    powers = torch.exp(values - tops.detach()[rows])
    return powers / powers.new_zeros(height).index_add(0, rows, powers)[rows]


@op
def csr_product(
    a: Sequence[torch.Tensor],
    b: Sequence[torch.Tensor],
    a_shape: tuple[int, ...],
    b_shape: tuple[int, ...],
) -> Any:
    """(indptr, columns, values) of the product of two matrices given as (positions, values)."""
    (left, values), (right, others) = a, b
    one, other = torch.nonzero(left[:, 1].unsqueeze(1) == right[:, 0], as_tuple=True)
    coordinates = torch.stack((left[one, 0], right[other, 1]), 1)
    merged, sums = coalesce_indices(coordinates, values[one] * others[other], b_shape[1])
    indptr = _pointers(merged[:, 0].long(), a_shape[0]).to(left.dtype)
    return indptr, merged[:, 1], sums


def _by_dense(x: CSRTensor, y: Tensor | float | np.number, op: Callable[..., Any]) -> Any:
    y = Tensor(y) if isinstance(y, (int, float, bool)) else y
    if y.size == 1 and y.ndim <= 2:
        return op(x.values, y).reshape(x.values.shape)
    dense_values = csr_gather(x.indptr, x.indices, y, x.shape)
    return x._with_same_positions(op(x.values, dense_values))


def csr_mul(x: CSRTensor, y: Tensor | float | np.number) -> Any:
    """A sparse matrix times a dense tensor, element by element.

    `y` is a number or a Tensor that broadcasts to the shape of `x`. The result is a CSRTensor of the promoted
    dtype; for a single number the values alone, a Tensor. Raises ValueError if `y` does not broadcast.
    As in MindSpore.
    """
    check_sparse("csr_mul", CSRTensor, x=x)
    return _by_dense(x, y, mul)


def csr_div(x: CSRTensor, y: Tensor | float | np.number) -> Any:
    """A sparse matrix over a dense tensor, element by element; zeros of `x` stay zeros.

    `y` is a number or a Tensor that broadcasts to the shape of `x`. The result is a CSRTensor of the promoted
    dtype; for a single number the values alone, a Tensor. Raises ValueError if `y` does not broadcast.
    As in MindSpore.
    """
    check_sparse("csr_div", CSRTensor, x=x)
    return _by_dense(x, y, div)


def csr_mv(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """A sparse matrix (M, N) times a column `dense` (N, 1): a Tensor (M, 1) of the promoted dtype.

    `csr_tensor`: that matrix, a CSRTensor (TypeError for another class). Raises ValueError for another shape.
    """
    check_sparse("csr_mv", CSRTensor, csr_tensor=csr_tensor)
    return csr_times(*csr_tensor.to_tuple(), dense)


def csr_mm(
    a: CSRTensor,
    b: CSRTensor,
    trans_a: bool = False,
    trans_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> CSRTensor:
    """The product of two sparse matrices, either transposed (or, by `adjoint_`, conjugated as well) first.

    `a` and `b` are CSRTensors of two dimensions and one dtype; `trans_a`, `trans_b`, `adjoint_a` and
    `adjoint_b`: which is, bools. The result is a CSRTensor, its columns in order. Raises TypeError for others,
    ValueError for shapes that cannot be multiplied. Differs from MindSpore, whose CPU has no kernel for it and
    whose shape is wrong where both are transposed.
    """
    check_sparse("csr_mm", CSRTensor, a=a, b=b)
    left, a_shape = _transpose_if(a, trans_a or adjoint_a, adjoint_a)
    right, b_shape = _transpose_if(b, trans_b or adjoint_b, adjoint_b)
    if a_shape[1] != b_shape[0]:
        raise ValueError(f"For 'csr_mm', shapes {a_shape} and {b_shape} cannot be multiplied.")
    shape = (a_shape[0], b_shape[1])
    indptr, indices, values = csr_product(left, right, a_shape, b_shape)
    return CSRTensor(indptr, indices, values, shape)


def _transpose_if(x: CSRTensor, transpose: bool, conjugate: bool) -> Any:
    coordinates = csr_coordinates(x.indptr, x.indices)
    values = x.values.conj() if conjugate else x.values
    return (coordinates[:, ::-1] if transpose else coordinates, values), x.shape[
        ::-1
    ] if transpose else x.shape


def csr_reduce_sum(csr_tensor: CSRTensor, axis: int) -> Tensor:
    """The sums of the rows of a CSRTensor, as a dense Tensor (rows, 1, *shape[2:]) of its dtype.

    `csr_tensor`: that tensor (TypeError for another class).
    `axis` is 1 or 1 - ndim; ValueError for another.

    As in MindSpore.
    """
    check_sparse("csr_reduce_sum", CSRTensor, csr_tensor=csr_tensor)
    return csr_sums(*csr_tensor.to_tuple(), axis)


def csr_to_coo(tensor: CSRTensor) -> COOTensor:
    """A sparse matrix by coordinates.

    `tensor` is a CSRTensor of two dimensions; TypeError for anything else, ValueError for more dimensions. The
    dtype stays.
    """
    check_sparse("csr_to_coo", CSRTensor, tensor=tensor)
    _check_matrix("csr_to_coo", tensor)
    return COOTensor(csr_coordinates(tensor.indptr, tensor.indices), tensor.values, tensor.shape)


def csr_to_dense(csr_tensor: CSRTensor) -> Tensor:
    """The dense matrix of a CSRTensor, of its dtype.

    `csr_tensor`: TypeError for anything else, ValueError for more than two dimensions.
    """
    check_sparse("csr_to_dense", CSRTensor, csr_tensor=csr_tensor)
    _check_matrix("csr_to_dense", csr_tensor)
    return csr_dense(*csr_tensor.to_tuple())


def _check_matrix(where: str, x: CSRTensor) -> None:
    if x.ndim > 2:
        raise ValueError(f"For '{where}', a matrix is expected, but got shape {x.shape}.")


def csr_add(a: CSRTensor, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
    """alpha * a + beta * b of two sparse matrices.

    `a` and `b` are CSRTensors of one shape, `alpha` and `beta` scalar Tensors. The result is a CSRTensor of the
    promoted dtype, its columns in order. Raises TypeError for others. Differs from MindSpore: it has gradients.
    """
    check_sparse("csr_add", CSRTensor, a=a, b=b)
    for name, factor in (("alpha", alpha), ("beta", beta)):
        if not isinstance(factor, Tensor):
            raise TypeError(f"For 'csr_add', '{name}' should be a Tensor, but got {type(factor)}.")
    dtype = common_dtype(a, b)
    first, second = (x.to_tuple()[:2] + (x.values.astype(dtype),) for x in (a, b))
    factors = alpha.astype(dtype), beta.astype(dtype)
    indptr, indices, values = csr_sum(first, second, a.shape, *factors)
    return CSRTensor(indptr, indices, values, a.shape)


def csr_softmax(logits: CSRTensor, dtype: mstype.Type) -> CSRTensor:
    """The softmax of the values of each row of a sparse matrix; the zeros take no part.

    `logits` is a CSRTensor of two dimensions, `dtype` the dtype of the result. Raises TypeError for others.
    Differs from MindSpore: it has gradients.
    """
    check_sparse("csr_softmax", CSRTensor, logits=logits)
    shares = csr_shares(*logits.to_tuple()[:3], logits.shape[0], dtype)
    return logits._with_same_positions(shares)


__all__ = exported_names(
    globals(),
    "csr_scaled",
    "csr_divided",
    "csr_sums",
    "csr_times",
    "csr_dense",
    "csr_coordinates",
    "csr_sum",
    "csr_shares",
    "csr_product",
)
