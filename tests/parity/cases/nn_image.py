"""Resizing, sampling, patches and boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

IMAGE = rand(1, 2, 4, 5)
BOXES = np.array([[0, 0, 2, 2], [0, 0, 5, 5], [2, 1, 4, 6]], np.float32)
TRUTH = np.array([[1, 1, 3, 3], [0, 0, 1, 1.5], [3, 2, 5, 4]], np.float32)


@case
def interpolate(ms: Any, run: Any) -> Any:
    f = ms.ops.interpolate
    return merge(
        image=run(
            lambda x: (
                f(x, (3, 7)),
                f(x, 6, mode="nearest"),
                f(x, (3, 7), mode="bilinear"),
                f(x, (3, 7), mode="bilinear", align_corners=True),
                f(x, scale_factor=2.0, mode="bilinear", recompute_scale_factor=True),
                f(x, scale_factor=1.5, mode="nearest", recompute_scale_factor=True),
                f(x, (2, 5), mode="area"),
            ),
            IMAGE,
        ),
        line=run(
            lambda x: (f(x, 7, mode="linear"), f(x, 3, mode="linear", align_corners=True)), IMAGE[0], grad=False
        ),
        volume=run(
            lambda x: (f(x, (2, 3, 4), mode="trilinear"), f(x, scale_factor=2.0, mode="nearest")),
            rand(1, 1, 3, 2, 3), grad=False,
        ),
    )  # fmt: skip


@case(rtol=1e-3, atol=2e-3)
def bicubic(ms: Any, run: Any) -> Any:
    """MindSpore reads its kernel from a table of 1024 steps."""
    f = ms.ops.interpolate
    return run(
        lambda x: (f(x, (3, 7), mode="bicubic"), f(x, (6, 4), mode="bicubic", align_corners=True)),
        IMAGE, grad=False,
    )  # fmt: skip


@case
def resize(ms: Any, run: Any) -> Any:
    ops = ms.ops
    size = (7, 3)
    return run(
        lambda x: (
            ops.ResizeBilinearV2()(x, size),
            ops.ResizeBilinearV2(align_corners=True)(x, size),
            ops.ResizeBilinearV2(half_pixel_centers=True)(x, size),
            ops.ResizeNearestNeighbor(size)(x),
            ops.ResizeNearestNeighbor(size, align_corners=True)(x),
            ms.nn.Upsample(size, mode="bilinear")(x),
        ),
        IMAGE,
    )


@case
def sampling(ms: Any, run: Any) -> Any:
    f = ms.ops.grid_sample
    grid = rand(1, 3, 2, 2, low=-1.3, high=1.3)
    theta = np.array([[[0.9, 0.1, 0.2], [-0.2, 1.1, 0.1]]], np.float32)
    return merge(
        grid=run(
            lambda x, g: (f(x, g), f(x, g, padding_mode="border", align_corners=True), f(x, g, "nearest")),
            IMAGE, grid,
        ),
        affine=run(lambda t: ms.ops.affine_grid(t, (1, 2, 3, 4), False), theta),
    )  # fmt: skip


@case
def patches(ms: Any, run: Any) -> Any:
    ops, nn = ms.ops, ms.nn
    size = ms.Tensor(np.array([4, 4], np.int32))
    return merge(
        columns=run(lambda x: (ops.unfold(x, 2), ops.unfold(x, (2, 3), 1, 1, 2)), IMAGE),
        back=run(
            lambda x: ops.fold(x, size, 2),
            rand(1, 8, 9),
            grad=False,
        ),
        shuffle=cells(ms, run, [nn.PixelShuffle(2), nn.ChannelShuffle(2)], rand(1, 4, 2, 3)),
        unshuffle=cells(ms, run, [nn.PixelUnshuffle(2), nn.CentralCrop(0.5)], rand(1, 1, 4, 6)),
        gradients=run(lambda x: nn.ImageGradients()(x), IMAGE, grad=False),
    )


@case
def crops(ms: Any, run: Any) -> Any:
    image = rand(2, 4, 5, 1)
    boxes = np.array([[0.1, 0.2, 1.3, 0.9], [0, 0, 1, 1]], np.float32)
    where = np.array([0, 1], np.int32)
    crop = ms.ops.CropAndResize
    return run(
        lambda x, b, i: (crop()(x, b, i, (3, 2)), crop("nearest", 9.0)(x, b, i, (2, 3)), crop()(x, b, i, (1, 2))),
        image, boxes, where, grad=False,
    )  # fmt: skip


@case(jit=False)
def boxes(ms: Any, run: Any) -> Any:
    ops = ms.ops
    scored = np.array(
        [[0, 0, 2, 2, 0.9], [0, 0, 2, 2.1, 0.8], [3, 3, 5, 5, 0.95], [3, 3, 5, 5.5, 0.1]],
        np.float32,
    )
    deltas = rand(3, 4)
    meta = np.array([5, 5, 1], np.float32)
    return merge(
        overlap=run(lambda a, g: (ops.iou(a, g), ops.iou(a, g, "iof"), ops.IOU()(a, g)), BOXES, TRUTH, grad=False),
        nms=run(lambda b: ops.NMSWithMask(0.3)(b), scored, grad=False),
        encode=run(
            lambda a, g: (
                ops.BoundingBoxEncode(means=(0.0, 0.1, 0.2, 0.0), stds=(1.0, 0.5, 1.0, 2.0))(a, g),
                ops.bounding_box_encode(a, g),
            ),
            BOXES, TRUTH, grad=False,
        ),
        decode=run(
            lambda a, d: (
                ops.BoundingBoxDecode(max_shape=(8, 6), stds=(0.5, 1.0, 1.0, 3.0))(a, d),
                ops.bounding_box_decode(a, d, (8, 6)),
            ),
            BOXES, deltas, grad=False,
        ),
        valid=run(lambda b, m: ops.CheckValid()(b, m), BOXES, meta, grad=False),
    )  # fmt: skip


@case(jit=False)
def regions(ms: Any, run: Any) -> Any:
    align = ms.ops.ROIAlign
    rois = np.array([[0, 0, 0, 4, 4], [0, 1, 2, 8, 5]], np.float32)
    return run(
        lambda x, r: (align(2, 2, 0.5)(x, r), align(2, 3, 0.5, 2, 0)(x, r), align(1, 2, 1.0, 3, 0)(x, r)),
        IMAGE, rois, grad=False,
    )  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    f = ms.ops.interpolate
    return merge(
        none=run.raises(lambda x: f(x), IMAGE),
        both=run.raises(lambda x: f(x, 3, 1.0), IMAGE),
        mode=run.raises(lambda x: f(x, 3, mode="foo"), IMAGE),
        rank=run.raises(lambda x: f(x, 3, mode="linear"), IMAGE),
        corners=run.raises(lambda x: f(x, 3, mode="nearest", align_corners=True), IMAGE),
        size=run.raises(lambda x: f(x, (3, 0)), IMAGE),
        overlap=run.raises(lambda a, g: ms.ops.iou(a, g, "foo"), BOXES, TRUTH),
        shuffle=run.raises(lambda x: ms.nn.PixelShuffle(3)(x), rand(1, 4, 2, 2)),
    )
