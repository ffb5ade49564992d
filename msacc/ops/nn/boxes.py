"""Boxes: overlap, suppression, encoding, and pooling of regions. Boxes are (x1, y1, x2, y2)."""

from __future__ import annotations

import math
from typing import Any

import torch

from msacc.common import checks as check
from msacc.ops.core.op import op


@op
def iou(anchor_boxes: torch.Tensor, gt_boxes: torch.Tensor, mode: str = "iou") -> torch.Tensor:
    """Overlap of every ground-truth box (rows) with every anchor (columns), ends included.

    'iou' divides by the union, 'iof' by the ground-truth box.
    """
    if mode not in ("iou", "iof"):
        raise KeyError(f"For 'IOU', the 'mode' must be 'iou' or 'iof', but got {mode!r}.")
    a, g = anchor_boxes[None, :, :], gt_boxes[:, None, :]
    sides = (
        torch.minimum(a[..., 2:], g[..., 2:]) - torch.maximum(a[..., :2], g[..., :2]) + 1
    ).clamp(min=0)
    inter = sides.prod(-1)
    area_g = (g[..., 2:] - g[..., :2] + 1).prod(-1)
    if mode == "iof":
        return inter / area_g
    return inter / ((a[..., 2:] - a[..., :2] + 1).prod(-1) + area_g - inter)


@op
def nms_with_mask(
    bboxes: torch.Tensor, iou_threshold: float = 0.5
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(boxes (N, 5) sorted by score, their positions, mask of those that are kept)."""
    if bboxes.ndim != 2 or bboxes.shape[1] != 5:
        raise ValueError(
            f"For 'NMSWithMask', the boxes must have shape (N, 5), but got {tuple(bboxes.shape)}."
        )
    # Imported where it is needed: torchvision takes a second to load, and few programs use boxes.
    from torchvision.ops import nms

    ordered = bboxes[bboxes[:, 4].argsort(descending=True, stable=True)]
    kept = nms(ordered[:, :4].float(), ordered[:, 4].float(), iou_threshold)
    mask = torch.zeros(len(ordered), dtype=torch.bool, device=bboxes.device)
    mask[kept] = True
    return ordered, torch.arange(len(ordered), dtype=torch.int32, device=bboxes.device), mask


def _center(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return (boxes[..., :2] + boxes[..., 2:]) * 0.5, boxes[..., 2:] - boxes[..., :2] + 1.0


def _constants(values: Any, like: torch.Tensor) -> torch.Tensor:
    return torch.tensor(values, dtype=like.dtype, device=like.device)


@op
def bounding_box_encode(
    anchor_box: torch.Tensor,
    groundtruth_box: torch.Tensor,
    means: Any = (0.0,) * 4,
    stds: Any = (1.0,) * 4,
) -> torch.Tensor:
    """Offsets (dx, dy, dw, dh) from anchors to boxes, less `means`, over `stds`."""
    middle, size = _center(anchor_box)
    target, wanted = _center(groundtruth_box)
    deltas = torch.cat([(target - middle) / size, (wanted / size).log()], -1)
    return (deltas - _constants(means, deltas)) / _constants(stds, deltas)


@op
def bounding_box_decode(
    anchor_box: torch.Tensor,
    deltas: torch.Tensor,
    max_shape: Any,
    means: Any = (0.0,) * 4,
    stds: Any = (1.0,) * 4,
    wh_ratio_clip: float = 0.016,
) -> torch.Tensor:
    """Boxes at offsets from anchors, within an image of `max_shape` (height, width)."""
    deltas = deltas * _constants(stds, deltas) + _constants(means, deltas)
    limit = abs(math.log(wh_ratio_clip))
    middle, size = _center(anchor_box)
    center = middle + size * deltas[..., :2]
    half = size * deltas[..., 2:].clamp(-limit, limit).exp() * 0.5 - 0.5
    end = _constants([max_shape[1], max_shape[0]], deltas)
    low = torch.minimum((center - half).clamp(min=0), end)
    high = torch.minimum((center + half).clamp(min=0), end)
    return torch.cat([low, high], -1)


@op
def check_valid(bboxes: torch.Tensor, img_metas: torch.Tensor) -> torch.Tensor:
    """Which boxes lie within an image of (height, width, ratio)."""
    height, width = img_metas[0] * img_metas[2] - 1, img_metas[1] * img_metas[2] - 1
    inside = (bboxes[..., 0] >= 0) & (bboxes[..., 1] >= 0)
    return inside & (bboxes[..., 2] <= width) & (bboxes[..., 3] <= height)


@op
def roi_align(
    features: torch.Tensor,
    rois: torch.Tensor,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float,
    sample_num: int = 2,
    roi_end_mode: int = 1,
) -> torch.Tensor:
    """Average bilinear samples of each region (index, x1, y1, x2, y2) in a fixed grid of bins."""
    from torchvision.ops import roi_align as align

    check.choice("ROIAlign", "roi_end_mode", roi_end_mode, [0, 1])
    if roi_end_mode:
        rois = rois + _constants([0, 0, 0, 1, 1], rois)
    size = (pooled_height, pooled_width)
    return align(features, rois, size, spatial_scale, sample_num, False)


__all__ = ["bounding_box_decode", "bounding_box_encode", "iou"]
