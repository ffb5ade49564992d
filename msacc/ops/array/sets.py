"""Sets and sequences of elements: differences, Cartesian products, combinations, edit distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


@bindings(
    PrimitiveClass(
        "ListDiff", settings={"out_idx": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES))}
    )
)
@op
def list_diff(x: torch.Tensor, y: torch.Tensor, out_idx: DTypeLike = mstype.int32) -> Any:
    """(the elements of the vector `x` that the vector `y` does not hold, their positions).

    Both are of one dtype of numbers, which the first result has; the second has `out_idx`, Int32 or Int64.
    """
    mask = ~torch.isin(x, y)
    return x[mask], torch.nonzero(mask)[:, 0].to(torch_dtype(out_idx))


@op
def cartesian_prod(*inputs: torch.Tensor) -> torch.Tensor:
    """Every combination of one element of each vector: (count, vectors).

    `inputs` are vectors of one dtype, which the result has.
    """
    return torch.cartesian_prod(*inputs).reshape(-1, len(inputs))


@op
def combinations(input: torch.Tensor, r: int = 2, with_replacement: bool = False) -> torch.Tensor:
    """Every choice of `r`, an int, elements of a vector, in its order: (count, r); an empty vector where there
    is none.

    `input` is a vector of any dtype, which the result has.
    `with_replacement`: an element may be chosen again.
    """
    if input.ndim != 1:
        raise ValueError(
            f"For 'combinations', 'input' should be a vector, but got {input.ndim} dimensions."
        )
    rows = torch.combinations(input, r, with_replacement)
    return rows if rows.numel() else torch.empty(0, device=input.device)


@bindings(PrimitiveClass("EditDistance", settings={"normalize": Setting(True, checks.boolean)}))
@op
def edit_distance(
    hypothesis_indices: torch.Tensor,
    hypothesis_values: torch.Tensor,
    hypothesis_shape: torch.Tensor,
    truth_indices: torch.Tensor,
    truth_values: torch.Tensor,
    truth_shape: torch.Tensor,
    normalize: bool = True,
) -> torch.Tensor:
    """Levenshtein's distance between the last dimensions of two sparse tensors, over the truth's length.

    Float32, of the larger of both shapes without the last dimension; divided by the truth's length with
    `normalize`, infinite where that is 0 and the hypothesis is not. `hypothesis_indices` and `truth_indices`:
    Int64 Tensors (n, rank), a row for each of the values in `hypothesis_values` and `truth_values`, (n,) of one
    dtype, in order; `hypothesis_shape` and `truth_shape`: Int64 vectors (rank,).
    """
    rows = [
        max(a, b)
        for a, b in zip(hypothesis_shape.tolist()[:-1], truth_shape.tolist()[:-1], strict=False)
    ]
    guesses = _sequences(hypothesis_indices, hypothesis_values)
    truths = _sequences(truth_indices, truth_values)
    out = torch.zeros(rows, dtype=torch.float32, device=truth_values.device)
    for position in {*guesses, *truths}:
        guess, truth = guesses.get(position, []), truths.get(position, [])
        steps = float(_levenshtein(guess, truth))
        if normalize:
            steps = steps / len(truth) if truth else (float("inf") if guess else 0.0)
        out[position] = steps
    return out


def _sequences(
    indices: torch.Tensor, values: torch.Tensor
) -> dict[tuple[int, ...], list[int | float]]:
    sequences: dict[tuple[int, ...], list[int | float]] = {}
    for position, value in sorted(zip(indices.tolist(), values.tolist(), strict=True)):
        sequences.setdefault(tuple(position[:-1]), []).append(value)
    return sequences


def _levenshtein(a: list[Any], b: list[Any]) -> int:
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            change = before + (left != right)
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, change)
    return row[-1]


__all__ = exported_ops(globals(), "list_diff", "edit_distance")
