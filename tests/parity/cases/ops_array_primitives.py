"""Primitives and functions of elements: searches, sets, fills, scans, medians, distances, draws; least squares."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

INT = np.int32
X = rand(3, 4)
SORTED = np.array([[0, 2, 4, 6.0], [1, 2, 2, 3.0]], np.float32)
WANTED = np.array([[1, 2, 7, -1.0], [2, 0, 3, 9.0]], np.float32)


@case
def arrays(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        unravel=run(ops.UnravelIndex(), np.array([22, 41, 37], INT), np.array([7, 6], INT)),
        lower=run(ops.LowerBound(), SORTED, WANTED, grad=False),
        upper=run(ops.UpperBound(ms.int64), SORTED, WANTED, grad=False),
        eps=run(ops.eps, X, grad=False),
        half=run(ops.Eps(), X.astype(np.float16), grad=False),
        nth=run(lambda x: ops.NthElement()(x, 1), X, grad=False),
        largest=run(lambda x: ops.NthElement(True)(x, 1), X, grad=False),
        padding=run(lambda x: ops.padding(x, 4), rand(3, 1)),
        Padding=run(ops.Padding(), rand(3, 1)),
        histogram=run(
            ops.Histogram(4, 0.0, 3.0), np.array([1.0, 2, 1, 0, 3], np.float32), grad=False
        ),
        shuffle=run(ops.ChannelShuffle(2), rand(1, 4, 2, 2), grad=False),
        i0=run(ops.i0, X),
        identity=run(lambda a, b: ops.IdentityN()((a, b)), X, X, grad=False),
        diagonal=run(ops.FillDiagonal(9.0), X, grad=False),
        wrapped=run(ops.FillDiagonal(9.0, wrap=True), rand(7, 2), grad=False),
        cube=run(ops.FillDiagonal(9.0), rand(2, 2, 2), grad=False),
    )


@case(jit=False)
def sets(ms: Any, run: Any) -> Any:
    ops = ms.ops
    a, b = np.array([1, 3, -1], np.int64), np.array([5, 6], np.int64)
    return merge(
        difference=run(ops.ListDiff(), np.arange(1, 7), np.array([1, 3, 5])),
        wide=run(ops.ListDiff(ms.int64), np.arange(1, 7), np.array([1, 3, 5])),
        product=run(ops.cartesian_prod, a, b),
        one=run(ops.cartesian_prod, a),
        expand=run(
            lambda x: ops.expand(x, ms.Tensor([3, 2, -1], ms.int32)), rand(2, 1), grad=False
        ),
        pairs=run(ops.combinations, a),
        again=run(lambda x: ops.combinations(x, 3, True), a),
        many=run(lambda x: ops.combinations(x, 3), b),
        coalesce=run(
            ops.coalesce,
            *(
                np.array([[0, 0, 1], [1, 1, 2]]),
                np.array([1.0, 5, 4], np.float32),
                np.array([3, 3]),
            ),
            grad=False,
        ),
    ) | {"inverse": np.array(ops.InvertPermutation()((2, 0, 1)))}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        padding=run.raises(lambda x: ops.padding(x, 4), X),
        permutation=run.raises(lambda: ops.InvertPermutation()((0, 0))),
        tensor=run.raises(lambda x: ops.InvertPermutation()(x), np.array([1, 0])),
        bins=run.raises(lambda: ops.HistogramFixedWidth(5, "int64")),
        eps=run.raises(ops.eps, np.array([1, 2])),
        matrix=run.raises(ops.combinations, X),
        colours=run.raises(ops.RGBToHSV(), X),
    )


@case(rtol=1e-4, atol=1e-5)
def scans_and_medians(ms: Any, run: Any) -> Any:
    ops = ms.ops
    scan = ops.CumulativeLogsumexp
    axis = ms.Tensor(1)
    result = {
        f"scan{e}{r}": run(lambda x, e=e, r=r: scan(e, r)(x, axis), X, grad=False)
        for e in (False, True)
        for r in (False, True)
    }
    odd = rand(3, 5, seed=4)
    median = importlib.import_module(f"{ms.__name__}.ops.operations.math_ops").Median
    result["median"] = run(median(axis=1), odd, grad=False)
    result["keep"] = run(median(axis=0, keep_dims=True), odd, grad=False)
    result["whole"] = run(median(True), odd, grad=False)
    return merge(**result)


@case(jit=False)
def edit_distance(ms: Any, run: Any) -> Any:
    hypothesis = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]], [1, 2, 7, 3], [2, 2, 2]
    truth = (
        [[0, 1, 0], [0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 0, 0], [1, 0, 1]],
        [4, 1, 2, 3, 2, 9],
        [2, 2, 2],
    )
    given = [ms.Tensor(v, ms.int64) for v in (*hypothesis, *truth)]
    return {str(n): ms.ops.EditDistance(n)(*given).asnumpy() for n in (True, False)}


@case(rtol=1e-4, atol=1e-5)
def solving(ms: Any, run: Any) -> Any:
    return run(ms.ops.Lstsq(), rand(4, 2), rand(4, 1, seed=2), grad=False)


@case(jit=False)
def draws(ms: Any, run: Any) -> Any:
    ops, shape, rate = ms.ops, ms.Tensor([2, 2], ms.int32), ms.Tensor([1.0, 2.0])
    result = (
        ops.Bernoulli(seed=3)(ms.Tensor(X), ms.Tensor([0.5])),
        ops.RandomGamma(seed=1)(shape, rate),
        ops.RandomPoisson(seed=1)(shape, rate),
    )
    return {f"{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(result)}
