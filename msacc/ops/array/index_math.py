"""Index arithmetic: inverse permutations, unravelled indices, sorted search, gather with a boundary mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.array import gather_select
from msacc.ops.array import sorting as so
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings, with_bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import DTypeLike


@bindings(PrimitiveClass("InvertPermutation"))
def invert_permutation(input_x: Sequence[int]) -> tuple[int, ...]:
    """The permutation that undoes the tuple `input_x`; ValueError when that is none."""
    if not isinstance(input_x, (tuple, list)):
        raise ValueError(
            f"For 'InvertPermutation', 'input_x' should be a tuple of int, but got {input_x!r}."
        )
    if sorted(input_x) != list(range(len(input_x))):
        raise ValueError(f"For 'InvertPermutation', {input_x} is no permutation.")
    return tuple(sorted(range(len(input_x)), key=input_x.__getitem__))


@bindings(PrimitiveClass("UnravelIndex"))
@op
def unravel_index(indices: torch.Tensor, dims: torch.Tensor) -> torch.Tensor:
    """The coordinates of flat positions in an array of the shape `dims`: (rank, number of positions)."""
    # In tensor arithmetic, so that a graph can hold it: a dimension's step is the product of those after it.
    steps = dims.flip(0).cumprod(0).flip(0) // dims
    return (indices[None] // steps[:, None] % dims[:, None]).to(indices.dtype)


def _integer_dtype(argument: str, dtype: DTypeLike) -> torch.dtype:
    """Int32 or Int64."""
    if dtype not in (mstype.int32, mstype.int64):
        raise TypeError(
            f"{argument!r} should be mindspore.int32 or mindspore.int64, but got {dtype}."
        )
    return torch_dtype(dtype)  # type: ignore[return-value]


def _bound(right: bool, name: str) -> Any:
    def body(
        sorted_x: torch.Tensor, values: torch.Tensor, out_type: DTypeLike = mstype.int32
    ) -> torch.Tensor:
        dtype = _integer_dtype("out_type", out_type)
        positions = so.searchsorted.raw(sorted_x.contiguous(), values.contiguous(), right=right)
        return positions.to(dtype)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"How many elements of each sorted row are below {'or equal to ' if right else ''}each value.\n\n"
        "`sorted_x`: a Tensor (…, N) of numbers, each row in rising order; `values`: one (…, M) of its dtype,\n"
        "whose shape the result has; `out_type`: the result's dtype, Int32 or Int64 (TypeError otherwise)."
    )

    return op(body)


@bindings(
    PrimitiveClass(
        "SearchSorted",
        inputs=("sorted_sequence", "values", "sorter"),
        settings={"dtype": Setting(mstype.int64), "right": Setting(False)},
    )
)
@op
def search_sorted(
    sorted_sequence: torch.Tensor,
    values: torch.Tensor,
    sorter: torch.Tensor | None = None,
    dtype: DTypeLike = mstype.int64,
    right: bool = False,
) -> torch.Tensor:
    """Where each value would go in the sorted sequence, as `dtype` Int64 or Int32.

    `sorted_sequence`: a Tensor (…, N) of numbers in rising order; `values`: a Tensor (…, M) of its dtype, whose
    shape the result has; `sorter`: a Tensor of integers, the places of `sorted_sequence` in rising order, where
    it is not sorted itself; `right`: behind equal elements, a bool.
    """
    index_dtype = _integer_dtype("dtype", dtype)
    positions = so.searchsorted.raw(sorted_sequence, values, right=right, sorter=sorter)
    return positions.to(index_dtype)


lower_bound = with_bindings(
    _bound(False, "lower_bound"),
    PrimitiveClass(
        "LowerBound",
        settings={"out_type": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES))},
    ),
)
upper_bound = with_bindings(
    _bound(True, "upper_bound"),
    PrimitiveClass(
        "UpperBound",
        settings={"out_type": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES))},
    ),
)


__all__: list[str] = []


# -- elements by position, for the methods of Tensor --------------------------------------------
_MODES = ["clip", "wrap", "raise"]


def _fold_index(index: torch.Tensor, size: int, mode: str) -> torch.Tensor:
    """Positions out of range replaced by the last one ('clip') or taken modulo `size` ('wrap')."""
    if mode == "wrap":
        return torch.remainder(index, size)
    return index.clamp(0, size - 1) if mode == "clip" else index


@op
def take_with_mode(x: torch.Tensor, indices: Any, axis: int | None, mode: str) -> torch.Tensor:
    """Elements of the flattened tensor, or slices along `axis`; `mode` is the handling of positions out of range."""
    check.choice("Tensor.take", "mode", mode, _MODES)
    rows, dim = (x.reshape(-1), 0) if axis is None else (x, axis)
    index = torch.as_tensor(indices, device=x.device)
    return gather_select.gather.raw(rows, _fold_index(index, rows.shape[dim], mode), dim)


@op
def choose_with_mode(x: torch.Tensor, choices: Sequence[torch.Tensor], mode: str) -> torch.Tensor:
    """For each element of `x`, the element at the same position of the array it selects, all broadcast."""
    check.choice("Tensor.choose", "mode", mode, _MODES)
    items = [torch.as_tensor(c, device=x.device) for c in choices]
    index, *rest = torch.broadcast_tensors(x, *items)
    if mode == "raise" and bool(((index < 0) | (index >= len(rest))).any()):
        raise ValueError(
            f"For 'Tensor.choose', the elements should lie in [0, {len(rest) - 1}], but got {x.tolist()}."
        )
    where = _fold_index(index, len(rest), mode).long().unsqueeze(0)
    return torch.gather(torch.stack(rest), 0, where)[0]


@op
def slice_at(x: torch.Tensor, dim: int, index: int) -> torch.Tensor:
    """One slice along `dim`, a view."""
    return x.select(dim, index)


@op
def index_elements(x: torch.Tensor, indices: Sequence[torch.Tensor]) -> torch.Tensor:
    """The elements at the positions that one index Tensor per leading dimension names."""
    return x[tuple(indices)]


@op
def item_replaced(x: torch.Tensor, where: Any, value: Any) -> torch.Tensor:
    """A copy with one element replaced: the one at a flat position, or at one per dimension."""
    out = x.clone()
    if isinstance(where, int):
        out.view(-1)[where] = value
    else:
        out[tuple(where)] = value
    return out
