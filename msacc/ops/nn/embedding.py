"""Embedding lookup."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.deferred_checks import in_range
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op


def _indices(where: str, ids: torch.Tensor) -> torch.Tensor:
    check.tensor(where, "input", ids)
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{where}', the ids must be Int32 or Int64, but got {mstype.from_torch(ids.dtype).name}."
        )
    return ids


@bindings(MintFunction("nn.functional.embedding"))
@op
def embedding(
    input: torch.Tensor,
    weight: torch.Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> torch.Tensor:
    """Rows of `weight` at `input`; the row `padding_idx` gets no gradient.

    `input`: a Tensor of integers of any shape.
    `weight`: (rows, size) of floats; the result has the shape (*input.shape, size) and its dtype.
    `max_norm`: a number, longer rows are scaled down to it, in the weight itself, by the norm of order
      `norm_type`.
    `scale_grad_by_freq`: divide a row's gradient by how often it was taken.

    Raises ValueError for a `padding_idx` out of range.
    """
    _indices("embedding", input)
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise ValueError(
            f"For 'embedding', 'padding_idx' must be in [{-rows}, {rows}), but got {padding_idx}."
        )
    input = in_range("embedding", "input", input, 0, rows)
    return F.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq)


@op
def without_row(table: torch.Tensor, row: int) -> torch.Tensor:
    """A copy of `table` with zeros in one row: the initial table of an embedding with padding_idx."""
    return table.index_fill(0, torch.tensor([row % table.shape[0]], device=table.device), 0)


@op
def lookup(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Rows of `table` at `ids`; negative ids count from the end, others outside are an error."""
    rows = table.shape[0]
    ids = in_range("Embedding", "ids", _indices("Embedding", ids), -rows, rows)
    return F.embedding(torch.where(ids < 0, ids + rows, ids), table)


@op
def lookup_or_zero(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Rows of `table` at `ids`; zeros for ids outside it."""
    _indices("Embedding", ids)
    in_range = (ids >= 0) & (ids < table.shape[0])
    rows = F.embedding(torch.where(in_range, ids, 0), table)
    return torch.where(in_range.unsqueeze(-1), rows, 0)


@bindings(PrimitiveClass("EmbeddingLookup"))
@op
def embedding_lookup(
    input_params: torch.Tensor, input_indices: torch.Tensor, offset: int = 0
) -> torch.Tensor:
    """Rows of `input_params` at `input_indices - offset`; zeros for indices outside."""
    _indices("EmbeddingLookup", input_indices)
    row = input_indices - offset
    in_range = (row >= 0) & (row < input_params.shape[0])
    rows = input_params[torch.where(in_range, row, 0).long()]
    return torch.where(in_range.reshape(*in_range.shape, *[1] * (input_params.ndim - 1)), rows, 0)


@op
def zero_row(table: torch.Tensor, row: int) -> torch.Tensor:
    """A copy of `table` with one row of zeros."""
    copied = table.clone()
    copied[row] = 0
    return copied


@op
def one_hot_product(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Rows of `table` by a product with one-hot rows: zeros for an id outside."""
    rows = torch.arange(table.shape[0], device=ids.device, dtype=ids.dtype)
    return (ids.unsqueeze(-1) == rows).to(table.dtype) @ table


@op
def by_field(
    rows: torch.Tensor, weights: torch.Tensor, fields: torch.Tensor, size: int, operator: str
) -> torch.Tensor:
    """Rows (B, L, E) times weights (B, L), put together by field (B, L): (B, size, E)."""
    weights = weights.reshape(rows.shape[:2])
    weighted = rows * weights.unsqueeze(-1)
    field_mask = F.one_hot(fields.long(), size).to(weighted.dtype)
    if operator == "MAX":
        nonzero = (field_mask * weights.unsqueeze(-1) != 0).unsqueeze(-1)  # (B, L, size, 1)
        best = torch.where(nonzero, weighted.unsqueeze(2), -torch.inf).amax(1)
        return torch.where(nonzero.any(1), best, 0)
    total = field_mask.transpose(1, 2) @ weighted
    if operator == "SUM":
        return total
    scale = (field_mask * weights.abs().unsqueeze(-1)).sum(1).unsqueeze(-1)
    return torch.where(scale == 0, 0, total / torch.where(scale == 0, 1, scale))


__all__ = exported_ops(
    globals(),
    "without_row",
    "lookup",
    "lookup_or_zero",
    "embedding_lookup",
    "zero_row",
    "one_hot_product",
    "by_field",
)
