"""Products, factorizations, distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

A, B = rand(2, 3), rand(3, 4, seed=1)
S = rand(3, 3, seed=2) + 3 * np.eye(3, dtype=np.float32)
C = rand(2, 3, 4, seed=3)
V = rand(3, seed=4)


@case
def products(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda a, b, c, v: (
            *(ops.matmul(a, b), a @ b, ops.mm(a, b), ops.MatMul()(a, b), ops.MatMul(True)(a, a), a.matmul(b)),
            *(ops.MatMul(transpose_b=True)(a, a), ops.matmul(c, b.T), ops.matmul(v, v), ops.matmul(a, v)),
            *(ops.bmm(c, c.swapaxes(1, 2)), ops.BatchMatMul(transpose_b=True)(c, c), ops.outer(v, v)),
            *(ops.inner(v, v), ops.ger(v, v), ops.dot(a, b), ops.addmm(a @ b, a, b, beta=0.5, alpha=2.0)),
            *(ops.tensor_dot(a, a, ((0,), (0,))), ops.tensor_dot(a, b, 1), ops.batch_dot(a, a)),
            *(ops.batch_dot(c, c, (2, 2)), ops.cross(v, v + 1), ops.kron(v, v), ops.mv(a, v)),
        ),
        A, B, C, V,
    )  # fmt: skip


@case
def products_of_ints(ms: Any, run: Any) -> Any:
    i = np.array([[1, 2], [3, 4]], np.int32)
    return run(lambda x: (x @ x, ms.ops.matmul(x, x), ms.ops.MatMul()(x, x)), i)


@case(rtol=1e-3, atol=1e-5)
def inverses(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda s: (
            ops.inverse(s),
            ops.MatrixInverse()(s),
            ops.det(s),
            ops.MatrixDeterminant()(s),
            ops.trace(s),
        ),
        S,
    )


@case(rtol=1e-3, atol=1e-4)
def factorizations(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda s: (
            ops.cholesky(ops.matmul(s, s.T)),
            ops.slogdet(s),
            ops.svd(s, compute_uv=False),
            ops.pinv(s),
        ),
        S,
        grad=False,
    )


@case(rtol=1e-4)
def distances(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(lambda a: (ops.cdist(a, a + 1), ops.cdist(a, a + 1, 1.0)), A)


REFUSED = {
    "shapes": lambda ms, a: ms.ops.matmul(a, a),
    "dtypes": lambda ms, a: ms.ops.matmul(a, a.T.astype(ms.float64)),
    "operator": lambda ms, a: a @ a,
    "matmul_rank": lambda ms, a: ms.ops.MatMul()(a[0], a[0]),
    "matmul_shapes": lambda ms, a: ms.ops.MatMul()(a, a),
    "batch_shapes": lambda ms, a: ms.ops.BatchMatMul()(a, a),
    "dot_rank": lambda ms, a: ms.ops.dot(a[0], a[0]),
}


@case
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda a, fn=fn: fn(ms, a), A) for name, fn in REFUSED.items()}
    )
