"""Arguments of pooling, normalization, padding and resizing in mindspore.ops, l to z."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import is_mindspore, rand
from tests.parity.table import Rows, group, row

LINE, IMAGE, VOLUME = rand(2, 3, 7), rand(2, 3, 6, 7), rand(1, 2, 5, 6, 7)
ABOVE = np.abs(IMAGE) + 0.1
GAMMA, BETA = rand(7, seed=1, low=0.5), rand(7, seed=2)
POOLED = np.array([[[4, 3, 7]]], np.float32)
PLACES = np.array([[[1, 3, 5]]], np.int64)

POOLS: Rows = {
    "lp_line": row(
        lambda ms, x: ms.ops.lp_pool1d(x=x, norm_type=2, kernel_size=3, stride=2, ceil_mode=True),
        LINE,
    ),
    "lp_line_ceil": row(lambda ms, x: ms.ops.lp_pool1d(x, 2, 4, 2, ceil_mode=True), LINE),
    "lp_image": row(lambda ms, x: ms.ops.lp_pool2d(x, 2, 3, stride=2, ceil_mode=True), IMAGE),
    "max_image": row(
        lambda ms, x: ms.ops.max_pool2d(x, 2, 2, padding=1, dilation=2, ceil_mode=True), IMAGE
    ),
    "max_ceil": row(lambda ms, x: ms.ops.max_pool2d(x, 2, 3, ceil_mode=True), IMAGE),
    "max_volume": row(
        lambda ms, x: ms.ops.max_pool3d(
            x, 2, stride=3, padding=1, dilation=2, ceil_mode=True, return_indices=True
        ),
        VOLUME,
    ),
    "max_volume_plain": row(
        lambda ms, x: ms.ops.max_pool3d(x, (2, 3, 2), stride=(1, 2, 3)), VOLUME
    ),
    "unpool_line": row(
        lambda ms, x, i: ms.ops.max_unpool1d(
            x=x,
            indices=i,
            kernel_size=3,
            stride=2,
            padding=1,
            output_size=(1, 1, 6),
        ),
        POOLED,
        PLACES,
    ),
    "unpool_image": row(
        lambda ms, x, i: ms.ops.max_unpool2d(
            x,
            i,
            kernel_size=3,
            stride=3,
            padding=0,
            output_size=(1, 1, 7, 7),
        ),
        rand(1, 1, 2, 2),
        np.array([[[[1, 8], [22, 34]]]]),
    ),
    "unpool_image_padded": row(
        lambda ms, x, i: ms.ops.max_unpool2d(x, i, kernel_size=3, stride=2, padding=1),
        rand(1, 1, 2, 2),
        np.array([[[[1, 3], [5, 8]]]]),
    ),
    "unpool_volume": row(
        lambda ms, x, i: ms.ops.max_unpool3d(
            x=x,
            indices=i,
            kernel_size=3,
            stride=2,
            padding=1,
            output_size=(1, 1, 4, 4, 4),
        ),
        rand(1, 1, 2, 2, 2),
        np.array([[[[[1, 4], [11, 24]], [[40, 30], [47, 50]]]]]),
    ),
}


def normalized(ms: Any, x: Any, gamma: Any, beta: Any, **given: Any) -> Any:
    """The function has no kernel on MindSpore's CPU, the primitive has one."""
    if not is_mindspore(ms):
        return ms.ops.layer_norm(weight=gamma, bias=beta, **given)
    first = x.ndim - len(given["normalized_shape"])
    return ms.ops.LayerNorm(first, first, given["eps"])(x, gamma, beta)[0]


NORMS: Rows = {
    "layer_norm": row(
        lambda ms, x, g, b: normalized(ms, x, g, b, input=x, normalized_shape=(7,), eps=0.2),
        LINE,
        GAMMA,
        BETA,
    ),
    "layer_norm_wide": row(
        lambda ms, x, g, b: normalized(ms, x, g, b, input=x, normalized_shape=(3, 7), eps=0.5),
        LINE,
        rand(3, 7, seed=1),
        rand(3, 7, seed=2),
    ),
    "lrn": row(
        lambda ms, x: ms.ops.lrn(x, 1, bias=2.5, alpha=0.5, norm_region="ACROSS_CHANNELS"), IMAGE
    ),
}

# A graph would hold them as constants.
MIRRORS: Rows = {
    "mirror": row(
        lambda ms, x: ms.ops.mirror_pad(
            input_x=x, paddings=ms.Tensor([[0, 1], [2, 3]]), mode="SYMMETRIC"
        ),
        LINE[0],
    ),
    "reflect": row(
        lambda ms, x: ms.ops.mirror_pad(x, ms.Tensor([[2, 1], [0, 3]]), mode="REFLECT"), LINE[0]
    ),
}

SHAPES: Rows = {
    "pixels": row(
        lambda ms, x: ms.ops.pixel_unshuffle(input=x, downscale_factor=2), rand(1, 2, 4, 6)
    ),
    "unfold": row(lambda ms, x: ms.ops.unfold(x, 2, dilation=2, padding=1, stride=2), IMAGE),
    "upsample": row(
        lambda ms, x: ms.ops.upsample(input=x, size=(4, 9), mode="bilinear", align_corners=True),
        IMAGE,
    ),
    "upsample_scaled": row(
        lambda ms, x: ms.ops.upsample(
            x, scale_factor=1.7, mode="area", recompute_scale_factor=True
        ),
        IMAGE,
    ),
    "upsample_lines": row(
        lambda ms, x: ms.ops.upsample(
            x, scale_factor=1.7, mode="linear", recompute_scale_factor=True
        ),
        LINE,
    ),
}


def root_mean_square(x: np.ndarray, gamma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(0.3))
    return x * scale * gamma, scale


BY_FORMULA: Rows = {
    "rms_norm": row(
        lambda ms, x, g: ms.ops.rms_norm(x=x, gamma=g, epsilon=0.3),
        LINE,
        GAMMA,
        formula=root_mean_square,
    ),
}

group(__name__, "pools", POOLS, rtol=1e-4, atol=1e-5)
group(__name__, "norms", NORMS, rtol=1e-4, atol=1e-5)
group(__name__, "shapes", SHAPES, rtol=1e-4, atol=1e-5)
group(__name__, "by_formula", BY_FORMULA, rtol=1e-4, atol=1e-5)
group(__name__, "mirrors", MIRRORS, jit=False)
