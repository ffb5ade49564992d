"""Arguments of mint's linear algebra."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.together import by_formula, group

SPD = (rand(3, 3) @ rand(3, 3).T + 3 * np.eye(3)).astype(np.float32)

group(
    __name__,
    "products",
    [
        (
            lambda ms, x, y, c: ms.mint.baddbmm(input=c, batch1=x, batch2=y, beta=0.5, alpha=2),
            lambda ms, x, y, c: 0.5 * c + 2 * ms.ops.bmm(x, y),
        ),
        lambda ms, x, y, c: ms.mint.bmm(input=x, mat2=y),
        (
            lambda ms, x, y, c: ms.mint.dot(input=x[0, 0], other=y[0, :, 0]),
            lambda ms, x, y, c: (x[0, 0] * y[0, :, 0]).sum(),
        ),
        (
            lambda ms, x, y, c: ms.mint.vdot(input=x[1, 0], other=y[0, :, 1]),
            lambda ms, x, y, c: (x[1, 0] * y[0, :, 1]).sum(),
        ),
        (
            lambda ms, x, y, c: ms.mint.mv(input=x[0], vec=y[0, :, 0]),
            lambda ms, x, y, c: ms.ops.matmul(x[0], y[0, :, 0]),
        ),
        lambda ms, x, y, c: ms.mint.cdist(x, y.swapaxes(1, 2), p=1.0),
        lambda ms, x, y, c: ms.mint.cdist(x, y.swapaxes(1, 2), p=3.0),
    ],
    rand(2, 3, 4),
    rand(2, 4, 5, seed=1),
    rand(3, 5, seed=2),
    rtol=1e-4,
    atol=1e-4,
)
by_formula(
    __name__,
    "solving",
    [
        (lambda ms, a, b: ms.mint.linalg.inv(input=a), lambda a, b: np.linalg.inv(a)),
        (
            lambda ms, a, b: [abs(part) for part in ms.mint.linalg.qr(A=b, mode="complete")],
            lambda a, b: [abs(part) for part in np.linalg.qr(b, "complete")],
        ),
        (
            lambda ms, a, b: ms.mint.triangular_solve(b=b, A=a, upper=False, transpose=True),
            lambda a, b: (np.linalg.solve(np.tril(a).T, b), a),
        ),
        (
            lambda ms, a, b: ms.mint.triangular_solve(b, a, unitriangular=True),
            lambda a, b: (np.linalg.solve(np.triu(a, 1) + np.eye(3, dtype=a.dtype), b), a),
        ),
    ],
    SPD,
    rand(3, 2, seed=2),
    rtol=1e-4,
    atol=1e-5,
)
