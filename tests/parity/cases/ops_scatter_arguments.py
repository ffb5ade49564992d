"""Arguments of the functions of mindspore.ops that write at places, l to z."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand
from tests.parity.table import Rows, group, row

X = rand(4, 3, low=1, high=4)
PLACES = np.array([2, 0, 2], np.int32)
PARTS = rand(3, 3, seed=1, low=1, high=3)
POINTS = np.array([[1, 2], [3, 0], [1, 2]], np.int32)
VALUES = np.array([2.0, 3.0, 0.5], np.float32)

IN_PLACE = ("scatter_div", "scatter_min", "scatter_mul")
IN_PLACE_ND = ("add", "div", "max", "min", "mul", "sub", "update")


def parameter(ms: Any) -> Any:
    return ms.Parameter(ms.Tensor(X), name="x")


@case(jit=False)
def slices(ms: Any, run: Any) -> Arrays:
    result = {}
    for name in IN_PLACE:
        x = parameter(ms)
        out = getattr(ms.ops, name)(input_x=x, indices=ms.Tensor(PLACES), updates=ms.Tensor(PARTS))
        result |= {name: out.asnumpy(), f"{name}.left": x.asnumpy()}
    return result


@case(jit=False)
def points(ms: Any, run: Any) -> Arrays:
    """`use_locking` changes no result of one process; the last of two updates of one place stays."""
    result = {}
    for name in IN_PLACE_ND:
        for locks in ((), (True,)) if name != "update" else ((),):
            x = parameter(ms)
            getattr(ms.ops, f"scatter_nd_{name}")(x, ms.Tensor(POINTS), ms.Tensor(VALUES), *locks)
            result[f"{name}.{len(locks)}"] = x.asnumpy()
    return result


SEGMENTS: Rows = {
    "prod": row(
        lambda ms, x, i: ms.ops.unsorted_segment_prod(x=x, segment_ids=i, num_segments=4),
        X,
        np.array([2, 0, 2, 0], np.int32),
    ),
}
group(__name__, "segments", SEGMENTS)
