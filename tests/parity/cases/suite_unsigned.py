"""Ops of UInt16, UInt32 and UInt64, which torch has few kernels for, and of integers and Bool beside floats."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge

U = {name: np.dtype(name) for name in ("uint16", "uint32", "uint64")}
X = np.array([[3, 1, 2], [0, 5, 65000]])
Y = np.array([[1, 2, 60000], [2, 1, 7]])
LARGE = np.array([[2**63 + 5, 1, 2**64 - 1], [7, 2**63, 3]], np.uint64)
OTHER = np.array([[2, 2**63 + 9, 2**63], [2**64 - 2, 3, 4]], np.uint64)
SIGNS = np.array([3, 1, 2, 0, 20, -7])


def _each(run: Any, fn: Any, *arrays: np.ndarray) -> Any:
    return merge(**{name: run(fn, *(a.astype(kind) for a in arrays)) for name, kind in U.items()})


@case
def arithmetic(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return _each(
        run,
        lambda x, y: (
            *(x + y, x - y, x * 2, ops.floor_divide(x, y), ops.remainder(x, y), ops.fmod(x, y)),
            *(ops.pow(y, ops.ones_like(y)), ops.minimum(x, y), ops.truncate_div(x, y)),
            *(ops.bitwise_left_shift(y, ops.ones_like(y)), ops.bitwise_right_shift(x, ops.ones_like(y))),
            *(ops.invert(x), ops.heaviside(x, y), ops.addn([x, y]), ops.cross(x, y, 1), ops.relu(x)),
        ),
        X, Y,
    )  # fmt: skip


@case
def comparisons(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return _each(
        run,
        lambda x, y: (
            *(ops.less(x, y), ops.less_equal(x, y), ops.greater(x, y), ops.greater_equal(x, y)),
            *(ops.equal(x, y), ops.logical_and(x, y), ops.logical_not(x), ops.logical_xor(x, y)),
        ),
        X, Y,
    )  # fmt: skip


@case
def reductions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return _each(
        run,
        lambda x: (
            *(ops.sum(x), ops.sum(x, 1), x.sum(), ops.prod(x, 1), ops.mean(x), ops.amax(x, 1)),
            *(ops.max(x, 1), ops.argmax(x, 1), ops.argmin(x, 1), ops.min(x, 1), x.max(), x.min()),
            *(ops.cumsum(x, 1), ops.cummax(x, 1), ops.cummin(x, 1), ops.trace(x), x.cumsum(0)),
        ),
        X,
    )  # fmt: skip


@case
def places(ms: Any, run: Any) -> Any:
    ops = ms.ops
    rows = np.array([[0], [1]], np.int32)
    mask = np.array([[True, False, True], [True, True, False]])
    kinds = {}
    for name, kind in U.items():
        kinds[name] = run(
            lambda x, y, at, on: (
                *(ops.topk(x, 2), ops.nonzero(x), ops.tril(x), ops.masked_select(x, on)),
                *(ops.tensor_scatter_max(x, at, y), ops.tensor_scatter_sub(x, at, y)),
                *(ops.unsorted_segment_max(x, at[:, 0], 2), ops.where(on, x, y)),
            ),
            *(X.astype(kind), Y.astype(kind), rows, mask),
        )
    return merge(**kinds)


@case(jit=False)
def items(ms: Any, run: Any) -> Any:
    def written(x: Any) -> Any:
        x = x.copy()
        x[ms.Tensor([0, 1])] = 1
        x[ms.Tensor([False, False])] = 7
        return x, x[ms.Tensor([1])]

    return _each(run, lambda x: written(x.astype(ms.int64).astype(x.dtype)), X * 0 + 3)


@case(jit=False)
def large(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(x + y, x - y, x * y, ops.maximum(x, y), ops.minimum(x, y), ops.less(x, y)),
            *(ops.greater_equal(x, y), ops.max(x, 1), ops.topk(x, 2), ops.cummax(x, 1)),
            *(ops.argmax(x, 1), ops.bitwise_and(x, y), ops.cumsum(x, 1), ops.nonzero(x), ops.invert(x)),
            *(ops.masked_select(x, ops.equal(x, x)), ops.tril(x), ops.amax(x), ops.logical_not(x)),
        ),
        LARGE, OTHER,
    )  # fmt: skip


@case
def integers(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        **{
            kind.__name__: run(
                lambda x: (ops.hardswish(x), ops.hardsigmoid(x), ops.hardtanh(x), ops.frac(x), ops.trunc(x)),
                SIGNS.astype(kind),
            )
            for kind in (np.int8, np.int16, np.int32, np.int64)
        },
        selu=run(lambda x: ops.selu(x), SIGNS.astype(np.int32)),
        small=run(lambda x: ops.selu(x), SIGNS.astype(np.int8)),
        bins=run(lambda x: ops.histc(x, 3, 0.0, 6.0), SIGNS.astype(np.int32)),
        half=run(lambda x: ops.histc(ops.stop_gradient(x), 3, 0.0, 6.0), SIGNS.astype(np.float16)),
        inverse=run(lambda x: ops.inv(x), (SIGNS + 9).astype(np.int32)),
        windows=run(lambda x: ops.unfold(x, 2), np.arange(9).reshape(1, 1, 3, 3).astype(np.int64)),
        sums=run(lambda x: (x.cumsum(0), ms.ops.cumsum(x, 0), ms.ops.trace(x.reshape(2, 3))), SIGNS.astype(np.int8)),
    )  # fmt: skip


@case
def flags(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x, y: (
            *(ops.relu(x), ops.trunc(x), ops.frac(x), ops.hardtanh(x), ops.leaky_relu(x)),
            *(ops.threshold(x, 1, 2), ops.subtract(x, y), ops.argmax(x), x.cumsum(0)),
        ),
        np.array([True, False, True]),
        np.array([True, True, False]),
    )


@case(jit=False)
def others(ms: Any, run: Any) -> Any:
    ops, mnp = ms.ops, ms.numpy
    halves = np.random.RandomState(0).rand(3, 40).astype(np.float16)
    square = np.array([[4, 1], [2, 3]], np.float16)
    return merge(
        running=run(lambda x: (ops.cumsum(x, 1), ops.CumSum(True, True)(x, 0)), halves),
        determinant=run(lambda x: ops.det(ops.stop_gradient(x)), square),
        length=run(lambda x: ops.abs(x), np.array([3 + 4j, -1j], np.complex64)),
        direction=run(lambda x: ops.sign(x), np.array([3 + 4j, 0], np.complex64)),
        every=run(lambda x: (ops.all(x), ops.all(x, 0)), np.array([[1, 0], [2, 3]], np.uint8)),
        divisors=run(
            lambda x, y: (mnp.gcd(ops.stop_gradient(x), y), mnp.lcm(ops.stop_gradient(x), y)),
            np.array([6.0, 6.5, 0.0], np.float32),
            np.array([4, 2, 3], np.int32),
        ),
        same=run(lambda x: mnp.diff(x, 0, append=3), np.array([1, 5, 2], np.int32)),
        steps=run(lambda: ops.range(ms.Tensor(0.0, ms.float64), ms.Tensor(3.0, ms.float64),
            ms.Tensor(1.0, ms.float64))),
        arange=run(lambda: (ops.arange(0, 3, dtype=ms.complex64), ops.arange(0, 3, dtype=ms.bool_))),
    )  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    ops, Tensor = ms.ops, ms.Tensor
    pair = [
        Tensor(np.ones(n, kind))
        for n, kind in ((3, np.float16), (3, np.float32), (2, np.float32), (3, np.float64))
    ]
    sums = ops.SquareSumAll()
    return merge(
        number=run.raises(lambda: ms.nn.L1Regularizer(0.5)(1)),
        dtypes=run.raises(lambda: sums(pair[0], pair[1])),
        shapes=run.raises(lambda: sums(pair[1], pair[2])),
        doubles=run.raises(lambda: sums(pair[3], pair[3])),
        several=run.raises(lambda: ms.mint.full((2,), Tensor([1.0, 2.0]))),
        whole=run.raises(lambda: ops.frac(Tensor(np.ones(2, np.complex64)))),
    )  # fmt: skip
