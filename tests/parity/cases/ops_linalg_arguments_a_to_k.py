"""Arguments of the products, factorizations, norms and diagonals of mindspore.ops, a to k."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

MATRIX, VECTOR, WIDTH = rand(3, 4), rand(4, seed=1), rand(3, seed=2)
BATCHES = rand(2, 3, 4, seed=3), rand(2, 4, 5, seed=4)
SQUARE = rand(3, 3, seed=5)
POSITIVE = (SQUARE @ SQUARE.T + 2 * np.eye(3)).astype(np.float32)
LOWER = np.linalg.cholesky(POSITIVE).astype(np.float32)
UPPER = np.ascontiguousarray(LOWER.T)
COMPLEX = (rand(2, 3, seed=6) + 1j * rand(2, 3, seed=7)).astype(np.complex64)
# Eigenvalues of several sizes, told apart by their order.
SPREAD = np.array([[5.0, 1.0, 0.5], [0.2, 2.0, 0.3], [0.1, 0.4, -3.0]], np.float32)
SAMPLES = rand(3, 5, seed=8)
COUNTS, SHARES = np.array([1, 3, 2, 1, 2]), np.array([0.2, 0.5, 1.0, 0.3, 0.7])


def summed(equation: str, *inputs: np.ndarray) -> Rows:
    """MindSpore's CPU has no kernel of einsum; numpy has the same notation."""
    return {
        f"einsum_{equation}": row(
            lambda ms, *tensors: ms.ops.einsum(equation, *tensors),
            *inputs,
            formula=lambda *arrays: np.einsum(equation, *arrays),
        )
    }


def rebuilt(ms: Any, x: Any) -> tuple[Any, Any]:
    """What is left of x v - w v, and the squared lengths of the vectors, which are not nothing."""
    values, vectors = ms.ops.eig(x)
    left = ms.ops.matmul(x.astype(ms.complex64), vectors) - values * vectors
    return left, (ms.ops.real(vectors) ** 2 + ms.ops.imag(vectors) ** 2).sum(0)


GROUPS: dict[str, Rows] = {
    "products": {
        "addbmm": row(
            lambda ms, x, a, b: ms.ops.addbmm(input=x, batch1=a, batch2=b, beta=2, alpha=0.5),
            rand(3, 5),
            *BATCHES,
        ),
        "baddbmm": row(
            lambda ms, x, a, b: ms.ops.baddbmm(input=x, batch1=a, batch2=b, beta=2, alpha=0.5),
            rand(2, 3, 5),
            *BATCHES,
        ),
        "baddbmm_row": row(
            lambda ms, x, a, b: ms.ops.baddbmm(x, a, b, beta=0.5, alpha=3), rand(1, 5), *BATCHES
        ),
        "addmv": row(
            lambda ms, x, a, v: ms.ops.addmv(input=x, mat=a, vec=v, beta=2, alpha=0.5),
            WIDTH,
            MATRIX,
            VECTOR,
        ),
        "addr": row(
            lambda ms, x, v, w: ms.ops.addr(x=x, vec1=v, vec2=w, beta=2, alpha=0.5),
            MATRIX,
            WIDTH,
            VECTOR,
        ),
        "dense": row(
            lambda ms, x, w, b: ms.ops.dense(input=x, weight=w, bias=b),
            rand(2, 3, 4),
            rand(5, 4, seed=1),
            rand(5, seed=2),
        ),
        "dense_bare": row(lambda ms, x, w: ms.ops.dense(x, w), rand(2, 4), rand(5, 4, seed=1)),
        "bidense": row(
            lambda ms, x, y, w, b: ms.ops.bidense(input1=x, input2=y, weight=w, bias=b),
            rand(2, 3),
            rand(2, 4, seed=1),
            rand(5, 3, 4, seed=2),
            rand(5, seed=3),
        ),
        **summed("bij,bjk->ibk", *BATCHES),
        **summed("...j,j->...", MATRIX, VECTOR),
        **summed("ii->i", SQUARE),
        "cross": row(
            lambda ms, x, y: ms.ops.cross(x, y, dim=1), rand(2, 3, 3), rand(2, 3, 3, seed=1)
        ),
        "blocks": row(lambda ms, x, y, z: ms.ops.block_diag(x, y, z), MATRIX, VECTOR, rand(1, 2)),
        "adjoint": row(lambda ms, x: ms.ops.adjoint(x=x), COMPLEX, grad=False),
        "adjoint_real": row(lambda ms, x: ms.ops.adjoint(x), rand(2, 3, 4)),
    },
    "factors": {
        "upper": row(lambda ms, x: ms.ops.cholesky(x, upper=True), POSITIVE, grad=False),
        "inverse": row(lambda ms, x: ms.ops.cholesky_inverse(input_x=x), LOWER, grad=False),
        "inverse_upper": row(
            lambda ms, x: ms.ops.cholesky_inverse(x, upper=True), UPPER, grad=False
        ),
        "solve": row(
            lambda ms, x, a: ms.ops.cholesky_solve(input=x, input2=a), rand(3, 2), LOWER, grad=False
        ),
        "solve_upper": row(
            lambda ms, x, a: ms.ops.cholesky_solve(x, a, upper=True), rand(3, 2), UPPER, grad=False
        ),
    },
    "norms": {
        "dist": row(lambda ms, x, y: ms.ops.dist(input=x, other=y, p=3), MATRIX, VECTOR),
        "dist_one": row(lambda ms, x, y: ms.ops.dist(x, y, p=1), MATRIX, rand(3, 4, seed=9)),
        "cov": row(lambda ms, x: ms.ops.cov(input=x, correction=0), SAMPLES),
        "cov_weighted": row(
            lambda ms, x, f, a: ms.ops.cov(x, correction=2, fweights=f, aweights=a),
            SAMPLES,
            COUNTS,
            SHARES,
            grad=False,
        ),
    },
    "diagonals": {
        "embed": row(lambda ms, x: ms.ops.diag_embed(x, offset=1, dim1=0, dim2=2), rand(2, 3)),
        "embed_below": row(lambda ms, x: ms.ops.diag_embed(x, -2, -1, 0), rand(2, 3)),
        "flat": row(lambda ms, x: ms.ops.diagflat(input=x, offset=-1), rand(2, 2)),
        "diagonal": row(lambda ms, x: ms.ops.diagonal(x, 1, dim1=2, dim2=0), rand(3, 2, 4)),
        "scatter": row(
            lambda ms, x, s: ms.ops.diagonal_scatter(input=x, src=s, offset=1, dim1=2, dim2=0),
            rand(3, 2, 4),
            rand(2, 2, seed=1),
        ),
    },
}
# What has no one order, or no gradient on MindSpore's side.
GROUPS_PLAIN: dict[str, Rows] = {
    "condition": {
        name: row(lambda ms, x, p=p: ms.ops.cond(A=x, p=p), SPREAD)
        for name, p in (("one", 1), ("least", -2), ("fro", "fro"), ("nuc", "nuc"), ("inf", np.inf))
    },
    "eigen": {
        "values": row(
            lambda ms, x: ms.ops.sort(ms.ops.real(ms.ops.eigvals(A=x)))[0],
            np.triu(SPREAD),
            grad=False,
        ),
        "both": row(
            lambda ms, x: ms.ops.sort(ms.ops.real(ms.ops.eig(A=x)[0]))[0],
            np.triu(SPREAD),
            grad=False,
        ),
        "rebuilt": row(rebuilt, SPREAD, grad=False),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, rtol=1e-4, atol=1e-5)
for _name, _rows in GROUPS_PLAIN.items():
    group(__name__, _name, _rows, jit=_name not in ("condition", "eigen"), rtol=1e-4, atol=1e-5)
