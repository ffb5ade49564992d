"""Primitives of images: colours, boxes that stay, glimpses, patches, other sizes, pools by a fraction."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 3, 4, 3, low=0, high=1)
PLAIN = rand(2, 4, 5, 1, seed=1, low=0, high=1)
LINE = rand(1, 2, 3)
VOLUME = rand(1, 2, 2, 2, 3)
BOXES = np.array(
    [[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3], [1, 3, 0, 2.05], [0, 5, 1, 6]], np.float32
)
SCORES = np.array([0.9, 0.75, 0.6, 0.95, 0.3], np.float32)
KERNELS = (
    "lanczos1", "lanczos3", "lanczos5", "gaussian", "triangle", "keyscubic", "mitchellcubic", "box",
)  # fmt: skip


def numbers(ms: Any, *values: Any) -> list[Any]:
    return [ms.Tensor(v, ms.int32 if isinstance(v, int) else ms.float32) for v in values]


COLOURS: Rows = {
    "hue": row(lambda ms, x: ms.ops.AdjustHue()(x, ms.Tensor(0.2, ms.float32)), IMAGE),
    "hue_back": row(lambda ms, x: ms.ops.AdjustHue()(x, ms.Tensor(-0.9, ms.float32)), IMAGE),
    "less": row(lambda ms, x: ms.ops.AdjustSaturation()(x, ms.Tensor(0.5, ms.float32)), IMAGE),
    "more": row(lambda ms, x: ms.ops.AdjustSaturation()(x, ms.Tensor(3.0, ms.float32)), IMAGE),
}
group(__name__, "colours", COLOURS, grad=False, rtol=1e-4, atol=1e-5)


def glimpse(centered: bool, normalized: bool) -> Any:
    return lambda ms, x, offsets: ms.ops.ExtractGlimpse(
        centered=centered, normalized=normalized, uniform_noise=False, noise="zero"
    )(x, ms.Tensor([2, 3], ms.int32), offsets)


def scaled(kind: str, antialias: bool) -> Any:
    return lambda ms, x: ms.ops.ScaleAndTranslate(kernel_type=kind, antialias=antialias)(
        *(x, ms.Tensor([3, 4], ms.int32)),
        *(ms.Tensor([0.73, 0.81], ms.float32), ms.Tensor([0.1, -0.2], ms.float32)),
    )


OFFSETS = np.array([[0.3, -0.2], [0.9, 0.6]], np.float32)
WINDOWS: Rows = {
    **{
        f"glimpse_{c}_{n}": row(glimpse(c, n), PLAIN, OFFSETS)
        for c in (True, False)
        for n in (True, False)
    },
    **{
        f"{kind}_{antialias}": row(scaled(kind, antialias), PLAIN)
        for kind in KERNELS
        for antialias in (True, False)
    },
    "volume_patches": row(
        lambda ms, x: ms.ops.ExtractVolumePatches(kernel_size=2, strides=1, padding="VALID")(x),
        VOLUME,
    ),
    "volume_patches_same": row(
        lambda ms, x: ms.ops.ExtractVolumePatches([1, 1, 2, 2, 2], [1, 1, 1, 2, 1], "same")(x),
        VOLUME,
    ),
}
group(__name__, "windows", WINDOWS, grad=False, rtol=1e-4, atol=1e-5, jit=False)

SIZES: Rows = {
    "line": row(lambda ms, x: ms.ops.ResizeLinear1D()(x, (5,)), LINE),
    "line_half": row(
        lambda ms, x: ms.ops.ResizeLinear1D(coordinate_transformation_mode="half_pixel")(x, (5,)),
        LINE,
    ),
    "nearest": row(lambda ms, x: ms.ops.UpsampleNearest3D()(x, (3, 4, 5), None), VOLUME),
    "nearest_scales": row(
        lambda ms, x: ms.ops.UpsampleNearest3D()(x, None, (1.0, 1.5, 2.0)), VOLUME
    ),
    "trilinear": row(
        lambda ms, x: ms.ops.UpsampleTrilinear3D(align_corners=True)(x, (3, 4, 5), None), VOLUME
    ),
    "trilinear_half": row(lambda ms, x: ms.ops.UpsampleTrilinear3D()(x, (3, 4, 5), None), VOLUME),
    "average": row(
        lambda ms, x: ms.ops.FractionalAvgPool([1.0, 2.0, 3.0, 1.0])(x), rand(1, 4, 6, 2)
    ),
}
each(__name__, SIZES)


# Windows of one length: where the numbers drawn do not matter.
POOLS: Rows = {}
WHOLE = rand(1, 6, 4, 2, seed=3)
for _name in ("FractionalMaxPool", "FractionalAvgPool"):
    POOLS[f"{_name}_pseudo"] = row(
        lambda ms, x, name=_name: getattr(ms.ops, name)(
            pooling_ratio=[1.0, 3.0, 2.0, 1.0], pseudo_random=True, overlapping=True
        )(x),
        WHOLE,
    )
    POOLS[f"{_name}_fixed"] = row(
        lambda ms, x, name=_name: getattr(ms.ops, name)(
            pooling_ratio=[1.0, 3.0, 2.0, 1.0], deterministic=True, seed=5, seed2=7
        )(x),
        WHOLE,
    )
group(__name__, "pools", POOLS, grad=False, jit=False)

OVERLAPS = rand(5, 5, seed=4, low=0, high=1)
STAYING: Rows = {
    "overlaps": row(
        lambda ms, o, s: ms.ops.NonMaxSuppressionWithOverlaps()(o, s, *numbers(ms, 4, 0.6, 0.4)),
        OVERLAPS,
        SCORES,
    ),
    "few": row(
        lambda ms, o, s: ms.ops.NonMaxSuppressionWithOverlaps()(o, s, *numbers(ms, 1, 0.6, 0.4)),
        OVERLAPS,
        SCORES,
    ),
    "combined": row(
        lambda ms, b, s: ms.ops.CombinedNonMaxSuppression()(b, s, *numbers(ms, 2, 3, 0.5, 0.2)),
        BOXES.reshape(1, 5, 1, 4) / 6,
        np.stack((SCORES, SCORES[::-1]), 1)[None],
    ),
    "combined_padded": row(
        lambda ms, b, s: ms.ops.CombinedNonMaxSuppression(pad_per_class=True, clip_boxes=False)(
            b, s, *numbers(ms, 1, 9, 0.5, 0.2)
        ),
        BOXES.reshape(1, 5, 1, 4),
        np.stack((SCORES, SCORES[::-1]), 1)[None],
    ),
    "combined_own": row(
        lambda ms, b, s: ms.ops.CombinedNonMaxSuppression()(b, s, *numbers(ms, 3, 5, 0.3, 0.0)),
        np.stack((BOXES, BOXES[::-1] / 3), 1)[None],
        np.stack((SCORES, SCORES[::-1]), 1)[None],
    ),
    "boxes": row(
        lambda ms, b, s: ms.ops.NonMaxSuppressionV3()(b, s, *numbers(ms, 3, 0.5, 0.0)),
        BOXES,
        SCORES,
        formula=lambda b, s: np.array([3, 0, 4], np.int32),
    ),
    "valid": row(
        lambda ms, b, m: ms.ops.check_valid(b, m),
        np.array([[0, 0, 10, 10], [0, 0, 100, 100]], np.float32),
        np.array([50, 50, 1], np.float32),
    ),
}
group(__name__, "staying", STAYING, grad=False, jit=False)


def patches(x: np.ndarray) -> np.ndarray:
    """Rows 0 and 2, columns 0 and 1 apart, of a picture of one channel, in steps of (1, 2)."""
    spots = [
        [x[0, 0, i + a, j + b] for j in (0, 2)] for a in (0, 2) for b in (0, 1) for i in (0, 1)
    ]
    return np.array(spots, np.float32).reshape(4, 2, 2)[None]


def dilated(x: np.ndarray, f: np.ndarray) -> np.ndarray:
    result = np.full((1, 1, 2, 2), -np.inf, np.float32)
    for i, j, a, b in np.ndindex(2, 2, 2, 2):
        result[0, 0, i, j] = max(result[0, 0, i, j], x[0, 0, i + a, j + b] + f[0, a, b])
    return result


def widened(x: np.ndarray, f: np.ndarray) -> np.ndarray:
    """The same over a rim of -inf below and on the right."""
    edge = np.pad(x, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=-np.inf)
    result = np.full((1, 1, 3, 3), -np.inf, np.float32)
    for i, j, a, b in np.ndindex(3, 3, 2, 2):
        result[0, 0, i, j] = max(result[0, 0, i, j], edge[0, 0, i + a, j + b] + f[0, a, b])
    return result


SQUARE, FILTER = rand(1, 1, 3, 3), rand(1, 2, 2)
# MindSpore's CPU has no kernel for these.
FORMULAS: Rows = {
    "patches": row(
        lambda ms, x: ms.ops.ExtractImagePatches(
            ksizes=[1, 1, 2, 2], strides=[1, 1, 1, 2], rates=[1, 1, 2, 1], padding="valid"
        )(x),
        rand(1, 1, 4, 4),
        formula=patches,
    ),
    "dilation": row(
        lambda ms, x, f: ms.ops.Dilation2D(
            stride=1, dilation=1, pad_mode="VALID", data_format="NCHW"
        )(x, f),
        SQUARE,
        FILTER,
        formula=dilated,
    ),
    "dilation_same": row(
        lambda ms, x, f: ms.ops.Dilation2D((1, 1, 1, 1), (1, 1, 1, 1))(x, f),
        SQUARE,
        FILTER,
        formula=widened,
    ),
}
group(__name__, "formulas", FORMULAS)


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ops, x = ms.ops, ms.Tensor(PLAIN)
    window, offsets = ms.Tensor([2, 3], ms.int32), ms.Tensor(OFFSETS)
    calls = {
        "noise": lambda: ops.ExtractGlimpse(True, True, False, "x"),
        "not_uniform": lambda: ops.ExtractGlimpse(True, True, True, "zero")(x, window, offsets),
        "padding": lambda: ops.ExtractVolumePatches(2, 1, "x"),
        "batch": lambda: ops.ExtractVolumePatches([1, 2, 2, 2, 2], 1, "VALID"),
        "ratio": lambda: ops.FractionalMaxPool((1.0, 1.5, 2.0, 1.0)),
        "mode": lambda: ops.ResizeLinear1D("x"),
        "neither": lambda: ops.UpsampleNearest3D()(ms.Tensor(VOLUME), None, None),
        "flat": lambda: ops.AdjustSaturation()(x[0, 0], ms.Tensor(0.2, ms.float32)),
        "kernel": lambda: ops.ScaleAndTranslate("x"),
    }
    result = {}
    for name, call in calls.items():
        result[name] = run.raises(lambda call=call: (call(), ms.Tensor(0))[1])
    return merge(**result)


@case(jit=False)
def drawn(ms: Any, run: Any) -> Arrays:
    """Sizes alone of what is drawn, and that it lies within its bounds."""
    ops, x, wide = ms.ops, ms.Tensor(PLAIN), ms.Tensor([6, 7], ms.int32)
    result = {}
    for noise in ("uniform", "gaussian"):
        even = noise == "uniform"
        out = ops.ExtractGlimpse(uniform_noise=even, noise=noise)(x, wide, ms.Tensor(OFFSETS))
        result[noise] = {"shape": np.array(out.shape)}
    box = ms.Tensor(np.array([[[0.1, 0.1, 0.8, 0.9]]], np.float32))
    begin, size, part = ops.SampleDistortedBoundingBoxV2(
        seed=3, seed2=1, aspect_ratio_range=(0.5, 2.0), area_range=(0.3, 0.9), max_attempts=200,
        use_image_if_no_bounding_boxes=True,
    )(ms.Tensor([64, 48, 3], ms.int32), box, ms.Tensor([0.1], ms.float32))  # fmt: skip
    top, left, _ = begin.asnumpy()
    rows, columns, depth = size.asnumpy()
    edges = np.array([top / 64, left / 48, (top + rows) / 64, (left + columns) / 48])
    share = rows * columns / (64 * 48)
    within = 0.29 < share < 0.91 and 0.45 < columns / rows < 2.1
    right = np.allclose(part.asnumpy().reshape(-1), edges) and top + rows <= 64 and depth == -1
    result["box"] = {"right": np.array(bool(within and right)), "shape": np.array(part.shape)}
    return merge(**result)
