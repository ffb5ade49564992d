"""Convolutions and pooling as primitives: what they are called with, and their settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import is_mindspore
from tests.parity.harness import Arrays, case, rand
from tests.parity.tables import Formula, Row, formulas, table

IMAGE = rand(1, 2, 5, 6)
VOLUME = rand(1, 2, 4, 5, 4)
SAMPLES = rand(1, 2, 2, low=0.1, high=0.9, seed=8)

CONVOLVED: dict[str, Row] = {
    "volume": (
        lambda ms, x, w: ms.ops.Conv3D(
            out_channel=4,
            kernel_size=2,
            mode=1,
            pad_mode="pad",
            pad=1,
            stride=2,
            dilation=1,
            group=1,
            data_format="NCDHW",
        )(x, w),
        (VOLUME, rand(4, 2, 2, 2, 2, seed=1)),
    ),
    "volume_spread": (
        lambda ms, x, w, v: (
            ms.ops.Conv3D(4, 2, dilation=2)(x, w),
            ms.ops.Conv3D(4, 2, group=2)(x, v),
            ms.ops.Conv3DTranspose(2, 2, 2, group=2)(x, v[:2]),
        ),
        (VOLUME, rand(4, 2, 2, 2, 2, seed=1), rand(4, 1, 2, 2, 2, seed=2)),
    ),
    "volume_back": (
        lambda ms, x, w: ms.ops.Conv3DTranspose(
            in_channel=2,
            out_channel=3,
            kernel_size=2,
            mode=1,
            pad_mode="pad",
            pad=1,
            stride=2,
            dilation=1,
            group=1,
            output_padding=1,
            data_format="NCDHW",
        )(x, w),
        (VOLUME, rand(2, 3, 2, 2, 2, seed=1)),
    ),
    "image_back": (
        lambda ms, x, w: ms.ops.Conv2DBackpropInput(
            out_channel=4,
            kernel_size=3,
            pad_mode="pad",
            pad=1,
            pad_list=(1, 1, 1, 1),
            mode=1,
            stride=2,
            dilation=1,
            group=2,
            data_format="NCHW",
        )(x, w, (1, 4, 9, 11)),
        (rand(1, 4, 5, 6), rand(4, 2, 3, 3, seed=1)),
    ),
    "image_spread": (
        lambda ms, x, w: ms.ops.Conv2DBackpropInput(4, 2, dilation=2, group=2)(x, w, (1, 4, 7, 8)),
        (rand(1, 4, 5, 6), rand(4, 2, 2, 2, seed=1)),
    ),
    "moved": (
        lambda ms, x, o: ms.ops.DeformableOffsets(
            (1, 1, 1, 1), (1, 1, 1, 1), (2, 2), dilations=(1, 1, 2, 2)
        )(x, o),
        (IMAGE, rand(1, 12, 5, 6, seed=1)),
    ),
}
POOLED: dict[str, Row] = {
    "to_size": (
        lambda ms, x: (
            ms.ops.AdaptiveMaxPool2D(output_size=(2, 6))(x),
            ms.ops.AdaptiveMaxPool2D(output_size=[3, 4])(x)[0],
        ),
        (IMAGE,),
    ),
    "volume_to_size": (
        lambda ms, x: ms.ops.AdaptiveAvgPool3D(output_size=(2, None, 3))(x),
        (VOLUME,),
    ),
    "places": (
        lambda ms, x: ms.ops.MaxPoolWithArgmaxV2(
            kernel_size=2, strides=3, pads=1, dilation=(2, 1), ceil_mode=True
        )(x),
        (IMAGE,),
    ),
    "volume_places": (
        lambda ms, x: ms.ops.MaxPool3DWithArgmax(
            ksize=2,
            strides=3,
            pads=1,
            dilation=(1, 2, 1),
            ceil_mode=True,
            data_format="NCDHW",
        )(x),
        (VOLUME,),
    ),
    "fraction": (
        lambda ms, x, r: ms.ops.FractionalMaxPoolWithFixedKsize(
            ksize=2, output_shape=(3, 4), data_format="NCHW"
        )(x, r),
        (IMAGE, SAMPLES),
    ),
    "back": (
        lambda ms, x, at: ms.ops.MaxUnpool2D(
            ksize=2, strides=2, pads=1, output_shape=(1, 1, 3, 4), data_format="NCHW"
        )(x, at),
        (rand(1, 1, 2, 3), np.array([[[[0, 2, 3], [8, 10, 11]]]])),
    ),
    "volume_back": (
        lambda ms, x, at: ms.ops.MaxUnpool3D(
            ksize=2, strides=2, pads=(1, 0, 0), output_shape=(1, 1, 2, 2, 5), data_format="NCDHW"
        )(x, at),
        (rand(1, 1, 2, 1, 2), np.array([[[[[0, 3]], [[11, 19]]]]])),
    ),
}
table(__name__, CONVOLVED, rtol=1e-4, atol=1e-5)
table(__name__, {f"pool_{name}": row for name, row in POOLED.items()}, grad=False, jit=False)


def of_each_channel(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Stride 2 and one row of padding at each side, window by window."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    high, wide = ((n - 3) // 2 + 1 for n in padded.shape[2:])
    out = np.zeros((1, 2, high, wide), np.float32)
    for i in range(high):
        for j in range(wide):
            window = padded[:, :, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3]
            out[:, :, i, j] = (window * w).sum((2, 3))
    return out


def with_gaps(w: np.ndarray) -> np.ndarray:
    """A kernel of 2 x 2 x 2 dilated by 2."""
    wide = np.zeros((*w.shape[:2], 3, 3, 3), np.float32)
    wide[:, :, ::2, ::2, ::2] = w
    return wide


@case(jit=False, rtol=1e-4, atol=1e-5)
def dilated_back(ms: Any, run: Any) -> Arrays:
    """MindSpore's CPU transposes kernels that are dense in depth alone: there they get gaps."""
    w = rand(2, 3, 2, 2, 2, seed=1)
    if is_mindspore(ms):
        return run(ms.ops.Conv3DTranspose(2, 3, 3), VOLUME, with_gaps(w), grad=False)
    return run(ms.ops.Conv3DTranspose(2, 3, 2, dilation=2), VOLUME, w, grad=False)


FORMULAS: dict[str, Formula] = {
    "each_channel": (
        lambda ms, x, w: ms.ops.DepthwiseConv2dNative(
            channel_multiplier=1, kernel_size=3, mode=3, pad_mode="pad", pad=1, stride=2
        )(x, w),
        of_each_channel,
        (IMAGE, rand(1, 2, 3, 3, seed=1)),
    ),
    "each_channel_spread": (
        lambda ms, x, w: ms.ops.DepthwiseConv2dNative(1, 2, dilation=2)(x, w),
        lambda x, w: sum(
            x[:, :, 2 * i : 2 * i + 3, 2 * j : 2 * j + 4] * w[:, :, i : i + 1, j : j + 1]
            for i in (0, 1)
            for j in (0, 1)
        ),
        (IMAGE, rand(1, 2, 2, 2, seed=1)),
    ),
}
formulas(__name__, FORMULAS, rtol=1e-4, atol=1e-5)
