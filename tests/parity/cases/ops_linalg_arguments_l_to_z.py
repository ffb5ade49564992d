"""Arguments of the linear algebra of mindspore.ops, l to z."""

from __future__ import annotations

import math

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

WIDE, TALL, CUBE = rand(3, 4), rand(4, 3, seed=1), rand(2, 3, 4, seed=2)
SQUARE = rand(3, 3, seed=3) + 3 * np.eye(3, dtype=np.float32)
SQUARES = np.stack([SQUARE, SQUARE.T @ SQUARE])
RIGHT = rand(2, 3, 2, seed=4)
SYMMETRIC = SQUARE @ SQUARE.T
SINGULAR = np.diag(np.array([4, 0.5, 0.01], np.float32))
PIVOTS = np.array([1, 3, 3], np.int32)

GRADED: Rows = {
    "matrix_power": row(lambda ms, x: ms.ops.matrix_power(input=x, n=3), SQUARES),
    "matrix_norm_one": row(
        lambda ms, a: ms.ops.matrix_norm(A=a, ord=1, axis=(0, 2), keepdims=True, dtype=ms.float64),
        CUBE,
    ),
    "matrix_norm_min": row(lambda ms, a: ms.ops.matrix_norm(a, -math.inf, axis=(1, 0)), CUBE),
    "vector_norm": row(
        lambda ms, x: ms.ops.vector_norm(x=x, ord=3, axis=1, keepdims=True, dtype=ms.float64), CUBE
    ),
    "vector_norm_inf": row(lambda ms, x: ms.ops.vector_norm(x, math.inf, 1), CUBE),
    "vecdot": row(lambda ms, x, y: ms.ops.vecdot(x=x, y=y, axis=1), CUBE, CUBE[:1] + 1),
    "pdist": row(lambda ms, x: ms.ops.pdist(input=x, p=3.0), WIDE),
    "lu_unpack": row(lambda ms, a, p: ms.ops.lu_unpack(a, p)[1:], SQUARE, PIVOTS),
}

UNGRADED: Rows = {
    "logdet": row(lambda ms, x: ms.ops.logdet(input=x), SQUARES),
    "matrix_power_inverse": row(lambda ms, x: ms.ops.matrix_power(x, -2), SQUARES),
    "matrix_solve": row(
        lambda ms, a, b: ms.ops.matrix_solve(matrix=a, rhs=b, adjoint=True), SQUARES, RIGHT
    ),
    "pinv_cut": row(lambda ms, x, r: ms.ops.pinv(x, rtol=r), SINGULAR, np.array(0.01, np.float32)),
    "pinv_floor": row(lambda ms, x, a: ms.ops.pinv(x, atol=a), SINGULAR, np.array(1, np.float32)),
    "pinv_hermitian": row(lambda ms, x: ms.ops.pinv(x, hermitian=True), SYMMETRIC),
    "vander": row(lambda ms, x: ms.ops.vander(x=x, N=4), rand(3)),
    "no_data": row(lambda ms, a, p: ms.ops.lu_unpack(a, p, unpack_data=False)[0], SQUARE, PIVOTS),
    "no_pivots": row(
        lambda ms, a, p: ms.ops.lu_unpack(a, p, unpack_pivots=False)[1:], SQUARE, PIVOTS
    ),
}

# Slow to capture, and nothing in a graph is their own.
PARTS: Rows = {
    "lstsq": row(lambda ms, x, a: ms.ops.lstsq(input=x, A=a), TALL, rand(4, 2, seed=5)),
    "qr": row(lambda ms, x: [t.abs() for t in ms.ops.qr(input=x, mode="complete")], TALL),
    "svd": row(lambda ms, x: [t.abs() for t in ms.ops.svd(x, full_matrices=True)], SQUARE),
    "svd_wide": row(lambda ms, x: [t.shape for t in ms.ops.svd(x, full_matrices=True)], WIDE),
}


def householder(vectors: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """H1 H2 …, each I - tau v v^T with a 1 on the diagonal and nothing above it."""
    q = np.eye(len(vectors))
    for i, factor in enumerate(tau):
        v = np.concatenate([np.zeros(i), [1.0], vectors[i + 1 :, i]])
        q = q @ (np.eye(len(vectors)) - factor * np.outer(v, v))
    return q.astype(np.float32)


def exponential(x: np.ndarray) -> np.ndarray:
    """The power series, to the point where nothing is left."""
    term = total = np.broadcast_to(np.eye(3), x.shape)
    for n in range(1, 60):
        term = term @ x / n
        total = total + term
    return total.astype(np.float32)


TAU = np.array([1.5, 0.7, 1.1], np.float32)

BY_FORMULA: Rows = {
    "matrix_exp": row(lambda ms, x: ms.ops.matrix_exp(input=x), SQUARES / 3, formula=exponential),
    # MindSpore gives the norm of all of x for a tuple and inf; its documentation says otherwise.
    "vector_norm_of_two": row(
        lambda ms, x: ms.ops.vector_norm(x, math.inf, (0, 2)),
        CUBE,
        formula=lambda x: np.abs(x).max((0, 2)),
    ),
    "ormqr": row(
        lambda ms, v, tau, x: ms.ops.ormqr(input=v, tau=tau, other=x, left=False, transpose=True),
        TALL,
        TAU,
        rand(2, 4, seed=6),
        formula=lambda v, tau, x: x @ householder(v, tau).T,
    ),
    "ormqr_left": row(
        lambda ms, v, tau, x: ms.ops.ormqr(v, tau, x),
        TALL,
        TAU,
        rand(4, 2, seed=6),
        formula=lambda v, tau, x: householder(v, tau) @ x,
    ),
}

group(__name__, "graded", GRADED, rtol=1e-4, atol=1e-4)
group(__name__, "ungraded", UNGRADED, grad=False, rtol=1e-4, atol=1e-5)
group(__name__, "parts", PARTS, grad=False, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "by_formula", BY_FORMULA, rtol=1e-4, atol=1e-4)
