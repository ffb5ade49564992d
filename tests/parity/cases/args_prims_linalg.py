"""Primitives of matrices: what they are called with, and their settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand
from tests.parity.table import Rows, each, row

X = rand(3, 3)
DEFINITE = (X @ X.T + 2 * np.eye(3)).astype(np.float32)
LOWER = np.linalg.cholesky(DEFINITE).astype(np.float32)
TALL = rand(4, 3, seed=2)
STACK = rand(2, 3, 3, seed=3)
LINES = rand(2, 4, 3, seed=4)

GRADED: Rows = {
    "power": row(lambda ms, x: ms.ops.MatrixPower(n=3)(x), STACK),
    "determinant": row(lambda ms, x: ms.ops.LogMatrixDeterminant()(x), STACK),
    "distances": row(
        lambda ms, x, y: (ms.ops.Cdist(p=1.0)(x, y), ms.ops.Cdist()(x, y)),
        LINES,
        rand(2, 5, 3, seed=5),
    ),
    "renorm": row(lambda ms, x: ms.ops.Renorm(p=3, dim=1, maxnorm=1.0)(x), TALL),
    "trace": row(lambda ms, x: ms.ops.Trace()(x), TALL),
    "dense": row(
        lambda ms, x, w, b: ms.ops.Dense()(x, w, b), TALL, rand(2, 3, seed=6), rand(2, seed=7)
    ),
}
PLAIN: Rows = {
    # MindSpore's gradient of the adjoint is the transposed of the right one.
    "inverse_adjoint": row(lambda ms, x: ms.ops.MatrixInverse(adjoint=True)(x), STACK),
    "cholesky": row(lambda ms, x: (ms.ops.Cholesky(upper=True)(x), ms.ops.Cholesky()(x)), DEFINITE),
    "inverse": row(
        lambda ms, x: (
            ms.ops.CholeskyInverse(upper=True)(x.transpose((1, 0))),
            ms.ops.CholeskyInverse()(x),
        ),
        LOWER,
    ),
    "pairs": row(lambda ms, x: ms.ops.Pdist(p=1.0)(x), TALL),
    "solved": row(
        lambda ms, x, y: ms.ops.CholeskySolve(upper=True)(x, y.transpose((1, 0))),
        rand(3, 2, seed=8),
        LOWER,
    ),
    "adjoint": row(
        lambda ms, a, b: (ms.ops.MatrixSolve(adjoint=True)(a, b), ms.ops.MatrixSolve()(a, b)),
        X,
        rand(3, 2, seed=8),
    ),
    "values": row(lambda ms, x: ms.ops.Svd(compute_uv=False)(x), TALL),
    "geqrf": row(lambda ms, x: ms.ops.Geqrf()(x), TALL),
}
DIAGONALS: Rows = {
    "diagonal": row(
        lambda ms, x, k: ms.ops.MatrixDiagV3(align="LEFT_RIGHT")(
            x, k, ms.Tensor(3, ms.int32), ms.Tensor(3, ms.int32), ms.Tensor(-5.0, ms.float32)
        ),
        rand(3, 3, seed=9),
        np.array([-1, 1], np.int32),
    ),
    "diagonal_part": row(
        lambda ms, x, k: ms.ops.MatrixDiagPartV3(align="LEFT_LEFT")(
            x, k, ms.Tensor(-5.0, ms.float32)
        ),
        STACK,
        np.array([-1, 1], np.int32),
    ),
    "diagonal_set": row(
        lambda ms, x, d, k: ms.ops.MatrixSetDiagV3(align="RIGHT_RIGHT")(x, d, k),
        rand(3, 3),
        rand(3, 3, seed=1),
        np.array([-1, 1], np.int32),
    ),
}


def exponential(x: np.ndarray) -> np.ndarray:
    term, out = np.eye(3), np.eye(3) + 0 * x
    for i in range(1, 40):
        term = term @ x.astype(np.float64) / i
        out = out + term
    return out.astype(np.float32)


def reflected(q: np.ndarray, left: bool, transpose: bool) -> np.ndarray:
    """numpy's Q, whose reflectors LAPACK's geqrf gives as well, before or after what multiplies it."""
    other = q.T if transpose else q
    return other @ SIDE if left else SIDE.T @ other


SIDE = rand(4, 2, seed=5)
REFLECTORS = np.linalg.qr(TALL, mode="raw")
FORMULAS: Rows = {
    "exponential": row(lambda ms, x: ms.ops.MatrixExp()(x), STACK, formula=exponential),
    "einsum": row(
        lambda ms, x, y: ms.ops.Einsum(equation="ij,bkj->bik")((x, y)),
        TALL,
        LINES,
        formula=lambda x, y: np.stack([x @ one.T for one in y]),
    ),
    "ormqr": row(
        lambda ms, x, tau, side: [
            ms.ops.Ormqr(left=left, transpose=transpose)(x, tau, side if left else side.T)
            for left in (True, False)
            for transpose in (True, False)
        ],
        np.ascontiguousarray(REFLECTORS[0].T),
        REFLECTORS[1],
        SIDE,
        formula=lambda x, tau, side: [
            reflected(np.linalg.qr(TALL, mode="complete")[0], left, transpose)
            for left in (True, False)
            for transpose in (True, False)
        ],
    ),
}
each(__name__, GRADED, rtol=1e-4, atol=1e-5)
each(__name__, PLAIN, grad=False, jit=False, rtol=1e-4, atol=1e-5)
each(__name__, DIAGONALS, grad=False, jit=False)


@case(jit=False, rtol=1e-4, atol=1e-5)
def svd(ms: Any, run: Any) -> Arrays:
    """Factors are unique but for signs: their product and their sizes are compared."""
    result = {}
    for full in (True, False):
        s, u, v = ms.ops.Svd(full_matrices=full, compute_uv=True)(ms.Tensor(TALL))
        u, s, v = u.asnumpy(), s.asnumpy(), v.asnumpy()
        result |= {f"{full}_u": np.array(u.shape), f"{full}_v": np.array(v.shape)}
        result[f"{full}_back"] = u[:, :3] * s @ v.T
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def lu(ms: Any, run: Any) -> Arrays:
    packed = ms.Tensor(rand(2, 3, 3, seed=5))
    pivots = ms.Tensor(np.array([[2, 3, 3], [1, 3, 3]], np.int32))
    every = ms.ops.LuUnpack(unpack_data=True, unpack_pivots=True)(packed, pivots)
    only_data = ms.ops.LuUnpack(unpack_pivots=False)(packed, pivots)
    only_pivots = ms.ops.LuUnpack(unpack_data=False)(packed, pivots)
    return {
        **{f"every{i}": t.asnumpy() for i, t in enumerate(every)},
        **{f"data{i}": t.asnumpy() for i, t in enumerate(only_data[1:])},
        "pivots": only_pivots[0].asnumpy(),
    }


each(__name__, FORMULAS, jit=False, rtol=1e-4, atol=1e-5)
