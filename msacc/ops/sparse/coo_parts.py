"""Sparse tensors passed as indices, values and shape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings, with_bindings
from msacc.ops.core.op import op
from msacc.ops.sparse.kernels import tensor_dense_matmul

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def flat_indices(indices: torch.Tensor, shape: list[int]) -> torch.Tensor:
    """Positions (N, ndims) counted through the whole shape."""
    line = torch.zeros(indices.shape[0], dtype=torch.int64, device=indices.device)
    for axis, size in enumerate(shape):
        line = line * size + indices[:, axis].long()
    return line


def from_flat(line: torch.Tensor, shape: list[int]) -> torch.Tensor:
    """Positions (N, ndims) of numbers counted through the whole shape."""
    columns = []
    for size in reversed(shape):
        columns.append(line % size)
        line = line // size
    return torch.stack(columns[::-1], 1)


def ints(value: Any) -> list[int]:
    """A shape, a tensor or a sequence, as ints."""
    return [int(n) for n in value]


def one_shape(
    where: str, x1_shape: Ints | torch.Tensor, x2_shape: Ints | torch.Tensor
) -> list[int]:
    """The shape of both. Raises ValueError where they differ."""
    shape = ints(x1_shape)
    if shape != ints(x2_shape):
        raise ValueError(
            f"For '{where}', 'x1_shape' and 'x2_shape' should be equal, but got {shape} and {ints(x2_shape)}."
        )
    return shape


@bindings(PrimitiveClass("SparseReorder", module="ops.operations.sparse_ops"))
@op
def reorder(
    indices: torch.Tensor, values: torch.Tensor, shape: Ints | torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """(indices, values) in the order of their positions."""
    order = torch.sort(flat_indices(indices, ints(shape)), stable=True)[1]
    return indices[order], values[order]


@bindings(PrimitiveClass("SparseReshape", module="ops.operations.sparse_ops"))
@op
def reshape(
    indices: torch.Tensor, shape: Ints | torch.Tensor, new_shape: Ints | torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """(indices, shape) of the same elements in a new shape, of which one size may be -1.

    Raises ValueError where the sizes do not fit.
    """
    old, new = ints(shape), ints(new_shape)
    size = math.prod(old)
    if -1 in new:
        fixed_size = math.prod(n for n in new if n != -1)
        new[new.index(-1)] = size // max(fixed_size, 1)
    if math.prod(new) != size:
        raise ValueError(f"For 'SparseReshape', {old} cannot be reshaped to {ints(new_shape)}.")
    coordinates = from_flat(flat_indices(indices, old), new)
    return coordinates.to(indices.dtype), torch.tensor(
        new, dtype=torch.int64, device=indices.device
    )


def _with_dense(fn: Callable[..., torch.Tensor], name: str, what: str) -> Any:
    def body(
        x1_indices: torch.Tensor,
        x1_values: torch.Tensor,
        x1_shape: Ints | torch.Tensor,
        x2: torch.Tensor,
    ) -> torch.Tensor:
        other = x2.expand(ints(x1_shape))[tuple(x1_indices.long().unbind(1))]
        return fn(x1_values, other)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"{what} of the values and what a dense tensor, broadcast, holds at their places."
    )
    return op(body)


def _quotient(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.div(x, y) if x.is_floating_point() or x.is_complex() else x // y


plus_dense = with_bindings(
    _with_dense(torch.add, "plus_dense", "The sum"),
    PrimitiveClass("SparseDenseCwiseAdd", module="ops.operations.sparse_ops"),
)
times_dense = with_bindings(
    _with_dense(torch.mul, "times_dense", "The product"),
    PrimitiveClass("SparseDenseCwiseMul", module="ops.operations.sparse_ops"),
)
over_dense = with_bindings(
    _with_dense(_quotient, "over_dense", "The quotient"),
    PrimitiveClass("SparseDenseCwiseDiv", module="ops.operations.sparse_ops"),
)


@bindings(PrimitiveClass("SparseSparseMaximum", module="ops.operations.sparse_ops"))
@op
def larger(
    x1_indices: torch.Tensor, x1_values: torch.Tensor, x1_shape: Ints | torch.Tensor,
    x2_indices: torch.Tensor, x2_values: torch.Tensor, x2_shape: Ints | torch.Tensor,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """(indices, values) of the larger of two at each position stored in either; missing values count as 0."""
    sizes = one_shape("SparseSparseMaximum", x1_shape, x2_shape)
    return _extreme(torch.maximum, x1_indices, x1_values, sizes, x2_indices, x2_values)


@bindings(PrimitiveClass("SparseSparseMinimum", module="ops.operations.sparse_ops"))
@op
def smaller(
    x1_indices: torch.Tensor, x1_values: torch.Tensor, x1_shape: Ints | torch.Tensor,
    x2_indices: torch.Tensor, x2_values: torch.Tensor, x2_shape: Ints | torch.Tensor,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """(indices, values) of the smaller of two at each position stored in either; missing values count as 0."""
    sizes = one_shape("SparseSparseMinimum", x1_shape, x2_shape)
    return _extreme(torch.minimum, x1_indices, x1_values, sizes, x2_indices, x2_values)


def _extreme(
    fn: Callable[..., Any],
    i: torch.Tensor,
    v: torch.Tensor,
    sizes: list[int],
    j: torch.Tensor,
    w: torch.Tensor,
) -> Any:
    lines = flat_indices(i, sizes), flat_indices(j, sizes)
    positions, where = torch.unique(torch.cat(lines), return_inverse=True)
    count = lines[0].numel()
    one = v.new_zeros(positions.shape).index_put((where[:count],), v)
    other = w.new_zeros(positions.shape).index_put((where[count:],), w)
    return from_flat(positions, sizes).to(i.dtype), fn(one, other)


@bindings(PrimitiveClass("SparseAdd", module="ops.operations.sparse_ops"))
@op
def sparse_sum(
    x1_indices: torch.Tensor, x1_values: torch.Tensor, x1_shape: torch.Tensor,
    x2_indices: torch.Tensor, x2_values: torch.Tensor, x2_shape: torch.Tensor, thresh: torch.Tensor,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """(indices, values, shape) of the sum; of what both hold, sums smaller than `thresh` in size are dropped."""
    sizes = one_shape("SparseAdd", x1_shape, x2_shape)
    line = flat_indices(torch.cat((x1_indices, x2_indices)), sizes)
    positions, where = torch.unique(line, return_inverse=True)
    sums = x1_values.new_zeros(positions.shape).index_add(
        0, where, torch.cat((x1_values, x2_values))
    )
    both = torch.bincount(where, minlength=positions.numel()) > 1
    mask = ~both | (sums.abs() >= thresh)
    return from_flat(positions[mask], sizes).to(x1_indices.dtype), sums[mask], x1_shape


@bindings(PrimitiveClass("SparseAddmm", module="ops.operations.sparse_ops"))
@op
def addmm(
    indices: torch.Tensor, values: torch.Tensor, sparse_shape: Ints | torch.Tensor, x2_dense: torch.Tensor,
    x3_dense: torch.Tensor, alpha: torch.Tensor, beta: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """alpha * (sparse @ x2_dense) + beta * x3_dense."""
    product = tensor_dense_matmul.raw(indices, values, tuple(ints(sparse_shape)), x2_dense)
    return alpha * product + beta * x3_dense


@bindings(PrimitiveClass("SparseSoftmax", module="ops.operations.sparse_ops"))
@op
def softmax(
    indices: torch.Tensor, values: torch.Tensor, shape: Ints | torch.Tensor
) -> torch.Tensor:
    """exp(value) over the sum of those that share all but the last place."""
    sizes = ints(shape)
    rows, where = torch.unique(flat_indices(indices[:, :-1], sizes[:-1]), return_inverse=True)
    tops = values.new_full(rows.shape, -torch.inf).scatter_reduce(0, where, values, "amax")
    powers = torch.exp(values - tops.detach()[where])
    return powers / powers.new_zeros(rows.shape).index_add(0, where, powers)[where]


@bindings(
    PrimitiveClass(
        "SparseToDenseV2",
        settings={"validate_indices": Setting(True)},
        module="ops.operations.sparse_ops",
    )
)
@op
def filled_dense(
    indices: torch.Tensor, output_shape: Ints | torch.Tensor, values: torch.Tensor, default_value: torch.Tensor,
    validate_indices: bool = True,
) -> torch.Tensor:  # fmt: skip
    """A dense tensor of `default_value` with the values at their positions, numbers, or rows of numbers.

    Raises ValueError where places do not come in order and once each, unless `validate_indices` is False.
    """
    coordinates = indices.reshape(-1, 1) if indices.dim() < 2 else indices
    if validate_indices and bool((flat_indices(coordinates, ints(output_shape)).diff() <= 0).any()):
        raise ValueError("For 'SparseToDenseV2', 'indices' should be in order, each once.")
    out = default_value.reshape(()).expand(ints(output_shape)).clone()
    return out.index_put(tuple(coordinates.long().unbind(1)), values.to(out.dtype))
