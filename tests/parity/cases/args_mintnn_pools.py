"""Arguments of mint.nn's pooling layers and functions.

MindSpore's CPU build has no kernels for mint's averages: numpy's, window by window, stand on its side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.parity.affine import affine, windows
from tests.parity.harness import rand
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
LINE = rand(2, 4, 9)
SMALL = rand(1, 2, 2, 2, seed=1)
NEAR = np.array([[[[0, 2], [6, 8]], [[1, 4], [5, 7]]]])
PLACES = np.array([[[[0, 2], [8, 10]], [[5, 7], [13, 15]]]])


def count(size: int, kernel: int, stride: int, padding: int, ceil_mode: bool) -> int:
    """Windows of one dimension; none may start behind the input and the padding before it."""
    room = size + 2 * padding - kernel
    places = (math.ceil(room / stride) if ceil_mode else room // stride) + 1
    return places - (ceil_mode and (places - 1) * stride >= size + padding)


def averaged(
    x: np.ndarray,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    ceil_mode: bool = False,
    include: bool = True,
    divisor: int | None = None,
) -> np.ndarray:
    sizes = x.shape[1:]
    every = list(zip(sizes, kernel, stride, padding, strict=True))
    counts = [count(*one, ceil_mode) for one in every]
    out = np.zeros((len(x), *counts))
    for place in windows(counts):
        starts = [i * s - p for i, (_, _, s, p) in zip(place, every, strict=True)]
        inner = [
            slice(max(a, 0), min(a + k, n)) for a, (n, k, _, _) in zip(starts, every, strict=True)
        ]
        padded = math.prod(
            min(a + k, n + p) - a for a, (n, k, _, p) in zip(starts, every, strict=True)
        )
        piece = x[(slice(None), *inner)]
        within = math.prod(piece.shape[1:])
        by = divisor or (padded if include else within)
        out[(slice(None), *place)] = piece.reshape(len(x), -1).sum(1) / by
    return out


def average(**how: Any) -> Callable[[Any, Any], Any]:
    return affine(lambda x: averaged(x, **how))


def shared(x: np.ndarray, wanted: Sequence[int | None]) -> np.ndarray:
    """The average over the share of the input that belongs to each of `wanted` places."""
    sizes = x.shape[1:]
    counts = [n if w is None else w for n, w in zip(sizes, wanted, strict=True)]
    out = np.zeros((len(x), *counts))
    for place in windows(counts):
        inner = [
            slice(i * n // c, math.ceil((i + 1) * n / c))
            for i, n, c in zip(place, sizes, counts, strict=True)
        ]
        out[(slice(None), *place)] = x[(slice(None), *inner)].reshape(len(x), -1).mean(1)
    return out


def share(*wanted: int | None) -> Callable[[Any, Any], Any]:
    return affine(lambda x: shared(x, wanted))


def highest_of_line(ms: Any, x: Any, size: int) -> tuple[Any, Any]:
    layer = ms.mint.nn.AdaptiveMaxPool2d((1, size), return_indices=True)
    values, places = layer(x.expand_dims(2))
    return values.squeeze(2), places.squeeze(2)


LINE_WINDOW = {"kernel_size": 4, "stride": 3, "padding": 1, "ceil_mode": True}
LINE_PLAIN = {"kernel": (4,), "stride": (3,), "padding": (1,), "ceil_mode": True}
WINDOW = {"kernel_size": (3, 2), "stride": (2, 3), "padding": (1, 0), "ceil_mode": True}
PLAIN = {"kernel": (3, 2), "stride": (2, 3), "padding": (1, 0), "ceil_mode": True}
SOLID = {"kernel_size": (2, 3, 3), "stride": (1, 2, 2), "padding": (0, 1, 1), "ceil_mode": True}
SOLID_PLAIN = {"kernel": (2, 3, 3), "stride": (1, 2, 2), "padding": (0, 1, 1), "ceil_mode": True}
MAXIMUM = {"kernel_size": 2, "stride": (2, 3), "padding": (1, 0), "dilation": (2, 1)}

FUNCTIONS: Rows = {
    "avg_pool1d": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool1d(
            input=x, **LINE_WINDOW, count_include_pad=False
        ),
        LINE,
        instead=average(**LINE_PLAIN, include=False),
    ),
    "avg_pool1d_padded": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool1d(x, 4, 2, 2, ceil_mode=True),
        LINE,
        instead=average(kernel=(4,), stride=(2,), padding=(2,), ceil_mode=True),
    ),
    "avg_pool2d": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool2d(input=x, **WINDOW, count_include_pad=False),
        IMAGE,
        instead=average(**PLAIN, include=False),
    ),
    "avg_pool2d_divisor": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool2d(x, 2, 1, 1, divisor_override=3),
        IMAGE,
        instead=average(kernel=(2, 2), stride=(1, 1), padding=(1, 1), divisor=3),
    ),
    "avg_pool3d": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool3d(input=x, **SOLID, count_include_pad=False),
        VOLUME,
        instead=average(**SOLID_PLAIN, include=False),
    ),
    "avg_pool3d_divisor": row(
        lambda ms, x: ms.mint.nn.functional.avg_pool3d(x, 2, 2, 1, divisor_override=5),
        VOLUME,
        instead=average(kernel=(2, 2, 2), stride=(2, 2, 2), padding=(1, 1, 1), divisor=5),
    ),
    "max_pool2d": row(
        lambda ms, x: ms.mint.nn.functional.max_pool2d(
            input=x, **MAXIMUM, ceil_mode=True, return_indices=True
        ),
        IMAGE,
        instead=lambda ms, x: ms.ops.max_pool2d(x, *MAXIMUM.values(), True, True),
    ),
    "max_unpool2d": row(
        lambda ms, x: ms.mint.nn.functional.max_unpool2d(
            input=x,
            indices=ms.Tensor(PLACES),
            kernel_size=2,
            stride=(3, 2),
            padding=(1, 0),
            output_size=(1, 2, 4, 5),
        ),
        SMALL,
        instead=lambda ms, x: ms.ops.max_unpool2d(
            x, ms.Tensor(PLACES), 2, (3, 2), (1, 0), (1, 2, 4, 5)
        ),
    ),
    "max_unpool2d_stride": row(
        lambda ms, x: ms.mint.nn.functional.max_unpool2d(
            x, ms.Tensor(NEAR), 2, stride=3, padding=1
        ),
        SMALL,
        instead=lambda ms, x: ms.ops.max_unpool2d(x, ms.Tensor(NEAR), 2, 3, 1),
    ),
}
LAYERS: Rows = {
    "AdaptiveAvgPool1d": row(
        lambda ms, x: ms.mint.nn.AdaptiveAvgPool1d(output_size=4)(x), LINE, instead=share(4)
    ),
    "AdaptiveAvgPool2d": row(
        lambda ms, x: ms.mint.nn.AdaptiveAvgPool2d(output_size=(4, None))(x),
        IMAGE,
        instead=share(4, None),
    ),
    "AdaptiveAvgPool3d": row(
        lambda ms, x: ms.mint.nn.AdaptiveAvgPool3d(output_size=(3, 2, None))(x),
        VOLUME,
        instead=share(3, 2, None),
    ),
    "AdaptiveMaxPool1d": row(
        lambda ms, x: ms.mint.nn.AdaptiveMaxPool1d(output_size=4, return_indices=True)(x),
        LINE,
        instead=lambda ms, x: highest_of_line(ms, x, 4),
    ),
    "AdaptiveMaxPool2d": row(
        lambda ms, x: ms.mint.nn.AdaptiveMaxPool2d(output_size=(4, 3), return_indices=True)(x),
        IMAGE,
    ),
    "AvgPool1d": row(
        lambda ms, x: ms.mint.nn.AvgPool1d(**LINE_WINDOW, count_include_pad=False)(x),
        LINE,
        instead=average(**LINE_PLAIN, include=False),
    ),
    "AvgPool2d": row(
        lambda ms, x: ms.mint.nn.AvgPool2d(**WINDOW, count_include_pad=False)(x),
        IMAGE,
        instead=average(**PLAIN, include=False),
    ),
    "AvgPool2d_divisor": row(
        lambda ms, x: ms.mint.nn.AvgPool2d(2, 1, 1, divisor_override=3)(x),
        IMAGE,
        instead=average(kernel=(2, 2), stride=(1, 1), padding=(1, 1), divisor=3),
    ),
    "AvgPool3d": row(
        lambda ms, x: ms.mint.nn.AvgPool3d(**SOLID, count_include_pad=False)(x),
        VOLUME,
        instead=average(**SOLID_PLAIN, include=False),
    ),
    "AvgPool3d_divisor": row(
        lambda ms, x: ms.mint.nn.AvgPool3d(2, 2, 1, divisor_override=5)(x),
        VOLUME,
        instead=average(kernel=(2, 2, 2), stride=(2, 2, 2), padding=(1, 1, 1), divisor=5),
    ),
    "MaxUnpool2d": row(
        lambda ms, x: (
            ms.mint.nn.MaxUnpool2d(kernel_size=2, stride=(3, 2), padding=(1, 0))(
                input=x, indices=ms.Tensor(PLACES), output_size=(1, 2, 4, 5)
            ),
            ms.mint.nn.MaxUnpool2d(2, 3, padding=1)(x, ms.Tensor(NEAR)),
        ),
        SMALL,
        instead=lambda ms, x: (
            ms.ops.max_unpool2d(x, ms.Tensor(PLACES), 2, (3, 2), (1, 0), (1, 2, 4, 5)),
            ms.ops.max_unpool2d(x, ms.Tensor(NEAR), 2, 3, 1),
        ),
    ),
}
each(__name__, FUNCTIONS, jit=False, rtol=1e-4)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4)
each(__name__, LAYERS, jit=False, rtol=1e-4)
