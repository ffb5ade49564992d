"""Arguments of Tensor's methods of linear algebra and of its shape."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.together import by_formula, group

X = rand(3, 3)
WIDE = rand(2, 3)
TALL = rand(5, 3, seed=4)
CUBE = rand(2, 4, 6, seed=1)
SPD = (X @ X.T + 3 * np.eye(3)).astype(np.float32)
RIGHT = rand(3, 2, seed=2)


def reflected(a: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """The product of the reflections I - tau v v^T, v below the diagonal of a column, 1 on it."""
    whole = np.eye(len(a), dtype=np.float32)
    for k, share in enumerate(tau):
        v = np.where(np.arange(len(a)) > k, a[:, k], 0)
        v[k] = 1
        whole = whole @ (np.eye(len(a), dtype=np.float32) - share * np.outer(v, v))
    return whole


group(
    __name__,
    "products",
    [
        lambda ms, x, y: x.bmm(mat2=y),
        lambda ms, x, y: x.inner(other=y.swapaxes(1, 2)),
        lambda ms, x, y: x[0, 0].ger(vec2=y[0, 0]),
        lambda ms, x, y: x.cross(other=y.swapaxes(1, 2), dim=1),
    ],
    rand(2, 3, 4),
    rand(2, 4, 3, seed=1),
)
group(
    __name__,
    "cholesky",
    [
        lambda ms, a, b: a.cholesky(upper=True),
        lambda ms, a, b: a.tril().cholesky_inverse(upper=False),
        lambda ms, a, b: a.triu().cholesky_inverse(upper=True),
        lambda ms, a, b: b.cholesky_solve(input2=a.triu(), upper=True),
        lambda ms, a, b: a.matrix_power(n=3),
    ],
    SPD,
    RIGHT,
    grad=False,
    rtol=1e-4,
    atol=1e-4,
)
group(
    __name__,
    "factors",
    [
        lambda ms, a: a.svd(compute_uv=False),
        lambda ms, a: [abs(part) for part in a.svd(full_matrices=True)],
        lambda ms, a: [abs(part) for part in a.qr(some=False)],
    ],
    TALL,
    grad=False,
    rtol=1e-4,
    atol=1e-5,
)
by_formula(
    __name__,
    "solving",
    [
        (
            lambda ms, b, a: b.triangular_solve(A=a, upper=False, transpose=True)[0],
            lambda b, a: np.linalg.solve(np.tril(a).T, b),
        ),
        (
            lambda ms, b, a: b.triangular_solve(a, unitriangular=True)[0],
            lambda b, a: np.linalg.solve(np.triu(a, 1) + np.eye(3, dtype=np.float32), b),
        ),
    ],
    RIGHT,
    SPD,
    rtol=1e-4,
    atol=1e-5,
)
group(
    __name__,
    "least_squares",
    [lambda ms, x, a: x.lstsq(A=a)],
    TALL,
    rand(5, 2, seed=5),
    grad=False,
    rtol=1e-3,
    atol=1e-4,
)
by_formula(
    __name__,
    "reflections",
    [
        (
            lambda ms, q, tau, c: q.ormqr(input2=tau, input3=c, transpose=True),
            lambda q, tau, c: reflected(q, tau).T @ c,
        ),
        (
            lambda ms, q, tau, c: q.ormqr(input2=tau, input3=c.T, left=False),
            lambda q, tau, c: c.T @ reflected(q, tau),
        ),
    ],
    rand(3, 2),
    rand(2, seed=1),
    rand(3, 4, seed=2),
    rtol=1e-4,
    atol=1e-5,
)
group(
    __name__,
    "covariance",
    [
        lambda ms, x, f, a: x.cov(correction=0),
        lambda ms, x, f, a: x.cov(fweights=f),
        lambda ms, x, f, a: x.cov(aweights=a),
    ],
    WIDE,
    np.array([1, 3, 2], np.int64),
    np.array([0.5, 0.2, 0.9], np.float32),
    grad=False,
)
group(
    __name__,
    "parts",
    [
        lambda ms, x: x.dsplit(indices_or_sections=[1, 4]),
        lambda ms, x: x.hsplit(indices_or_sections=2),
        lambda ms, x: x.vsplit(indices_or_sections=2),
        lambda ms, x: x.tensor_split(indices_or_sections=4, axis=2),
    ],
    CUBE,
)
group(
    __name__,
    "turns",
    [
        lambda ms, x: x.moveaxis(source=0, destination=2),
        lambda ms, x: x.reverse(axis=[0, 2]),
        lambda ms, x: x.rot90(k=1, dims=(0, 2)),
        lambda ms, x: x.resize((3, 5)),
        lambda ms, x: x[:, :, None].unfold([2, 2], 1, 1, 2),
    ],
    CUBE,
)
group(
    __name__,
    "patches",
    [
        lambda ms, x: x.unfold([2, 2], dilation=2),
        lambda ms, x: x.unfold([2, 2], padding=1, stride=2),
    ],
    rand(1, 2, 5, 4),
)
group(
    __name__,
    "turned_sequences",
    [lambda ms, x, n: x.reverse_sequence(seq_lengths=n, seq_dim=2, batch_dim=1)],
    rand(2, 3, 4),
    np.array([2, 4, 3], np.int64),
)
