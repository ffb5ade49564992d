"""mindspore.scipy: matrices and cosine transforms."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

A = np.array([[1, 2, 3], [4, 5, 6], [2, 9, 1]], np.float32)
S = np.array([[4, 1, 0.5], [1, 3, 0.2], [0.5, 0.2, 1]], np.float32)
B, V = rand(3, 2, seed=1), rand(3, seed=2)
WHOLE = np.array([[2, 1], [4, 3]], np.int32)
W, WIDE = rand(6, seed=3), rand(3, 4, seed=4)


def part(ms: Any, name: str) -> Any:
    """`ms.scipy.<name>`, which is not imported with `ms`."""
    return importlib.import_module(f"{ms.__name__}.scipy.{name}")


@case(rtol=1e-4, atol=1e-5)
def inverting(ms: Any, run: Any) -> Any:
    la = part(ms, "linalg")
    return merge(
        floats=run(lambda a: (la.inv(a), la.det(a)), A, grad=False),
        doubles=run(lambda a: (la.inv(a), la.det(a)), A.astype(np.float64), grad=False),
        whole=run(lambda a: (la.inv(a), la.det(a)), WHOLE),
    )


@case
def blocks(ms: Any, run: Any) -> Any:
    la = part(ms, "linalg")
    return run(
        lambda a, v, d, i: (
            *(la.block_diag(a, v), la.block_diag(v, a, ms.Tensor(3.0)), la.block_diag(i, a), la.block_diag(a, d)),
            la.block_diag(i),
        ),
        A, V, A.astype(np.float64), WHOLE, grad=False,
    )  # fmt: skip


@case(rtol=1e-4, atol=1e-5)
def cholesky(ms: Any, run: Any) -> Any:
    la = part(ms, "linalg")

    def both(s: Any, b: Any, v: Any) -> Any:
        up, down = la.cholesky(s), la.cholesky(s, lower=True)
        factor = la.cho_factor(s)
        return (
            *(up, down, factor[0], la.cho_factor(s, lower=True)[0], la.cho_solve(factor, b)),
            *(
                la.cho_solve((down, True), v),
                la.cho_solve((up, False), v),
                la.cho_solve((s, True), v),
            ),
        )

    doubles = (S.astype(np.float64), B.astype(np.float64), V.astype(np.float64))
    return merge(
        floats=run(both, S, B, V, grad=False),
        doubles=run(both, *doubles, grad=False),
        whole=run(la.cholesky, np.array([[2, 1], [1, 3]], np.int32), grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def eigenvalues(ms: Any, run: Any) -> Any:
    """Vectors up to their sign, which has no meaning."""
    la = part(ms, "linalg")

    def all_of_it(s: Any, a: Any) -> Any:
        (values, vectors), (again, others) = la.eigh(s), la.eigh(a, lower=False)
        return (
            *(values, vectors.abs(), again, others.abs(), la.eigh(s, eigvals_only=True)),
            la.eigh(a, eigvals_only=True),
        )

    return merge(
        floats=run(all_of_it, S, A, grad=False),
        doubles=run(all_of_it, S.astype(np.float64), A.astype(np.float64), grad=False),
        whole=run(lambda s: la.eigh(s, eigvals_only=True), np.array([[2, 1], [1, 3]], np.int32)),
    )


@case(rtol=1e-4, atol=1e-5)
def lu(ms: Any, run: Any) -> Any:
    la = part(ms, "linalg")

    def all_of_it(a: Any, b: Any) -> Any:
        factor = la.lu_factor(a)
        return (*la.lu(a), *factor, la.lu_solve(factor, b))

    return merge(
        floats=run(all_of_it, A, B, grad=False),
        doubles=run(all_of_it, A.astype(np.float64), B.astype(np.float64), grad=False),
        wide=run(la.lu, WIDE, grad=False),
        whole=run(lambda a: (*la.lu(a), *la.lu_factor(a)), WHOLE),
    )


@case(rtol=1e-4, atol=1e-5)
def triangles(ms: Any, run: Any) -> Any:
    solve = part(ms, "linalg").solve_triangular

    def all_of_it(a: Any, b: Any, v: Any) -> Any:
        return (
            *(solve(a, b), solve(a, v), solve(a, v, lower=True), solve(a, v, trans=1), solve(a, b, trans=2)),
            *(solve(a, v, trans="T", lower=True), solve(a, v, unit_diagonal=True), solve(a, b, trans="N")),
            *(solve(a, b, trans="C"), solve(a, b, lower=True, unit_diagonal=True)),
        )  # fmt: skip

    many = np.stack([A, S])
    return merge(
        floats=run(all_of_it, A, B, V),
        doubles=run(all_of_it, A.astype(np.float64), B.astype(np.float64), V.astype(np.float64)),
        many=run(lambda a, b: solve(a, b), many, rand(2, 3, 2), grad=False),
        whole=run(lambda a: solve(a, a), WHOLE),
    )


@case(rtol=1e-4, atol=1e-5)
def least_squares(ms: Any, run: Any) -> Any:
    lstsq = part(ms, "linalg").lstsq
    tall = rand(4, 3, seed=5)
    return merge(
        square=run(lambda a, v: lstsq(a, v), A, V, grad=False),
        tall=run(lambda a, v: lstsq(a, v), tall, rand(4, seed=6), grad=False),
        columns=run(lambda a, b: lstsq(a, b), tall, rand(4, 2, seed=6), grad=False),
        wide=run(lambda a, v: lstsq(a, v), WIDE, V, grad=False),
        full=run(lambda a, v: lstsq(a, v, driver="gels"), A, V, grad=False),
        values=run(lambda a, v: lstsq(a, v, driver="gelsd"), tall, rand(4, seed=6), grad=False),
        short=run(lambda a, v: lstsq(a, v), np.ones((2, 2), np.float32), V[:2], grad=False),
    )


@case(rtol=1e-4, atol=1e-5)
def cosines(ms: Any, run: Any) -> Any:
    """Without gradients: MindSpore's are not those of the orthonormal transform."""
    ft = part(ms, "fft")
    return merge(
        lines=run(
            lambda w, x: (
                *(ft.dct(w), ft.dct(w, 2, 4), ft.dct(w, 2, 8), ft.dct(x, axis=0), ft.dct(w, norm="ortho")),
                *(ft.idct(w), ft.idct(w, 2, 4), ft.idct(x, 2, 5, 0), ft.idct(w, norm="ortho"), ft.idct(ft.dct(x))),
            ),
            W, WIDE, grad=False,
        ),
        planes=run(
            lambda x, c: (
                *(ft.dctn(x), ft.dctn(x, norm="ortho"), ft.dctn(x, 2, (4, 3)), ft.dctn(x, axes=(0,)), ft.idctn(x)),
                *(ft.dctn(c, s=(2, 4), axes=(1, 2)), ft.idctn(c, s=(2, 4), axes=(1, 2)), ft.idctn(ft.dctn(c))),
            ),
            WIDE, rand(2, 3, 3), grad=False,
        ),
        others=run(
            lambda i, h, d: (ft.dct(i), ft.idct(i), ft.dct(h), ft.dct(d), ft.idct(d), ft.dctn(d)),
            WHOLE, np.ones((2, 2), np.float16), A.astype(np.float64), grad=False,
        ),
    )  # fmt: skip


def _refused(ms: Any) -> dict[str, Any]:
    la, ft = part(ms, "linalg"), part(ms, "fft")
    a, s, v, wide = ms.Tensor(A), ms.Tensor(S), ms.Tensor(V), ms.Tensor(WIDE)
    double, half, many = a.astype(ms.float64), a.astype(ms.float16), ms.Tensor(np.stack([A, S]))
    return {
        "block_rank": lambda: la.block_diag(many),
        "inv_wide": lambda: la.inv(wide),
        "inv_many": lambda: la.inv(many),
        "inv_list": lambda: la.inv([[1.0, 2], [3, 5]]),
        "inv_half": lambda: la.inv(half),
        "inv_vector": lambda: la.inv(v),
        "inv_flag": lambda: la.inv(a, overwrite_a=3),
        "inv_check": lambda: la.inv(a, check_finite=3),
        "det_wide": lambda: la.det(wide),
        "det_many": lambda: la.det(many),
        "det_half": lambda: la.det(half),
        "cholesky_negative": lambda: la.cholesky(-s),
        "cholesky_wide": lambda: la.cholesky(wide),
        "cholesky_many": lambda: la.cholesky(many),
        "cholesky_half": lambda: la.cholesky(half),
        "cholesky_list": lambda: la.cholesky([1]),
        "factor_lower": lambda: la.cho_factor(s, lower=3),
        "solve_lower": lambda: la.cho_solve((s, 3), v),
        "solve_length": lambda: la.cho_solve((s, True), v[:2]),
        "solve_dtype": lambda: la.cho_solve((s, True), double),
        "solve_wide": lambda: la.cho_solve((wide, True), v),
        "solve_rank": lambda: la.cho_solve((s, True), many),
        "eigh_b": lambda: la.eigh(s, s),
        "eigh_eigvals": lambda: la.eigh(s, eigvals=(0, 0)),
        "eigh_wide": lambda: la.eigh(wide),
        "eigh_lower": lambda: la.eigh(s, lower=3),
        "lu_many": lambda: la.lu(many),
        "lu_vector": lambda: la.lu(v),
        "lu_flag": lambda: la.lu(a, overwrite_a=3),
        "lu_half": lambda: la.lu(half),
        "lu_factor_wide": lambda: la.lu_factor(wide),
        "lu_factor_list": lambda: la.lu_factor([1]),
        "lu_solve_length": lambda: la.lu_solve(la.lu_factor(a), v[:2]),
        "lu_solve_trans": lambda: la.lu_solve(la.lu_factor(a), v, trans=5),
        "triangle_dtype": lambda: la.solve_triangular(a, double),
        "triangle_length": lambda: la.solve_triangular(a, v[:2]),
        "triangle_trans": lambda: la.solve_triangular(a, v, trans=5),
        "triangle_wide": lambda: la.solve_triangular(wide, v),
        "triangle_lower": lambda: la.solve_triangular(a, v, lower=3),
        "lstsq_driver": lambda: la.lstsq(a, v, driver="x"),
        "lstsq_dtype": lambda: la.lstsq(a, double),
        "lstsq_length": lambda: la.lstsq(a, v[:2]),
        "dct_type": lambda: ft.dct(v, type=1),
        "dct_norm": lambda: ft.dct(v, norm="forward"),
        "dct_norm_text": lambda: ft.dct(v, norm="x"),
        "dct_axis": lambda: ft.dct(v, axis=3),
        "dct_list": lambda: ft.dct([1.0, 2]),
        "dct_length": lambda: ft.dct(v, 2, 0),
        "idct_type": lambda: ft.idct(v, type=3),
        "idct_axis": lambda: ft.idct(v, axis=3),
        "dctn_type": lambda: ft.dctn(a, type=3),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    return merge(**{name: run.raises(fn) for name, fn in _refused(ms).items()})
