"""Elementwise primitives: what they are called with, and their settings."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.tables import Formula, Row, formulas, table

ODDS = rand(2, 3, low=0.1, high=0.9)
X, Y = rand(2, 3), rand(2, 3, seed=1)
EDGES = np.array([[np.nan, np.inf, -np.inf], [0.5, -1.5, 0.0]], np.float32)
WHOLE = np.array([[12, 18, 7], [5, 64, 9]], np.int32)
SMALL = np.array([[1, 2, 3], [3, 4, 0]], np.int32)
COMPLEX = (X + 1j * Y).astype(np.complex64)

GRADED: dict[str, Row] = {
    "arcs": (
        lambda ms, x: (
            ms.ops.ACos()(x),
            ms.ops.Asin()(x),
            ms.ops.Atan()(x),
            ms.ops.Acosh()(x + 1),
            ms.ops.Asinh()(x),
            ms.ops.Atanh()(x),
        ),
        (ODDS,),
    ),
    "curves": (
        lambda ms, x: (
            ms.ops.Cosh()(x),
            ms.ops.Sinh()(x),
            ms.ops.Erfc()(x),
            ms.ops.Expm1()(x),
            ms.ops.Log1p()(x + 2.5),
            ms.ops.Sinc()(x),
        ),
        (X,),
    ),
    "odds": (
        lambda ms, x: (
            ms.ops.Erfinv()(x),
            ms.ops.Logit(eps=0.3)(x),
            ms.ops.Logit()(x),
        ),
        (ODDS,),
    ),
    "pairs": (
        lambda ms, x, y: (
            ms.ops.Atan2()(x, y),
            ms.ops.Xlogy()(x, y + 3),
            ms.ops.Lerp()(x, y, x * y),
            ms.ops.Addcdiv()(x, y, x + 4, ms.Tensor(0.5, ms.float32)),
            ms.ops.Addcmul()(x, y, x + 4, ms.Tensor(0.5, ms.float32)),
        ),
        (X, Y),
    ),
    "lgamma": (lambda ms, x: ms.ops.Mvlgamma(p=2)(x + 3), (X,)),
    "filled": (lambda ms, x: ms.ops.NanToNum(nan=0.5, posinf=9.0, neginf=-7.0)(x), (EDGES,)),
    "filled_default": (lambda ms, x: ms.ops.NanToNum()(x), (EDGES,)),
    "elu": (lambda ms, x: ms.ops.Elu(alpha=1.0)(x), (X,)),
    "glu": (lambda ms, x: ms.ops.GLU(axis=0)(x), (rand(4, 3),)),
}
PLAIN: dict[str, Row] = {
    "steps": (
        lambda ms, x: (
            ms.ops.Ceil()(x),
            ms.ops.Trunc()(x),
            ms.ops.Sign()(x),
            ms.ops.Round()(x),
        ),
        (X,),
    ),
    "finite": (lambda ms, x: (ms.ops.IsFinite()(x), ms.ops.IsInf()(x)), (EDGES,)),
    "close": (
        lambda ms, x: (
            ms.ops.IsClose(rtol=0.2, atol=0.1, equal_nan=True)(x, x * 1.1),
            ms.ops.IsClose(rtol=0.2)(x, x * 1.3),
            ms.ops.IsClose(atol=0.2)(x, x + 0.1),
            ms.ops.IsClose()(x, x + 0.1),
        ),
        (EDGES,),
    ),
    "near": (lambda ms, x, y: ms.ops.ApproximateEqual(tolerance=1.0)(x, y), (X, Y)),
    "next": (lambda ms, x, y: ms.ops.NextAfter()(x, y), (X, Y)),
    "whole": (
        lambda ms, x, y: (
            ms.ops.Gcd()(x, y),
            ms.ops.LeftShift()(x, y),
            ms.ops.RightShift()(x, y),
        ),
        (WHOLE, SMALL),
    ),
    "xor": (lambda ms, x, y: ms.ops.LogicalXor()(x > 0, y > 0), (X, Y)),
    "parts": (
        lambda ms, x: (ms.ops.Angle()(x), ms.ops.Conj()(x), ms.ops.Real()(x)),
        (COMPLEX,),
    ),
    "joined": (lambda ms, x, y: (ms.ops.Complex()(x, y), ms.ops.Polar()(x, y)), (X, Y)),
    "any": (
        lambda ms, x: (
            ms.ops.ReduceAny(keep_dims=True)(x > 0.5, 0),
            ms.ops.ReduceAny()(x > 0.5, (1,)),
        ),
        (X,),
    ),
    "argmin": (lambda ms, x: ms.ops.Argmin(axis=0, output_type=ms.int64)(x), (X,)),
}
REDUCED: dict[str, Row] = {
    "prod": (lambda ms, x: ms.ops.ReduceProd(keep_dims=True)(x, 1), (X,)),
    "sum_all": (lambda ms, x: ms.ops.ReduceSum(skip_mode=False)(x, ()), (X,)),
    "std": (lambda ms, x: ms.ops.ReduceStd(axis=0, unbiased=False, keep_dims=True)(x), (X,)),
    "cummax": (lambda ms, x: ms.ops.Cummax(axis=0)(x), (rand(4, 3),)),
    "cummin": (lambda ms, x: ms.ops.Cummin(axis=0)(x), (rand(4, 3),)),
    "median": (
        lambda ms, x: ms.ops.Median(global_median=False, axis=1, keep_dims=True, ignore_nan=True)(
            x
        ),
        (np.array([[np.nan, 1, 2], [3, 4, 9]], np.float32),),
    ),
}
HOLES = np.array([[np.nan, 1, 2, 7], [3, 4, 9, 5]], np.float32)
FORMULAS: dict[str, Formula] = {
    # The kernel has no decimals.
    "decimals": (
        lambda ms, x: (ms.ops.Round()(x, 1), ms.ops.Round()(x * 100, -1)),
        lambda x: (np.round(x, 1), np.round(x * 100, -1)),
        (X,),
    ),
    # The primitive hands its kernel one input too few; dtypes are those of ops.count_nonzero.
    "counted": (
        lambda ms, x: (ms.ops.CountNonZero(dims=[0])(x), ms.ops.CountNonZero(dims=1)(x)),
        lambda x: tuple((x != 0).sum(dim).astype(np.int32) for dim in (0, 1)),
        (SMALL,),
    ),
    # The kernel writes the sum of all into every place.
    "skipped": (lambda ms, x: ms.ops.ReduceSum(skip_mode=True)(x, ()), lambda x: x, (X,)),
    "euclidean": (
        lambda ms, x: (
            ms.ops.EuclideanNorm(keep_dims=True)(x, ms.Tensor([1], ms.int32)),
            ms.ops.EuclideanNorm()(x, ms.Tensor([1], ms.int32)),
        ),
        lambda x: (np.linalg.norm(x, axis=1, keepdims=True), np.linalg.norm(x, axis=1)),
        (X,),
    ),
    "quantile": (
        lambda ms, x: (
            ms.ops.Quantile(dim=0, keep_dims=True)(x, ms.Tensor([0.3, 0.8], ms.float32)),
            ms.ops.Quantile(dim=1, ignore_nan=True)(x, ms.Tensor(0.3, ms.float32)),
        ),
        lambda x: (
            np.quantile(x, [0.3, 0.8], 0, keepdims=True).astype(np.float32),
            np.nanquantile(x, 0.3, 1).astype(np.float32),
        ),
        (HOLES,),
    ),
}
table(__name__, GRADED, rtol=1e-4, atol=1e-5)
table(__name__, PLAIN, grad=False)
table(__name__, REDUCED, grad=False, rtol=1e-4, atol=1e-5)
formulas(__name__, FORMULAS)
