"""Reductions and scans: values, dtypes, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3, 4)
P = rand(2, 3, low=0.5, seed=3)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)
FLAGS = np.array([[True, False, True], [False, False, True]])


@case
def sums_and_means(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.sum(x),
                ops.sum(x, 0),
                ops.sum(x, (0, 2), keepdim=True),
                ops.sum(x, [1], dtype=ms.float64),
            ),
            *(
                ops.mean(x),
                ops.mean(x, -1),
                ops.mean(x, (0, 1), True),
                ops.prod(x),
                ops.prod(x, 1, True),
            ),
            *(
                x.sum(),
                x.sum(1),
                x.sum(axis=(0, 1)),
                x.sum(axis=1, keepdims=True),
                x.sum(initial=2.0),
            ),
            *(x.mean(), x.mean(0), x.mean((0, 1), True), x.prod(), x.prod(2)),
        ),
        X,
    )


@case
def old_reductions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.ReduceSum()(x),
                ops.ReduceSum(True)(x, 1),
                ops.ReduceSum(keep_dims=True)(x, (0, 1)),
            ),
            *(ops.ReduceSum()(x, ()), ops.ReduceMean()(x, 0), ops.ReduceMean(keep_dims=True)(x)),
            *(
                ops.ReduceMax()(x),
                ops.ReduceMax(True)(x, -1),
                ops.ReduceMin()(x, 1),
                ops.ReduceProd()(x, 1),
            ),
            *(ops.reduce_sum(x, 1), ops.reduce_mean(x), ops.reduce_max(x, 0), ops.reduce_min(x)),
        ),
        X,
    )


@case
def whole_numbers(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda i, b: (
            *(
                ops.sum(i),
                ops.sum(b),
                ops.mean(i),
                ops.prod(i),
                i.sum(0),
                b.sum(),
                i.mean(),
                i.max(),
                i.min(dim=1),
            ),
            *(
                ops.ReduceSum()(i),
                ops.ReduceSum()(i, 1),
                ops.ReduceMean()(i),
                ops.ReduceMax()(i, 0),
            ),
            *(ops.cumsum(i, 1), ops.CumSum()(i, 0), i.cumsum(0), ops.cumprod(i, 0)),
        ),
        INTS,
        FLAGS,
    )


@case
def extremes(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.max(x),
                ops.max(x, 1),
                ops.max(x, axis=1, keepdims=True),
                ops.min(x),
                ops.min(x, 0),
            ),
            *(ops.amax(x), ops.amax(x, 1), ops.amax(x, (0, 1), True), ops.amin(x), ops.amin(x, -1)),
            *(
                x.max(),
                x.max(dim=0),
                x.max(axis=1),
                x.max(axis=1, return_indices=True),
                x.max(axis=(0, 1)),
            ),
            *(x.max(axis=1, keepdims=True), x.min(), x.min(dim=1), x.min(axis=0)),
            *(ops.ArgMaxWithValue(1)(x), ops.ArgMaxWithValue(axis=0, keep_dims=True)(x)),
            *(ops.ArgMinWithValue()(x), x.ptp()),
        ),
        X,
    )


@case
def positions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(ops.argmax(x), ops.argmax(x, 1), ops.argmax(x, dim=1, keepdim=True), ops.argmin(x)),
            *(
                ops.argmin(x, 0),
                ops.argmin(x, axis=1, keepdims=True),
                ops.Argmax()(x),
                ops.Argmin(0)(x),
            ),
            *(ops.Argmax(axis=0, output_type=ms.int64)(x), x.argmax(), x.argmax(1), x.argmin(0)),
            *(x.argmax(axis=1, keepdims=True), x.argmax(dim=1, keepdim=True)),
        ),
        X,
        grad=False,
    )


@case(rtol=1e-4)
def spread(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(ops.std(x), ops.std(x, 0), ops.std(x, axis=0, ddof=1), ops.var(x), ops.var(x, 1, 1)),
            *(ops.var_mean(x), ops.std_mean(x, 0), x.std(), x.std(0), x.var(), x.var(0, 1, True)),
            *(
                x.std(axis=0, ddof=1, keepdims=True),
                ops.logsumexp(x, 0),
                ops.logsumexp(x, (0, 1), True),
            ),
        ),
        X,
    )


@case
def truth(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda b, i: (
            *(
                ops.all(b),
                ops.any(b),
                ops.all(b, 1),
                ops.any(b, axis=0, keep_dims=True),
                b.all(),
                b.any(),
            ),
            *(b.all(0), b.any(axis=1), b.all(axis=0, keep_dims=True), i.any(), ops.ReduceAny()(b)),
            *(ops.ReduceAll(keep_dims=True)(b, 0), ops.count_nonzero(i), ops.count_nonzero(i, 1)),
            ops.count_nonzero(i, (0,), True, ms.int64),
        ),
        FLAGS,
        INTS,
    )


@case
def scans(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(
                ops.cumsum(x, 0),
                ops.cumsum(x, -1),
                ops.cumsum(x, 1, dtype=ms.float64),
                ops.cumprod(x, 1),
            ),
            *(ops.CumSum()(x, 1), ops.CumSum(True)(x, 0), ops.CumSum(True, True)(x, 1)),
            *(
                ops.CumProd()(x, 0),
                ops.CumProd(exclusive=True)(x, 0),
                ops.CumProd(True, True)(x, 1),
            ),
            *(x.cumsum(), x.cumsum(1), x.cumprod(1), ops.diff(x), x.diff(1, 0)),
        ),
        P,
    )


@case
def running_extremes(ms: Any, run: Any) -> Any:
    return run(lambda x: (ms.ops.cummax(x, 1), ms.ops.cummin(x, 1)), X, grad=False)


@case
def medians(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(lambda x: (ops.median(x), ops.median(x, axis=0, keepdims=True), x.median(1)), P)


@case(rtol=1e-4)
def norms(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (
            *(ops.norm(x), ops.norm(x, 1), ops.norm(x, dim=1), ops.norm(x, float("inf"))),
            *(
                ops.norm(x, "fro", dim=(0, 1)),
                ops.norm(x, 2, dim=1, keepdim=True),
                x.norm(),
                x.norm(dim=0),
            ),
            *(ops.norm(x, dtype=ms.float64), ops.L2Loss()(x)),
        ),
        P,
    )


@case
def clipping(ms: Any, run: Any) -> Any:
    ops = ms.ops
    low, high = np.array(-0.5, np.float32), np.array(1.0, np.float32)
    return merge(
        values=run(
            lambda x: (
                *(
                    ops.clip_by_value(x, -1, 1),
                    ops.clip_by_value(x, clip_value_max=0.5),
                    ops.clamp(x, -1, 1),
                ),
                *(ops.clamp(x, min=0.1), ops.clip(x, -1, 1), x.clip(-1, 1), x.clamp(min=0.0)),
            ),
            X,
        ),
        tensors=run(
            lambda x, a, b: (ops.clip_by_value(x, a, b), ops.clamp(x, a, b)),
            X,
            low,
            high,
            grad=False,
        ),
        ints=run(
            lambda i: (ops.clip_by_value(i, 1, 3), ops.clamp(i, 1, 3), ops.clamp(i, 1.5, 3)), INTS
        ),
        several=run(lambda x, y: ops.clip_by_value([x, y], -1, 1), X, P),
    )


@case
def clipping_norms(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.clip_by_global_norm((x, y)), ops.clip_by_global_norm([x], 2.0)),
            *(ops.clip_by_global_norm((x,), 100.0), ops.clip_by_norm(x, 1.0)),
        ),
        X, P,
    )  # fmt: skip


REFUSED = {
    "axis": lambda ms, x: x.sum(3),
    "axis_text": lambda ms, x: x.sum("a"),
    "mean_of_bool": lambda ms, x: (x > 0).mean(),
    "cumsum_of_bool": lambda ms, x: ms.ops.cumsum(x > 0, 0),
    "clip_nothing": lambda ms, x: ms.ops.clip_by_value(x),
    "std_ddof": lambda ms, x: x.std(ddof=True),
    "norm_axis": lambda ms, x: ms.ops.ReduceSum()(x, 5),
    "keep_dims": lambda ms, x: ms.ops.ReduceSum(1)(x),
}


@case
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms, x), X) for name, fn in REFUSED.items()}
    )
