"""Arguments of Tensor's reductions, scans and orders."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.together import by_formula, group

X = rand(3, 4)
CUBE = rand(2, 3, 4, seed=1)
MASK = np.array([[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1]], bool)
HOLED = np.where(MASK, X, np.nan).astype(np.float32)

group(
    __name__,
    "extremes",
    [
        lambda ms, x: x.amax(axis=1, keepdims=True),
        lambda ms, x: x.amin(axis=(0, 2), keepdims=True),
        lambda ms, x: x.aminmax(axis=1, keepdims=True),
        lambda ms, x: x.argmax_with_value(axis=1, keep_dims=True),
        lambda ms, x: x.argmin_with_value(axis=2, keep_dims=True),
        lambda ms, x: x.ptp(axis=1, keepdims=True),
    ],
    CUBE,
)
group(
    __name__,
    "running_extremes",
    [lambda ms, x: x.cummax(axis=1), lambda ms, x: x.cummin(axis=1)],
    CUBE,
    grad=False,
)
group(
    __name__,
    "extremes_where",
    [
        lambda ms, x, m: x.amax(axis=0, initial=0.5, where=m),
        lambda ms, x, m: x.amin(axis=0, initial=-0.5, where=m),
    ],
    X,
    MASK,
)
group(
    __name__,
    "scans",
    [
        lambda ms, x: x.cumprod(1, dtype=ms.float64),
        lambda ms, x: x.logcumsumexp(axis=0),
        lambda ms, x: x.diff(axis=0, prepend=x[:1] * 2, append=x[1:] * 3),
    ],
    X,
)
group(
    __name__,
    "without_nan",
    [
        lambda ms, x: x.nanmean(axis=0, keepdims=True),
        lambda ms, x: x.nanmean(axis=1, dtype=ms.float64),
        lambda ms, x: x.nanmedian(axis=0, keepdims=True),
    ],
    HOLED,
    grad=False,
)
by_formula(
    __name__,
    "quantiles",
    [
        (
            lambda ms, x, y: x.quantile(0.3, axis=1, keepdims=True),
            lambda x, y: np.quantile(x, np.float32(0.3), axis=1, keepdims=True).astype(np.float32),
        ),
        (
            lambda ms, x, y: x.quantile(q=0.7, axis=0),
            lambda x, y: np.quantile(x, np.float32(0.7), axis=0).astype(np.float32),
        ),
        (
            lambda ms, x, y: y.nanquantile(0.3, axis=0, keepdims=True),
            lambda x, y: np.nanquantile(y, np.float32(0.3), axis=0, keepdims=True).astype(
                np.float32
            ),
        ),
        (
            lambda ms, x, y: y.nanquantile(q=0.7, axis=1),
            lambda x, y: np.nanquantile(y, np.float32(0.7), axis=1).astype(np.float32),
        ),
        (lambda ms, x, y: x.diff(n=2, axis=2), lambda x, y: np.diff(x, n=2, axis=2)),
        (lambda ms, x, y: (y > 0).nonzero(as_tuple=True), lambda x, y: np.nonzero(y > 0)),
    ],
    CUBE,
    HOLED,
)
group(
    __name__,
    "diagonals",
    [
        lambda ms, x: x.trace(offset=1, axis1=1, axis2=2),
        lambda ms, x: x.diagonal(offset=-1, axis1=1, axis2=2),
        lambda ms, x: x[0].diagflat(offset=-2),
    ],
    CUBE,
)
group(
    __name__,
    "norms",
    [
        lambda ms, x: x.norm(ord=1, dim=1, keepdim=True),
        lambda ms, x: x.norm(ord=3, dim=0, dtype=ms.float16),
        lambda ms, x: x.renorm(p=1, axis=1, maxnorm=1.5),
        lambda ms, x: x.sum_to_size((1, 4)),
    ],
    X,
)
group(
    __name__,
    "orders",
    [
        lambda ms, x: x.top_k(2, sorted=False)[0].sort(1)[0],
        lambda ms, x: x.trace(dtype=ms.float16),
    ],
    np.array([[3, 0, 5, 1], [0, 7, 2, 9]], np.float32),
    grad=False,
)
group(
    __name__,
    "runs",
    [
        lambda ms, x: x.unique_consecutive(return_inverse=True, return_counts=True),
        lambda ms, x: x.unique_consecutive(dim=0, return_counts=True),
        lambda ms, x: x[:, 0].unique_with_pad(pad_num=-7),
    ],
    np.array([[3, 1, 5, 5], [2, 2, 4, 9], [1, 0, 2, 3], [1, 0, 2, 3]], np.int64),
    jit=False,
)
by_formula(
    __name__,
    "searched",
    [
        (
            lambda ms, x, v, s: x.searchsorted(v, sorter=s),
            lambda x, v, s: np.searchsorted(x, v, sorter=s).astype(np.int32),
        )
    ],
    np.array([3.0, 1.0, 9.0, 5.0], np.float32),
    np.array([2.0, 6.0], np.float32),
    np.array([1, 0, 3, 2]),
)
