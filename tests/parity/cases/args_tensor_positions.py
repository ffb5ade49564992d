"""Arguments of Tensor's methods that read and write at positions, in place as well."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand
from tests.parity.together import by_formula, group

X = rand(3, 4)
ROWS = np.array([[0], [2], [0]], np.int32)
PAIRS = np.array([[0, 1], [2, 3], [0, 1]], np.int32)


def added(x: np.ndarray, where: Any, values: np.ndarray) -> np.ndarray:
    """A copy with all `values` added, those for one place one after the other."""
    out = x.copy()
    np.add.at(out, where, values)
    return out


group(
    __name__,
    "scattered",
    [
        lambda ms, x, i, u: x.scatter_sub(indices=i, updates=u),
        lambda ms, x, i, u: x.scatter_mul(indices=i, updates=u),
        lambda ms, x, i, u: x.scatter_div(indices=i, updates=u),
        lambda ms, x, i, u: x.scatter_max(indices=i, updates=u),
        lambda ms, x, i, u: x.scatter_min(indices=i, updates=u),
        lambda ms, x, i, u: x.gather_nd(indices=i),
    ],
    X,
    PAIRS,
    np.array([0.5, -1.5, 2.0], np.float32),
    grad=False,
)
group(
    __name__,
    "replaced",
    [
        lambda ms, x, s: x.diagonal_scatter(src=s[:3, 0], offset=1, dim1=0, dim2=1),
        lambda ms, x, s: x.diagonal_scatter(s[:3, 0], -1, dim1=1, dim2=0) * 2,
        lambda ms, x, s: x.select_scatter(src=s[:3, 0], axis=1, index=2),
        lambda ms, x, s: x.slice_scatter(src=s[:3, :2], axis=1, start=1, end=4, step=2),
    ],
    X,
    rand(4, 3, seed=1),
)
group(
    __name__,
    "rewritten",
    [
        lambda ms, x, i, s: x.index_fill(axis=1, index=i, value=9.0),
        lambda ms, x, i, s: x.inplace_update(v=s, indices=(2, 0)),
        lambda ms, x, i, s: x.index_put(indices=(i, i), values=s[:, 0], accumulate=True),
    ],
    X,
    np.array([2, 2], np.int32),
    rand(2, 4, seed=1),
    grad=False,
)
group(
    __name__,
    "chosen",
    [lambda ms, i: i.choose(choices=[i, i * 3, i * 5], mode="wrap")],
    np.array([5, -1, 0], np.int32),
)
group(
    __name__,
    "segments",
    [
        lambda ms, x, i: x.unsorted_segment_max(segment_ids=i, num_segments=4),
        lambda ms, x, i: x.unsorted_segment_min(segment_ids=i, num_segments=4),
        lambda ms, x, i: x.unsorted_segment_prod(segment_ids=i, num_segments=4),
    ],
    X,
    np.array([2, 0, 2], np.int32),
    grad=False,
)
by_formula(
    __name__,
    "in_place",
    [
        (
            lambda ms, x, i, s: (x * 1).clamp_(min=-0.5, max=0.5),
            lambda x, i, s: np.clip(x, -0.5, 0.5),
        ),
        (
            lambda ms, x, i, s: (x * 1).index_add_(dim=1, index=i, source=s, alpha=2),
            lambda x, i, s: added(x, (slice(None), i), 2 * s),
        ),
        (
            lambda ms, x, i, s: (x * 1).scatter_add_(dim=0, index=(i - 1).reshape(2, 1), src=s),
            lambda x, i, s: added(x, (i - 1, 0), s[:2, 0]),
        ),
        (
            lambda ms, x, i, s: (x * 1).index_put_(
                indices=(i, i), values=s[:2, 0], accumulate=True
            ),
            lambda x, i, s: added(x, (i, i), s[:2, 0]),
        ),
    ],
    X,
    np.array([2, 2]),
    rand(3, 2, seed=1),
)


@case(jit=False)
def assigned(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor(X)
    again = x.assign_value(value=ms.Tensor(X * 2))
    return {"x": x.asnumpy(), "again": again.asnumpy()}
