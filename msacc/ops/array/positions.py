"""Positions: permutations turned around, flat positions as coordinates, places in sorted rows."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.ops.array import sorting as so
from msacc.ops.core.args import torch_dtype
from msacc.ops.core.op import op


def invert_permutation(input_x: Any) -> tuple[int, ...]:
    """The permutation that undoes the tuple `input_x`; ValueError when that is none."""
    if not isinstance(input_x, (tuple, list)):
        raise ValueError(
            f"For 'InvertPermutation', 'input_x' should be a tuple of int, but got {input_x!r}."
        )
    if sorted(input_x) != list(range(len(input_x))):
        raise ValueError(f"For 'InvertPermutation', {input_x} is no permutation.")
    return tuple(sorted(range(len(input_x)), key=input_x.__getitem__))


@op
def unravel_index(indices: torch.Tensor, dims: torch.Tensor) -> torch.Tensor:
    """The coordinates of flat positions in an array of the shape `dims`: (rank, number of positions)."""
    # In tensor arithmetic, so that a graph can hold it: a dimension's step is the product of those after it.
    steps = dims.flip(0).cumprod(0).flip(0) // dims
    return (indices[None] // steps[:, None] % dims[:, None]).to(indices.dtype)


def _bound(right: bool, name: str) -> Any:
    def body(
        sorted_x: torch.Tensor, values: torch.Tensor, out_type: Any = mstype.int32
    ) -> torch.Tensor:
        found = so.searchsorted.raw(sorted_x.contiguous(), values.contiguous(), right=right)
        return found.to(torch_dtype(out_type))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"How many elements of each sorted row are below {'or equal to ' if right else ''}each value."
    return op(body)


@op
def search_sorted(
    sorted_sequence: torch.Tensor,
    values: torch.Tensor,
    sorter: Any = None,
    dtype: Any = mstype.int64,
    right: bool = False,
) -> torch.Tensor:
    """Where each value would go in the sorted sequence, as `dtype` Int64 or Int32."""
    found = so.searchsorted.raw(sorted_sequence, values, right=right, sorter=sorter)
    return found.to(torch_dtype(dtype))


lower_bound, upper_bound = _bound(False, "lower_bound"), _bound(True, "upper_bound")


__all__: list[str] = []
