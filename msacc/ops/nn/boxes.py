"""Bounding boxes (x1, y1, x2, y2): overlap, suppression, encoding, region pooling."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(PrimitiveClass("IOU", settings={"mode": Setting("iou")}))
@op
def iou(anchor_boxes: torch.Tensor, gt_boxes: torch.Tensor, mode: str = "iou") -> torch.Tensor:
    """The overlap of every ground-truth box with every anchor; the end points belong to a box.

    `anchor_boxes` (N, 4) and `gt_boxes` (M, 4) hold (x1, y1, x2, y2) as floats. The result has
    shape (M, N) and their dtype: the common area over that of the union for `mode` 'iou', over that
    of the ground-truth box for 'iof'. Raises KeyError for another `mode`. Differs from MindSpore:
    it refuses integers, two dtypes and another last dimension.
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


@bindings(PrimitiveClass("NMSWithMask", settings={"iou_threshold": Setting(0.5, checks.floating)}))
@op
def nms_with_mask(
    bboxes: torch.Tensor, iou_threshold: float = 0.5
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Boxes sorted by score, and which of them overlap none with a higher score too much.

    `bboxes` holds (x1, y1, x2, y2, score), floats of shape (N, 5); `iou_threshold` is the overlap
    beyond which the lower score is left out. The result is a triple: the sorted boxes (N, 5) in the
    dtype of `bboxes`, Int32 positions 0 … N - 1, and a Bool mask (N,) of those kept. Raises
    ValueError for another shape. Differs from MindSpore: it refuses Float64.
    """
    if bboxes.ndim != 2 or bboxes.shape[1] != 5:
        raise ValueError(
            f"For 'NMSWithMask', the boxes must have shape (N, 5), but got {tuple(bboxes.shape)}."
        )
    # Imported where it is needed: torchvision takes a second to load, and few programs use boxes.
    from torchvision.ops import nms

    ordered = bboxes[bboxes[:, 4].argsort(descending=True, stable=True)]
    indices = nms(ordered[:, :4].float(), ordered[:, 4].float(), iou_threshold)
    mask = torch.zeros(len(ordered), dtype=torch.bool, device=bboxes.device)
    mask[indices] = True
    return ordered, torch.arange(len(ordered), dtype=torch.int32, device=bboxes.device), mask


def _center(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return (boxes[..., :2] + boxes[..., 2:]) * 0.5, boxes[..., 2:] - boxes[..., :2] + 1.0


def _constants(values: Any, like: torch.Tensor) -> torch.Tensor:
    return torch.tensor(values, dtype=like.dtype, device=like.device)


@bindings(
    PrimitiveClass(
        "BoundingBoxEncode",
        settings={
            "means": Setting((0.0,) * 4, checks.floats(4)),
            "stds": Setting((1.0,) * 4, checks.floats(4)),
        },
    )
)
@op
def bounding_box_encode(
    anchor_box: torch.Tensor,
    groundtruth_box: torch.Tensor,
    means: Sequence[float] = (0.0,) * 4,
    stds: Sequence[float] = (1.0,) * 4,
) -> torch.Tensor:
    """The offsets (dx, dy, dw, dh) from anchors to boxes, less `means`, over `stds`.

    `anchor_box` and `groundtruth_box` hold (x1, y1, x2, y2), floats of shape (N, 4); `means` and
    `stds` are four floats each. The result has shape (N, 4) and their dtype. Raises ValueError for
    shapes that do not fit. Differs from MindSpore: it also raises ValueError where the last
    dimension is not 4, and TypeError for settings that are no tuples.
    """
    middle, size = _center(anchor_box)
    target, target_size = _center(groundtruth_box)
    deltas = torch.cat([(target - middle) / size, (target_size / size).log()], -1)
    return (deltas - _constants(means, deltas)) / _constants(stds, deltas)


@bindings(
    PrimitiveClass(
        "BoundingBoxDecode",
        settings={
            "max_shape": Setting(),
            "means": Setting((0.0,) * 4, checks.floats(4)),
            "stds": Setting((1.0,) * 4, checks.floats(4)),
            "wh_ratio_clip": Setting(0.016, checks.floating),
        },
    )
)
@op
def bounding_box_decode(
    anchor_box: torch.Tensor,
    deltas: torch.Tensor,
    max_shape: Sequence[int],
    means: Sequence[float] = (0.0,) * 4,
    stds: Sequence[float] = (1.0,) * 4,
    wh_ratio_clip: float = 0.016,
) -> torch.Tensor:
    """The boxes that lie at given offsets from anchors, cut to an image.

    `anchor_box` holds (x1, y1, x2, y2) and `deltas` (dx, dy, dw, dh), both floats of shape (N, 4).
    `deltas` are multiplied by `stds` and `means` are added, four floats each.
    `max_shape` is the image's (height, width), and `wh_ratio_clip` limits how much a side may shrink or grow.

    The result has shape (N, 4) and their dtype.

    Raises ValueError for shapes that do not fit.

    Differs from MindSpore: its constructor raises TypeError for settings that are no tuples, and its CPU
    refuses integers.
    """
    deltas = deltas * _constants(stds, deltas) + _constants(means, deltas)
    limit = abs(math.log(wh_ratio_clip))
    middle, size = _center(anchor_box)
    center = middle + size * deltas[..., :2]
    half = size * deltas[..., 2:].clamp(-limit, limit).exp() * 0.5 - 0.5
    end = _constants([max_shape[1], max_shape[0]], deltas)
    low = torch.minimum((center - half).clamp(min=0), end)
    high = torch.minimum((center + half).clamp(min=0), end)
    return torch.cat([low, high], -1)


@bindings(PrimitiveClass("CheckValid"))
@op
def check_valid(bboxes: torch.Tensor, img_metas: torch.Tensor) -> torch.Tensor:
    """Which boxes lie within an image.

    `bboxes` holds (x1, y1, x2, y2), a number Tensor of shape (N, 4); `img_metas` holds (height,
    width, ratio), shape (3,), and the image's sides are height * ratio and width * ratio. The
    result is Bool of shape (N,). Raises ValueError for other shapes. As in MindSpore.
    """
    height, width = img_metas[0] * img_metas[2] - 1, img_metas[1] * img_metas[2] - 1
    in_image = (bboxes[..., 0] >= 0) & (bboxes[..., 1] >= 0)
    return in_image & (bboxes[..., 2] <= width) & (bboxes[..., 3] <= height)


@bindings(
    PrimitiveClass(
        "ROIAlign",
        settings={
            "pooled_height": Setting(check=checks.integer),
            "pooled_width": Setting(check=checks.integer),
            "spatial_scale": Setting(check=checks.floating),
            "sample_num": Setting(2, checks.integer),
            "roi_end_mode": Setting(1, checks.int_of(0, 1)),
        },
    )
)
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
    """Bilinear samples of each region of a feature map, averaged in a fixed grid of bins.

    `features` has shape (N, C, H, W) and a float dtype; `rois` (R, 5) holds (index in the batch,
    x1, y1, x2, y2), which `spatial_scale` takes to the feature map. Each bin has `sample_num`
    samples a side (0: as many as fit); `roi_end_mode` 1 adds 1 to the right and lower ends. The
    result has shape (R, C, pooled_height, pooled_width) and the dtype of `features`. Raises
    ValueError for other shapes or `roi_end_mode`. Differs from MindSpore: it checks the types of
    `pooled_height`, `pooled_width` and `spatial_scale`.
    """
    from torchvision.ops import roi_align as align

    check.choice("ROIAlign", "roi_end_mode", roi_end_mode, [0, 1])
    size = (pooled_height, pooled_width)
    if not roi_end_mode:
        return align(features, rois, size, spatial_scale, sample_num, False)
    # torchvision takes regions under one pixel as they are where it also moves them by half a pixel.
    half = 0.5 / spatial_scale
    rois = rois + _constants([0, half, half, half + 1, half + 1], rois)
    return align(features, rois, size, spatial_scale, sample_num, True)


__all__ = exported_ops(globals(), "nms_with_mask", "roi_align")
