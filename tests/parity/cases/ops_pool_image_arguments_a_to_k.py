"""Arguments of the functions of mindspore.ops, a to k, that pool, cut, join and sample images."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.table import Rows, group, row

LINE = rand(2, 3, 9)
IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
BLOCKS = rand(1, 2, 6, 12, seed=1)
BOXES = np.array([[0.1, 0.05, 0.8, 0.9], [0.5, 0.4, 1.3, 1.2]], np.float32)
OWNERS = np.array([1, 0], np.int32)
PHOTO = rand(2, 5, 6, 3, low=0)
STEPS2 = np.array([[[0.3, 0.8], [0.6, 0.1], [0.2, 0.9], [0.5, 0.4]]] * 2, np.float32)
STEPS3 = np.array([[[0.3, 0.8, 0.5], [0.6, 0.1, 0.9]]], np.float32)

GROUPS: dict[str, Rows] = {
    "adaptive": {
        "avg1": row(lambda ms, x: ms.ops.adaptive_avg_pool1d(x, 3), LINE),
        "avg1_named": row(lambda ms, x: ms.ops.adaptive_avg_pool1d(input=x, output_size=1), LINE),
        "avg3": row(lambda ms, x: ms.ops.adaptive_avg_pool3d(x, (3, None, 2)), VOLUME),
        "avg3_named": row(lambda ms, x: ms.ops.adaptive_avg_pool3d(input=x, output_size=2), VOLUME),
        "max1": row(lambda ms, x: ms.ops.adaptive_max_pool1d(x, 3), LINE),
        "max1_named": row(lambda ms, x: ms.ops.adaptive_max_pool1d(input=x, output_size=1), LINE),
        "max2": row(
            lambda ms, x: ms.ops.adaptive_max_pool2d(x, (4, 2), return_indices=True), IMAGE
        ),
        "max3": row(lambda ms, x: ms.ops.adaptive_max_pool3d(x, (3, 2, 2)), VOLUME),
        "max3_where": row(
            lambda ms, x: ms.ops.adaptive_max_pool3d(input=x, output_size=3, return_indices=True),
            VOLUME,
        ),
    },
    "windows": {
        "ceil": row(lambda ms, x: ms.ops.avg_pool1d(x, 4, 3, 1, ceil_mode=True), LINE),
        "without_pad": row(
            lambda ms, x: ms.ops.avg_pool1d(x, 4, 3, 1, count_include_pad=False), LINE
        ),
        "both": row(lambda ms, x: ms.ops.avg_pool1d(x, 4, 2, 2, True, False), LINE),
        "fractional": row(
            lambda ms, x, s: ms.ops.fractional_max_pool2d(
                x, (2, 3), (4, 2), return_indices=True, _random_samples=s
            ),
            IMAGE,
            STEPS2,
            grad=False,
        ),
        "fractional_ratio": row(
            lambda ms, x, s: ms.ops.fractional_max_pool2d(
                input=x, kernel_size=2, output_ratio=(0.5, 0.7), _random_samples=s
            ),
            IMAGE,
            STEPS2,
            grad=False,
        ),
        "fractional_ints": row(
            lambda ms, x, s: ms.ops.fractional_max_pool2d(x, 2, (4, 2), _random_samples=s),
            (np.abs(IMAGE) * 9).astype(
                np.int32
            ),  # MindSpore's kernel starts from 0, not from the least
            STEPS2,
        ),
        "fractional_half": row(
            lambda ms, x, s: ms.ops.fractional_max_pool2d(x, 2, (4, 2), _random_samples=s),
            IMAGE.astype(np.float16),
            STEPS2,
            grad=False,
        ),
        "fractional3": row(
            lambda ms, x, s: ms.ops.fractional_max_pool3d(
                x, (2, 3, 1), (2, 2, 3), return_indices=True, _random_samples=s
            ),
            VOLUME,
            STEPS3,
        ),
        "fractional3_ratio": row(
            lambda ms, x, s: ms.ops.fractional_max_pool3d(
                input=x, kernel_size=2, output_ratio=(0.5, 0.7, 0.5), _random_samples=s
            ),
            VOLUME,
            STEPS3,
        ),
    },
    "blocks": {
        "shuffled": row(lambda ms, x: ms.ops.channel_shuffle(x=x, groups=2), IMAGE, grad=False),
        "fold_dilated": row(
            lambda ms, x: ms.ops.fold(x, _size(ms, 6, 5), (3, 2), dilation=(2, 1)), rand(1, 12, 8)
        ),
        "fold_padded": row(
            lambda ms, x: ms.ops.fold(x, _size(ms, 6, 5), 2, padding=(1, 0), stride=(2, 1)),
            rand(1, 12, 16),
        ),
        "col2im": row(
            lambda ms, x: ms.ops.col2im(
                input_x=x,
                output_size=_size(ms, 5, 6),
                kernel_size=(3, 2),
                dilation=(2, 1),
                padding_value=(1, 0),
                stride=(1, 2),
            ),
            rand(1, 2, 6, 9),
        ),
    },
    "sampling": {
        "grid_corners": row(
            lambda ms, t: ms.ops.affine_grid(t, (2, 3, 4, 5), align_corners=True), rand(2, 2, 3)
        ),
        "grid3_corners": row(
            lambda ms, t: ms.ops.affine_grid(t, (1, 2, 2, 3, 4), True), rand(1, 3, 4)
        ),
        "crop": row(
            lambda ms, x, b, i: ms.ops.crop_and_resize(
                image=x, boxes=b, box_indices=i, crop_size=(3, 4), extrapolation_value=0.5
            ),
            PHOTO,
            BOXES,
            OWNERS,
        ),
        "crop_nearest": row(
            lambda ms, x, b, i: ms.ops.crop_and_resize(x, b, i, (3, 4), "nearest", -1.0),
            PHOTO,
            BOXES,
            OWNERS,
            grad=False,
        ),
    },
}


def _size(ms: Any, *sides: int) -> Any:
    return ms.Tensor(sides, ms.int32)


for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, rtol=1e-4, atol=1e-5)


@case(jit=False)
def fractional_refusals(ms: Any, run: Any) -> Arrays:
    result = {}
    for n, x, steps in ((2, IMAGE, STEPS2), (3, VOLUME, STEPS3)):
        pool = getattr(ms.ops, f"fractional_max_pool{n}d")
        calls: dict[str, dict[str, Any]] = {
            "share": {"output_ratio": 1.0},
            "whole": {"output_ratio": 1},
            "neither": {},
            "zero": {"output_size": 0},
            "wide": {"kernel_size": 5, "output_size": 3},
            "float": {"kernel_size": 1.0, "output_size": 2},
            "flag": {"output_size": 2, "return_indices": 1},
            "steps": {"output_size": 2, "_random_samples": ms.Tensor(steps[0])},
            "axes": {"output_size": 2, "_random_samples": ms.Tensor(steps[..., :1])},
            "channels": {"output_size": 2, "_random_samples": ms.Tensor(steps[:, :1])},
        }
        for name, given in calls.items():
            given = {"kernel_size": 2, "_random_samples": ms.Tensor(steps), **given}
            result[f"{name}{n}"] = run.raises(lambda t, g=given, p=pool: p(t, **g), x)
    return merge(**result)
