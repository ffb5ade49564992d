"""Non-maximum suppression of boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    import numpy as np


def _greedy(
    scores: torch.Tensor,
    meets: Callable[[int, int], float],
    count: int,
    limit: float,
    least: float,
) -> list[int]:
    """Indices of the best `count` scores above `least` that overlap no better one by more than `limit`."""
    indices: list[int] = []
    for i in torch.sort(scores, descending=True, stable=True)[1].tolist():
        if len(indices) == count or not scores[i] > least:
            break
        if all(meets(i, k) <= limit for k in indices):
            indices.append(i)
    return indices


def _looked_up(shares: list[list[float]]) -> Callable[[int, int], float]:
    """How far box i meets box k, by a table."""
    return lambda i, k: shares[i][k]


def _shares(boxes: torch.Tensor) -> torch.Tensor:
    """(N, N): intersection over union of boxes (N, 4) given by two opposite corners."""
    low = torch.minimum(boxes[:, :2], boxes[:, 2:])
    high = torch.maximum(boxes[:, :2], boxes[:, 2:])
    inner = torch.minimum(high[:, None], high) - torch.maximum(low[:, None], low)
    area = (high - low).prod(1)
    common = inner.clamp(min=0).prod(2)
    union = area[:, None] + area - common
    return torch.where(union > 0, common / torch.where(union > 0, union, 1), 0)


@bindings(PrimitiveClass("NonMaxSuppressionV3"))
@op
def non_max_suppression(
    boxes: torch.Tensor,
    scores: torch.Tensor,
    max_output_size: torch.Tensor | float | np.number,
    iou_threshold: torch.Tensor | float | np.number,
    score_threshold: torch.Tensor | float | np.number,
) -> torch.Tensor:
    """Indices of the selected boxes (N, 4), best first, at most `max_output_size`; of its dtype."""
    shares = _shares(boxes.float()).tolist()
    limit, least = float(iou_threshold), float(score_threshold)
    indices = _greedy(scores, _looked_up(shares), int(max_output_size), limit, least)
    kind = max_output_size.dtype if isinstance(max_output_size, torch.Tensor) else torch.int32
    return torch.tensor(indices, dtype=kind, device=boxes.device)


@bindings(PrimitiveClass("NonMaxSuppressionWithOverlaps"))
@op
def non_max_suppression_with_overlaps(
    overlaps: torch.Tensor,
    scores: torch.Tensor,
    max_output_size: torch.Tensor | float | np.number,
    overlap_threshold: torch.Tensor | float | np.number,
    score_threshold: torch.Tensor | float | np.number,
) -> torch.Tensor:
    """`non_max_suppression` by given `overlaps` (N, N): row i, how far box i meets the others. Int32."""
    if overlaps.ndim != 2 or overlaps.shape != (scores.shape[0],) * 2:
        raise ValueError(
            f"For 'NonMaxSuppressionWithOverlaps', 'overlaps' should be (N, N) for 'scores' (N,), but got "
            f"{tuple(overlaps.shape)} and {tuple(scores.shape)}."
        )
    meets = _looked_up(overlaps.tolist())
    limit, least = float(overlap_threshold), float(score_threshold)
    indices = _greedy(scores, meets, int(max_output_size), limit, least)
    return torch.tensor(indices, dtype=torch.int32, device=overlaps.device)


@bindings(
    PrimitiveClass(
        "CombinedNonMaxSuppression",
        settings={
            "pad_per_class": Setting(False, checks.boolean),
            "clip_boxes": Setting(True, checks.boolean),
        },
    )
)
@op
def combined_non_max_suppression(
    boxes: torch.Tensor,
    scores: torch.Tensor,
    max_output_size_per_class: torch.Tensor | float | np.number,
    max_total_size: torch.Tensor | float | np.number,
    iou_threshold: torch.Tensor | float | np.number,
    score_threshold: torch.Tensor | float | np.number,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
) -> Any:
    """(boxes (B, M, 4), scores (B, M), classes (B, M), counts (B,)) of what stays, class by class.

    `boxes` (B, N, Q, 4), Q being 1 or the number of classes, `scores` (B, N, classes). M is `max_total_size`, or
    with `pad_per_class` at most the classes times `max_output_size_per_class`; the rest is zero. `clip_boxes`
    keeps the corners in [0, 1].
    """
    classes, each, total = scores.shape[2], int(max_output_size_per_class), int(max_total_size)
    if boxes.shape[2] not in (1, classes):
        raise ValueError(
            f"For 'CombinedNonMaxSuppression', 'boxes' should have 1 or {classes} boxes a place, but got "
            f"{boxes.shape[2]}."
        )
    capacity = min(total, each * classes) if pad_per_class else total
    limit, least = float(iou_threshold), float(score_threshold)
    parts = [_one(b, s, each, capacity, limit, least) for b, s in zip(boxes, scores, strict=False)]
    results = [torch.stack(each_part) for each_part in zip(*parts, strict=True)]
    clipped = results[0].clamp(0, 1) if clip_boxes else results[0]
    return clipped, results[1], results[2], results[3]


def _one(
    boxes: torch.Tensor, scores: torch.Tensor, each: int, capacity: int, limit: float, least: float
) -> Any:
    candidates: list[tuple[float, int, int]] = []
    for c in range(scores.shape[1]):
        class_boxes = boxes[:, c if boxes.shape[1] > 1 else 0]
        shares, column = _shares(class_boxes).tolist(), scores[:, c]
        indices = _greedy(column, _looked_up(shares), each, limit, least)
        candidates += [(float(column[i]), c, i) for i in indices]
    best = sorted(candidates, key=lambda row: -row[0])[:capacity]
    out = boxes.new_zeros(capacity, 4), scores.new_zeros(capacity), scores.new_zeros(capacity)
    for n, (score, c, i) in enumerate(best):
        out[0][n] = boxes[i, c if boxes.shape[1] > 1 else 0]
        out[1][n], out[2][n] = score, c
    return *out, torch.tensor(len(best), dtype=torch.int32, device=boxes.device)


__all__: list[str] = []
