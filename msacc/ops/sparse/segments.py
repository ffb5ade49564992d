"""Sparse segment reductions: gathered rows, reduced by sum, mean, or sum over the root of the count."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import op


@bindings(
    PrimitiveClass("SparseSegmentSum", module="ops.operations.sparse_ops"),
    PrimitiveClass("SparseSegmentSumWithNumSegments", module="ops.operations.sparse_ops"),
)
@op
def segment_sum(
    x: torch.Tensor,
    indices: torch.Tensor,
    segment_ids: torch.Tensor,
    num_segments: torch.Tensor | None = None,
) -> torch.Tensor:
    """The sums of rows that belong to one segment."""
    return _segment_sums("SparseSegmentSum", x, indices, segment_ids, num_segments)[0]


@bindings(PrimitiveClass("SparseSegmentMeanWithNumSegments", module="ops.operations.sparse_ops"))
@op
def segment_mean(
    x: torch.Tensor,
    indices: torch.Tensor,
    segment_ids: torch.Tensor,
    num_segments: torch.Tensor | None = None,
) -> torch.Tensor:
    """The means of rows that belong to one segment."""
    totals, numbers = _segment_sums("SparseSegmentMean", x, indices, segment_ids, num_segments)
    return totals / numbers


@bindings(
    PrimitiveClass("SparseSegmentSqrtN", module="ops.operations.sparse_ops"),
    PrimitiveClass("SparseSegmentSqrtNWithNumSegments", module="ops.operations.sparse_ops"),
)
@op
def segment_sqrt_n(
    x: torch.Tensor,
    indices: torch.Tensor,
    segment_ids: torch.Tensor,
    num_segments: torch.Tensor | None = None,
) -> torch.Tensor:
    """The sums of rows that belong to one segment, over the root of how many they are."""
    totals, numbers = _segment_sums("SparseSegmentSqrtN", x, indices, segment_ids, num_segments)
    return totals / numbers.sqrt()


def _segment_sums(
    where: str,
    x: torch.Tensor,
    indices: torch.Tensor,
    segment_ids: torch.Tensor,
    num_segments: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The sums of segments, and how many rows are in each, at least 1.

    There are as many segments as the last id says, or `num_segments`. Raises RuntimeError for indices out of range
    and ids that are not sorted from 0 on, ValueError for a sum that leaves out a segment without `num_segments`.
    """
    ids, rows = segment_ids.long(), indices.long()
    count = int(ids[-1]) + 1 if ids.numel() else 0
    if num_segments is not None:
        count = int(num_segments)
    if ids.numel() and bool((ids[1:] < ids[:-1]).any() | (ids < 0).any() | (ids >= count).any()):
        raise RuntimeError(f"For '{where}', 'segment_ids' should be sorted and in [0, {count}).")
    if rows.numel() and bool((rows < 0).any() | (rows >= x.shape[0]).any()):
        raise RuntimeError(f"For '{where}', 'indices' should be in [0, {x.shape[0]}).")
    if num_segments is None and where != "SparseSegmentMean" and bool((ids.diff() > 1).any()):
        raise ValueError(f"For '{where}', 'segment_ids' should leave out no segment.")
    totals = x.new_zeros(count, *x.shape[1:]).index_add(0, ids, x[rows])
    numbers = torch.bincount(ids, minlength=count).clamp(min=1).to(x.dtype)
    return totals, numbers.reshape(-1, *[1] * (x.ndim - 1))


@bindings(PrimitiveClass("SparseSegmentSumGrad", module="ops.operations._grad_ops"))
@op
def segment_sum_grad(
    grad: torch.Tensor, indices: torch.Tensor, segment_ids: torch.Tensor, output_dim0: Any
) -> torch.Tensor:
    """The gradient of `segment_sum` by the `output_dim0` rows."""
    return _returned(grad, indices, segment_ids, output_dim0)


@bindings(PrimitiveClass("SparseSegmentMeanGrad", module="ops.operations._grad_ops"))
@op
def segment_mean_grad(
    x: torch.Tensor, indices: torch.Tensor, segment_ids: torch.Tensor, output_dim0: Any
) -> torch.Tensor:
    """The gradient of `segment_mean`, of which x came, by the `output_dim0` rows."""
    return _returned(x / _numbers(x, segment_ids), indices, segment_ids, output_dim0)


@bindings(PrimitiveClass("SparseSegmentSqrtNGrad", module="ops.operations._grad_ops"))
@op
def segment_sqrt_n_grad(
    x: torch.Tensor, indices: torch.Tensor, segment_ids: torch.Tensor, output_dim0: Any
) -> torch.Tensor:
    """The gradient of `segment_sqrt_n`, of which x came, by the `output_dim0` rows."""
    return _returned(x / _numbers(x, segment_ids).sqrt(), indices, segment_ids, output_dim0)


def _numbers(x: torch.Tensor, segment_ids: torch.Tensor) -> torch.Tensor:
    counts = torch.bincount(segment_ids.long(), minlength=x.shape[0]).clamp(min=1).to(x.dtype)
    return counts.reshape(-1, *[1] * (x.ndim - 1))


def _returned(
    x: torch.Tensor, indices: torch.Tensor, ids: torch.Tensor, rows: torch.Tensor
) -> torch.Tensor:
    return x.new_zeros(int(rows), *x.shape[1:]).index_add(0, indices.long(), x[ids.long()])
