"""Arguments of mint's reductions, scans and orders."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.together import by_formula, group

CUBE = rand(2, 3, 4, seed=1)
INTS = np.array([[3, 0, 5, 1], [0, 7, 2, 4], [6, 1, 8, 9]], np.int32)


def running(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The smallest so far along axis 0 and where it is, of different numbers."""
    low = np.minimum.accumulate(x, 0)
    at = [[int(np.argmin(x[: i + 1, j])) for j in range(x.shape[1])] for i in range(len(x))]
    return low, np.array(at)


group(
    __name__,
    "truths",
    [
        lambda ms, x: ms.mint.all(x > 0, dim=1, keepdim=True),
        lambda ms, x: ms.mint.any(x > 6, dim=0, keepdim=True),
    ],
    INTS,
)
by_formula(
    __name__,
    "whole_numbers",
    [
        (
            lambda ms, x: ms.mint.argmin(input=x, dim=0, keepdim=True),
            lambda x: np.argmin(x, 0, keepdims=True),
        ),
        (lambda ms, x: ms.mint.count_nonzero(input=x, dim=1), lambda x: (x != 0).sum(1)),
        (
            lambda ms, x: ms.mint.cumsum(input=x, dim=0, dtype=ms.float32),
            lambda x: np.cumsum(x, 0, np.float32),
        ),
        (lambda ms, x: ms.mint.bitwise_not(input=x), lambda x: ~x),
        (lambda ms, x: ms.mint.cummin(input=x, dim=0), running),
        (
            lambda ms, x: ms.mint.median(input=x, dim=0, keepdim=True),
            lambda x: (np.sort(x, 0)[1:2], np.argsort(x, 0)[1:2]),
        ),
        (
            lambda ms, x: ms.mint.kthvalue(input=x, k=3, dim=0, keepdim=True),
            lambda x: (np.sort(x, 0)[2:], np.argsort(x, 0)[2:]),
        ),
        (
            lambda ms, x: ms.mint.argsort(input=x, dim=0, descending=True, stable=True),
            lambda x: np.argsort(-x, 0),
        ),
    ],
    INTS,
)
by_formula(
    __name__,
    "counts",
    [
        (
            lambda ms, x, w: ms.mint.bincount(input=x, weights=w, minlength=9),
            lambda x, w: np.bincount(x, w, 9).astype(np.float32),
        ),
        (
            lambda ms, x, w: ms.mint.histc(input=w, bins=3, min=-1, max=1.5),
            lambda x, w: np.histogram(w, 3, (-1, 1.5))[0].astype(np.float32),
        ),
        (
            lambda ms, x, w: ms.mint.nansum(w.sqrt(), dim=0, dtype=ms.float64),
            lambda x, w: np.sqrt(w[w >= 0]).sum(dtype=np.float64),
        ),
    ],
    np.array([3, 0, 5, 3, 1], np.int32),
    rand(5, seed=2),
)
group(
    __name__,
    "spreads",
    [
        (
            lambda ms, x: ms.mint.std(input=x, dim=1, correction=0, keepdim=True),
            lambda ms, x: ms.ops.std(x, axis=1, ddof=0, keepdims=True),
        ),
        (
            lambda ms, x: ms.mint.var(input=x, dim=(0, 2), correction=2, keepdim=True),
            lambda ms, x: ms.ops.var(x, axis=(0, 2), ddof=2, keepdims=True),
        ),
        (
            lambda ms, x: ms.mint.std_mean(input=x, dim=1, correction=0, keepdim=True),
            lambda ms, x: ms.ops.std_mean(x, axis=1, ddof=0, keepdims=True),
        ),
        (
            lambda ms, x: ms.mint.var_mean(input=x, dim=2, correction=0, keepdim=True),
            lambda ms, x: ms.ops.var_mean(x, axis=2, ddof=0, keepdims=True),
        ),
    ],
    CUBE,
)
group(
    __name__,
    "norms",
    [
        (
            lambda ms, x: ms.mint.norm(x, p=3, dim=1, keepdim=True),
            lambda ms, x: ms.ops.norm(x, 3, 1, True),
        ),
        (
            lambda ms, x: ms.mint.norm(x, dim=2, dtype=ms.float64),
            lambda ms, x: ms.ops.norm(x.astype(ms.float64), dim=2),
        ),
        (
            lambda ms, x: ms.mint.linalg.vector_norm(x=x, ord=3, dim=1, keepdim=True),
            lambda ms, x: ms.ops.norm(x, 3, 1, True),
        ),
        (
            lambda ms, x: ms.mint.linalg.vector_norm(x, dim=0, dtype=ms.float16),
            lambda ms, x: ms.ops.norm(x.astype(ms.float16), 2, 0),
        ),
        (
            lambda ms, x: ms.mint.linalg.matrix_norm(A=x, ord=1, dim=(0, 2), keepdim=True),
            lambda ms, x: ms.ops.matrix_norm(x, 1, (0, 2), True),
        ),
        (
            lambda ms, x: ms.mint.linalg.matrix_norm(x, ord=-1, dtype=ms.float64),
            lambda ms, x: ms.ops.matrix_norm(x.astype(ms.float64), -1),
        ),
    ],
    CUBE,
    rtol=2e-3,
    atol=2e-3,
)
group(
    __name__,
    "orders",
    [
        (
            lambda ms, x: ms.mint.sort(input=x, dim=1, descending=True, stable=True),
            lambda ms, x: [
                (lambda pair: (pair[0], pair[1].astype(ms.int64)))(ms.ops.sort(x, 1, True))
            ],
        ),
        (
            lambda ms, x: ms.mint.topk(input=x, k=2, dim=1, largest=False, sorted=True),
            lambda ms, x: [
                (lambda pair: (pair[0], pair[1].astype(ms.int64)))(
                    ms.ops.topk(x, 2, 1, largest=False)
                )
            ],
        ),
    ],
    CUBE,
)
by_formula(
    __name__,
    "unsorted",
    [
        (
            lambda ms, x: ms.ops.sort(ms.mint.topk(x, 2, dim=1, sorted=False)[0], 1)[0],
            lambda x: np.sort(x, 1)[:, 1:],
        ),
        (lambda ms, x: ms.mint.diff(x, n=2, dim=1), lambda x: np.diff(x, 2, 1)),
        (
            lambda ms, x: ms.mint.diff(x, dim=1, prepend=x[:, :1] * 2, append=x[:, 1:] * 3),
            lambda x: np.diff(x, axis=1, prepend=x[:, :1] * 2, append=x[:, 1:] * 3),
        ),
    ],
    CUBE,
)
