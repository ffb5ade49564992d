"""Arguments of the reductions, sums along an axis, searches and counts of mindspore.ops, a to k."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, CUBE = rand(3, 4), rand(2, 3, 4, seed=1)
WHERE = CUBE > 0.3
TRUTHS = np.array([[True, False, True], [True, True, True]])
SHORT = rand(3, 2, seed=2)
DRAWN = np.array([3, 0, 1, 3, 3, 5], np.int32)
SHARES = np.array([0.5, 1.5, 2.0, 0.25, 1.0, 3.0], np.float32)
EDGES = [-1.0, 0.0, 0.5, 1.0]
MARKS = np.array([[-1.0, 0.2, 0.5], [3.0, 1.0, -2.0]], np.float32)

GROUPS: dict[str, Rows] = {
    "extremes": {
        "amax": row(
            lambda ms, x, w: ms.ops.amax(x, axis=1, initial=0.9, where=w), CUBE, WHERE, grad=False
        ),
        "amin": row(
            lambda ms, x, w: ms.ops.amin(x, axis=2, keepdims=True, initial=-0.5, where=w),
            CUBE,
            WHERE,
            grad=False,
        ),
        "amax_initial": row(lambda ms, x: ms.ops.amax(x, axis=0, initial=0.0), X, grad=False),
        "amin_initial": row(lambda ms, x: ms.ops.amin(x, axis=0, initial=0.0), X, grad=False),
        "both": row(lambda ms, x: ms.ops.aminmax(input=x, axis=1, keepdims=True), CUBE),
        "both_of_all": row(lambda ms, x: ms.ops.aminmax(x, axis=None), X),
    },
    "counts": {
        "all": row(lambda ms, x: ms.ops.all(x, axis=1, keep_dims=True), TRUTHS),
        "all_of_all": row(lambda ms, x: ms.ops.all(x, keep_dims=True), TRUTHS),
        "bincount": row(lambda ms, x, w: ms.ops.bincount(x, weights=w), DRAWN, SHARES),
        "bincount_long": row(lambda ms, x: ms.ops.bincount(x, minlength=9), DRAWN),
        "histc": row(lambda ms, x: ms.ops.histc(input=x, bins=5, min=-1.0, max=1.5), X, grad=False),
        "histc_free": row(lambda ms, x: ms.ops.histc(x, bins=3), X, grad=False),
    },
    "places": {
        "argsort": row(lambda ms, x: ms.ops.argsort(x, axis=0), X, grad=False),
        "argsort_back": row(lambda ms, x: ms.ops.argsort(x, 1, True), CUBE, grad=False),
        "buckets": row(lambda ms, x: ms.ops.bucketize(x, EDGES), MARKS, grad=False),
        "buckets_right": row(
            lambda ms, x: ms.ops.bucketize(input=x, boundaries=EDGES, right=True), MARKS, grad=False
        ),
    },
    "where": {
        "argwhere": row(lambda ms, x: ms.ops.argwhere(input=x), np.maximum(CUBE, 0), grad=False)
    },
    "along": {
        "cumprod": row(lambda ms, x: ms.ops.cumprod(x, 0, dtype=ms.float64), X, grad=False),
        "cumprod_ints": row(lambda ms, x: ms.ops.cumprod(x, 1, dtype=ms.float32), DRAWN[None]),
        "diff": row(
            lambda ms, x, p, a: ms.ops.diff(x=x, axis=1, prepend=p, append=a),
            X,
            SHORT,
            rand(3, 1, seed=3),
        ),
        "diff_rows": row(lambda ms, x: ms.ops.diff(x, axis=0), X),
        # MindSpore has n=1 alone so far; its documentation says what more would be.
        "diff_twice": row(
            lambda ms, x: ms.ops.diff(x, n=2), CUBE, formula=lambda x: np.diff(np.diff(x))
        ),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows)
