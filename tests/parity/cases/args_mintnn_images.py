"""Arguments of mint.nn's resizing, folding and shuffling of pictures.

MindSpore's CPU build has kernels for the nearest and the trilinear: weights per dimension, made in
numpy, stand on its side for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.affine import affine, axis_by_axis, windows
from tests.parity.harness import rand
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 3, 4, 5)
LINE = rand(2, 3, 7)
VOLUME = rand(1, 2, 3, 4, 3)
SHUFFLED = rand(2, 18, 2, 3)
BLOCKS = rand(2, 12, 12)
PATCH: dict[str, Any] = {
    "kernel_size": (2, 3),
    "dilation": (2, 1),
    "padding": (1, 0),
    "stride": (1, 2),
}


def tent(at: float) -> dict[int, float]:
    """Linear weights of the two neighbours of a position."""
    low = int(np.floor(at))
    return {low: 1 - (at - low), low + 1: at - low}


def cubic(at: float) -> dict[int, float]:
    """Keys' weights of four neighbours, with a = -0.75."""
    low, result = int(np.floor(at)), {}
    for i in range(low - 1, low + 3):
        d = abs(at - i)
        near = 1.25 * d**3 - 2.25 * d**2 + 1
        result[i] = near if d <= 1 else -0.75 * (d**3 - 5 * d**2 + 8 * d - 4)
    return result


def matrix(
    size: int,
    out: int,
    weights: Callable[[float], dict[int, float]],
    corners: bool = False,
    factor: float | None = None,
) -> np.ndarray:
    """(out, size): each row the weights of one new place; positions outside count as the edge's."""
    result = np.zeros((out, size))
    for place in range(out):
        if corners:
            at = place * (size - 1) / max(out - 1, 1)
        else:
            at = (place + 0.5) * (1 / factor if factor else size / out) - 0.5
            at = max(at, 0.0) if weights is tent else at
        for neighbour, weight in weights(at).items():
            result[place, min(max(neighbour, 0), size - 1)] += weight
    return result


def resized(
    outs: tuple[int, ...], weights: Callable[[float], dict[int, float]] = tent, **how: Any
) -> Callable[[Any, Any], Any]:
    each = [lambda size, out=out: matrix(size, out, weights, **how) for out in outs]
    return affine(lambda x: axis_by_axis(x, each))


def patches(x: np.ndarray, kernel: Any, dilation: Any, padding: Any, stride: Any) -> np.ndarray:
    """(N, C, H, W) -> (N, C * window, places)."""
    x = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    counts = [(n - r) // s + 1 for n, r, s in zip(x.shape[2:], reach, stride, strict=True)]
    columns = []
    for i, j in windows(counts):
        rows = i * stride[0] + np.arange(kernel[0]) * dilation[0]
        cols = j * stride[1] + np.arange(kernel[1]) * dilation[1]
        columns.append(x[:, :, rows[:, None], cols[None]].reshape(len(x), -1))
    return np.stack(columns, -1)


def folded(x: np.ndarray, channels: int, size: tuple[int, int]) -> np.ndarray:
    """The transposed of `patches`: each unit of the image asks for its places in the columns."""
    units = np.eye(channels * size[0] * size[1]).reshape(-1, channels, *size)
    spread = patches(units, *PATCH.values()).reshape(len(units), -1)
    return (x.reshape(len(x), -1) @ spread.T).reshape(-1, channels, *size)


def interpolated(*args: Any, **given: Any) -> Callable[[Any, Any], Any]:
    return lambda ms, x: ms.mint.nn.functional.interpolate(x, *args, **given)


FUNCTIONS: Rows = {
    "interpolate_corners": row(
        interpolated((7, 3), mode="bilinear", align_corners=True),
        IMAGE,
        instead=resized((7, 3), corners=True),
    ),
    "interpolate_linear": row(
        interpolated(scale_factor=1.3, mode="linear"), LINE, instead=resized((9,), factor=1.3)
    ),
    "interpolate_recomputed": row(
        interpolated(scale_factor=1.3, mode="bilinear", recompute_scale_factor=True),
        IMAGE,
        instead=resized((5, 6)),
    ),
    "interpolate_bicubic": row(
        interpolated((6, 7), mode="bicubic"), IMAGE, instead=resized((6, 7), cubic)
    ),
    "interpolate_trilinear": row(
        interpolated(scale_factor=1.7, mode="trilinear", align_corners=True), VOLUME
    ),
    "interpolate_nearest": row(interpolated(scale_factor=1.7, recompute_scale_factor=True), IMAGE),
    "upsample": row(
        lambda ms, x: ms.mint.nn.functional.upsample(
            x, scale_factor=2.0, mode="bilinear", align_corners=True
        ),
        IMAGE,
        instead=resized((8, 10), corners=True),
    ),
}
LAYERS: Rows = {
    "Upsample_size": row(
        lambda ms, x: ms.mint.nn.Upsample(size=(7, 3), mode="bilinear", align_corners=True)(x),
        IMAGE,
        instead=resized((7, 3), corners=True),
    ),
    "Upsample_factor": row(
        lambda ms, x: ms.mint.nn.Upsample(
            scale_factor=1.3, mode="bilinear", recompute_scale_factor=True
        )(x),
        IMAGE,
        instead=resized((5, 6)),
    ),
    "UpsamplingNearest2d": row(
        lambda ms, x: (
            ms.mint.nn.UpsamplingNearest2d(size=(4, 7))(x),
            ms.mint.nn.UpsamplingNearest2d(scale_factor=(1.5, 2.0))(x),
        ),
        IMAGE,
    ),
    "UpsamplingBilinear2d_size": row(
        lambda ms, x: ms.mint.nn.UpsamplingBilinear2d(size=(6, 7))(x),
        IMAGE,
        instead=resized((6, 7), corners=True),
    ),
    "UpsamplingBilinear2d_factor": row(
        lambda ms, x: ms.mint.nn.UpsamplingBilinear2d(scale_factor=(1.5, 2.0))(x),
        IMAGE,
        instead=resized((6, 10), corners=True),
    ),
    "PixelShuffle": row(lambda ms, x: ms.mint.nn.PixelShuffle(upscale_factor=3)(x), SHUFFLED),
    "Flatten": row(lambda ms, x: ms.mint.nn.Flatten(end_dim=2)(x), IMAGE),
    "Unfold": row(
        lambda ms, x: ms.mint.nn.Unfold(**PATCH)(x),
        IMAGE,
        instead=affine(lambda x: patches(x, *PATCH.values()), lead=1),
    ),
    "Fold": row(
        lambda ms, x: ms.mint.nn.Fold(output_size=(4, 7), **PATCH)(x),
        BLOCKS,
        instead=affine(lambda x: folded(x, 2, (4, 7)), lead=1),
    ),
}
each(__name__, FUNCTIONS, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4, atol=1e-5)
each(__name__, LAYERS, jit=False, rtol=1e-4, atol=1e-5)
