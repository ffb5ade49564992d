"""Scatter into copies, under the names of older primitives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.ops.array.scattering import inplace_update
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints


@bindings(PrimitiveClass("IndexPut", settings={"accumulate": Setting(0, checks.instance(int))}))
@op
def index_put_of(
    x1: torch.Tensor, x2: torch.Tensor, indices: Sequence[torch.Tensor], accumulate: int = 0
) -> torch.Tensor:
    """A copy of `x1` with `x2` put, or with `accumulate` 1 added, at positions given per dimension.

    `x1`: a Tensor of any shape and dtype, both of which the result has; `x2`: a Tensor of its dtype that
    broadcasts to the positions; `indices`: a tuple or list of Tensors of integers; `accumulate`: 0 or 1.
    """
    return torch.index_put(x1, tuple(t.long() for t in indices), x2, bool(accumulate))


@bindings(PrimitiveClass("InplaceUpdateV2", inputs=("x", "indices", "v")))
@op
def inplace_update_at(x: torch.Tensor, indices: Ints, v: torch.Tensor) -> torch.Tensor:
    """A copy of `x` with the rows `indices` replaced by those of `v`."""
    result: torch.Tensor = inplace_update.raw(x, v, indices)
    return result


@bindings(PrimitiveClass("ScatterAddWithAxis", settings={"axis": Setting(0, checks.instance(int))}))
@op
def scatter_add_with_axis(
    input_x: torch.Tensor, indices: torch.Tensor, updates: torch.Tensor, axis: int = 0
) -> torch.Tensor:
    """A copy of `input_x` with `updates` added at `indices` along `axis`, place by place.

    `input_x`: a Tensor of numbers, whose shape and dtype the result has; `indices`: a Tensor of integers of its
    rank; `updates`: of the dtype of `input_x` and the shape of `indices`; `axis`: an int.
    """
    return torch.scatter_add(input_x, axis, indices.long(), updates)


@bindings(PrimitiveClass("SelectView"))
@op
def select_slice(input_tensor: torch.Tensor, input_indices: int, axis: int) -> torch.Tensor:
    """The slice number `input_indices` along `axis`."""
    return torch.select(input_tensor, axis, int(input_indices)).clone()


@bindings(PrimitiveClass("CopyWithSlice"))
def copy_into(x: Tensor, y: Tensor) -> Tensor:
    """Write `y` into the Tensor `x`, in place; returns `x`."""
    with torch.no_grad():
        x._t.copy_(y._t)
    return wrap(x._t)


@bindings(PrimitiveClass("TensorToTuple", inputs=("x",)))
def one_by_one(x: Tensor) -> tuple[Any, ...]:
    """The elements of a vector as Python numbers."""
    if x.ndim != 1:
        raise ValueError(f"For 'TensorToTuple', 'x' should be a vector, but got shape {x.shape}.")
    return tuple(x._t.tolist())


@bindings(PrimitiveClass("ParallelConcat"))
@op
def joined_rows(values: Sequence[torch.Tensor]) -> torch.Tensor:
    """Tensors of shape (1, ...) one after another along the first dimension."""
    shapes = {tuple(t.shape) for t in values}
    if len(shapes) != 1 or next(iter(shapes))[:1] != (1,):
        raise ValueError(
            f"For 'ParallelConcat', 'values' should have one shape (1, ...), but got {sorted(shapes)}."
        )
    return torch.cat(tuple(values))


__all__: list[str] = []
