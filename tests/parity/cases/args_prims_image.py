"""Primitives of images, windows and norms: what they are called with, and their settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, each, row

IMAGE = rand(1, 2, 4, 6)
VOLUME = rand(1, 2, 3, 4, 5)
GRID = rand(1, 3, 5, 2, low=-1.2, high=1.2)
SOLID = rand(1, 2, 3, 4, 3, low=-1.2, high=1.2)
THETA = rand(1, 2, 3, seed=3)
MARKS = np.array([[0, 2, -1, 1], [1, 0, -1, 2]], np.int32)


def sampled(name: str, **settings: Any) -> Any:
    return lambda ms, x, grid: getattr(ms.ops, name)(**settings)(x, grid)


RESIZED: Rows = {
    "nearest": row(
        lambda ms, x: (
            ms.ops.ResizeNearestNeighborV2(align_corners=True)(x, (7, 3)),
            ms.ops.ResizeNearestNeighborV2(half_pixel_centers=True)(x, (7, 3)),
        ),
        IMAGE,
    ),
    "bicubic": row(lambda ms, x: ms.ops.ResizeBicubic(align_corners=True)(x, (7, 3)), IMAGE),
    "nearest_sampled": row(
        sampled(
            "GridSampler2D",
            interpolation_mode="nearest",
            padding_mode="border",
            align_corners=True,
        ),
        IMAGE,
        GRID,
    ),
    "reflected": row(sampled("GridSampler2D", padding_mode="reflection"), IMAGE, GRID),
    "solid": row(
        sampled(
            "GridSampler3D",
            interpolation_mode="nearest",
            padding_mode="border",
            align_corners=True,
        ),
        VOLUME,
        SOLID,
    ),
    "solid_reflected": row(sampled("GridSampler3D", padding_mode="reflection"), VOLUME, SOLID),
    "affine": row(
        lambda ms, t: (
            ms.ops.AffineGrid(align_corners=True)(t, (1, 2, 3, 4)),
            ms.ops.AffineGrid()(t, (1, 2, 3, 4)),
        ),
        THETA,
    ),
    "columns": row(
        lambda ms, x: ms.ops.Im2Col(ksizes=[2, 3], strides=[1, 2], dilations=[2, 1], pads=[0, 1])(
            x
        ),
        IMAGE,
    ),
    "images": row(
        lambda ms, x: ms.ops.Col2Im(
            kernel_size=[2, 3], dilation=[2, 1], padding=[0, 1], stride=[1, 2]
        )(x, ms.Tensor([4, 6], ms.int32)),
        rand(1, 2, 6, 6),
    ),
}
WINDOWS: Rows = {
    "nearest_old": row(
        lambda ms, x: (
            ms.ops.ResizeNearestNeighbor((7, 3))(x),
            ms.ops.ResizeNearestNeighbor((7, 3), align_corners=True)(x),
        ),
        IMAGE,
    ),
    "blackman": row(
        lambda ms: ms.ops.BlackmanWindow(periodic=False, dtype=ms.float64)(ms.Tensor(5, ms.int32))
    ),
    "hamming": row(
        lambda ms: ms.ops.HammingWindow(alpha=0.5, beta=0.4, dtype=ms.float64)(
            ms.Tensor([5], ms.int32)
        )
    ),
    "frames": row(
        lambda ms, x, w: ms.ops.STFT(
            n_fft=8,
            hop_length=2,
            win_length=6,
            normalized=True,
            onesided=False,
            return_complex=False,
        )(x, w),
        rand(2, 16),
        rand(6, seed=2),
    ),
    "frames_complex": row(
        lambda ms, x, w: ms.ops.STFT(8, 3, 8, False, True, True)(x, w), rand(2, 16), rand(8, seed=2)
    ),
    "response": row(
        lambda ms, x: ms.ops.LRN(depth_radius=1, alpha=0.5, norm_region="ACROSS_CHANNELS")(x), IMAGE
    ),
    "normalized": row(
        lambda ms, x, *rest: ms.ops.BatchNorm(is_training=False, epsilon=0.1)(x, *rest)[0],
        IMAGE,
        rand(2, low=0.5, seed=1),
        rand(2, seed=2),
        rand(2, seed=3),
        rand(2, low=0.5, seed=4),
    ),
}


FORMULAS: Rows = {
    "rms": row(
        lambda ms, x, gamma: ms.ops.RmsNorm(epsilon=0.5)(x, gamma)[0],
        rand(3, 4),
        rand(4, seed=1),
        formula=lambda x, gamma: gamma * x / np.sqrt((x * x).mean(-1, keepdims=True) + 0.5),
    ),
    "elu": row(
        lambda ms, x: ms.ops.Elu(alpha=0.5)(x),
        IMAGE,
        formula=lambda x: np.where(x > 0, x, 0.5 * np.expm1(x)).astype(np.float32),
    ),
}
each(__name__, RESIZED, rtol=1e-4, atol=1e-5)
# The kernel reads its weights from a table of 1024 places.
each(
    __name__,
    {
        "bicubic_half": row(
            lambda ms, x: ms.ops.ResizeBicubic(half_pixel_centers=True)(x, (7, 3)), IMAGE
        )
    },
    jit=False,
    rtol=1e-3,
    atol=1e-3,
)
each(__name__, WINDOWS, grad=False, jit=False, rtol=1e-4, atol=1e-5)
each(__name__, FORMULAS, jit=False, rtol=1e-4, atol=1e-5)


@case(jit=False, rtol=1e-4, atol=1e-5)
def trained(ms: Any, run: Any) -> Arrays:
    """Both by the batch's moments; what MindSpore's CPU leaves unwritten (1 and 2) is not compared."""
    held = [
        ms.Parameter(ms.Tensor(rand(2, seed=i, low=0.5)), name=f"p{i}", requires_grad=False)
        for i in range(4)
    ]
    out = ms.ops.BatchNorm(is_training=True, epsilon=0.1, momentum=0.3)(ms.Tensor(IMAGE), *held)
    result = {
        "out": out[0],
        "mean": out[3],
        "variance": out[4],
        "moving": held[2],
        "moved": held[3],
    }
    return {name: value.asnumpy() for name, value in result.items()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def channels_last(ms: Any, run: Any) -> Arrays:
    """NHWC beside NCHW, which MindSpore's CPU has alone."""
    layout = "NCHW" if is_mindspore(ms) else "NHWC"
    x = IMAGE if is_mindspore(ms) else np.ascontiguousarray(IMAGE.transpose(0, 2, 3, 1))
    rest = [ms.Tensor(rand(2, seed=i, low=0.5)) for i in range(4)]
    result = {
        "norm": ms.ops.BatchNorm(data_format=layout)(ms.Tensor(x), *rest)[0],
        "pool": ms.ops.MaxPoolWithArgmax(2, 2, data_format=layout)(ms.Tensor(x))[0],
    }
    arrays = {name: out.asnumpy() for name, out in result.items()}
    if is_mindspore(ms):
        return {name: out.transpose(0, 2, 3, 1) for name, out in arrays.items()}
    return arrays


@case(jit=False)
def both_flags(ms: Any, run: Any) -> Arrays:
    def asked(name: str, **flags: Any) -> Any:
        return getattr(ms.ops, name)(**flags)(ms.Tensor(IMAGE), (7, 3))

    names = ("ResizeNearestNeighborV2", "ResizeBicubic", "ResizeBilinearV2")
    both = {"align_corners": True, "half_pixel_centers": True}
    refused = {f"{n}_both": run.raises(lambda n=n: asked(n, **both)) for n in names}
    refused |= {f"{n}_number": run.raises(lambda n=n: asked(n, align_corners=3)) for n in names}
    return merge(**refused)


@case(jit=False)
def nearest_half(ms: Any, run: Any) -> Arrays:
    """The older kernel of MindSpore's CPU forgets the flag; the newer one knows it."""
    if is_mindspore(ms):
        out = ms.ops.ResizeNearestNeighborV2(half_pixel_centers=True)(ms.Tensor(IMAGE), (7, 3))
    else:
        out = ms.ops.ResizeNearestNeighbor((7, 3), half_pixel_centers=True)(ms.Tensor(IMAGE))
    return {"out": out.asnumpy()}
