"""Diagonal filling, row padding, pass-through operands, and coalescing of sparse indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import (
    InPlaceMethod,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims


@bindings(PrimitiveClass("Expand"))
@op
def expand(input_x: torch.Tensor, size: Dims) -> torch.Tensor:
    """A copy of `input_x`, a Tensor of any shape and dtype, broadcast to the shape `size`.

    `size`: a tuple of ints, or a Tensor of them, in which -1 keeps a dimension.
    """
    return input_x.expand(dims(size)).clone()


@bindings(PrimitiveClass("Coalesce"))
@op
def coalesce(
    x_indices: torch.Tensor, x_values: torch.Tensor, x_shape: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(indices, values, shape) of a sparse tensor with the values of one place summed, positions in order.

    `x_indices`: a Tensor (rank, n) of Int64, a column for each value.
    `x_values`: a Tensor (n,) of numbers.
    `x_shape`: a vector (rank,) of Int64.

    The results have their dtypes.
    """
    shape = x_shape.tolist()
    # What is made of the checked tensor is not checked again, which torch 2.11 warns of unless it is told so.
    with torch.sparse.check_sparse_tensor_invariants(False):
        tensor = torch.sparse_coo_tensor(x_indices, x_values, shape, check_invariants=True)
        tensor = tensor.coalesce()
    return tensor.indices(), tensor.values(), x_shape.clone()


@bindings(PrimitiveClass("Padding", settings={"pad_dim_size": Setting(8, checks.positive_int)}))
@op
def padding(x: torch.Tensor, pad_dim_size: int = 8) -> torch.Tensor:
    """The last dimension of `x`, of size 1, filled up with zeros to `pad_dim_size`, an int above 0.

    `x`: a Tensor of any dtype and of shape (…, 1); ValueError for another. The result is (…, pad_dim_size) of
    its dtype.
    """
    if x.shape[-1] != 1:
        raise ValueError(
            f"For 'Padding', the last dimension of 'x' must be 1, but got {x.shape[-1]}."
        )
    check.positive_int("Padding", "pad_dim_size", pad_dim_size)
    return F.pad(x, (0, pad_dim_size - 1))


@bindings(PrimitiveClass("PadAndShift"))
@op
def pad_and_shift(input_x: torch.Tensor, cum_sum_arr: torch.Tensor, shift_idx: int) -> torch.Tensor:
    """-1 in `cum_sum_arr[-1]` places, and the first of `input_x` from the sum at `shift_idx` to the next one."""
    check.integer("PadAndShift", "shift_idx", shift_idx)
    sums = cum_sum_arr.tolist()
    if not 0 <= shift_idx < len(sums) - 1:
        raise ValueError(
            f"For 'PadAndShift', 'shift_idx' must be below the number of sums less one, {len(sums) - 1}, and not "
            f"negative, but got {shift_idx}."
        )
    start, end = sums[shift_idx : shift_idx + 2]
    out = input_x.new_full((sums[-1],), -1)
    out[start:end] = input_x[: end - start]
    return out


@bindings(
    PrimitiveClass(
        "FillDiagonal",
        settings={
            "fill_value": Setting(check=checks.floating),
            "wrap": Setting(False, checks.boolean),
        },
    ),
    TensorMethod("fill_diagonal"),
    InPlaceMethod("fill_diagonal_"),
)
@op
def fill_diagonal(input_x: torch.Tensor, fill_value: float, wrap: bool = False) -> torch.Tensor:
    """A copy of `input_x` with `fill_value`, a number, on the diagonal.

    `input_x`: a Tensor of numbers of two dimensions or more, all of one length if more, whose shape and dtype
      the result has.
    `wrap`: the diagonal starts anew below the last row of a block of a matrix with more rows than columns.
    """
    return input_x.clone().fill_diagonal_(fill_value, wrap)


@bindings(PrimitiveClass("ConjugateTranspose"))
@op
def conjugate_transpose(x: torch.Tensor, perm: Dims) -> torch.Tensor:
    """The conjugate with its dimensions in the order `perm`."""
    return x.permute(dims(perm)).conj().resolve_conj()


@bindings(PrimitiveClass("IdentityN"))
@op
def identity_n(x: Sequence[torch.Tensor]) -> Any:
    """The Tensors of a tuple, as they are."""
    return tuple(t.clone() for t in x)


__all__ = exported_ops(
    globals(), "pad_and_shift", "fill_diagonal", "conjugate_transpose", "identity_n"
)
