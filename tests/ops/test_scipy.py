"""msacc.scipy where MindSpore's CPU build refuses or is wrong, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor
from msacc.scipy import fft
from msacc.scipy import linalg as la

A = np.array([[1, 2, 3], [4, 5, 6], [2, 9, 1]], np.float64)
V = np.array([1.0, -2.0, 0.5])


@pytest.mark.parametrize("trans", [0, 1, 2])
def test_lu_solve_of_vectors_and_of_the_transpose(trans: int) -> None:
    factor = la.lu_factor(Tensor(A))
    used = A.T if trans else A
    result = la.lu_solve(factor, Tensor(V), trans).asnumpy()
    np.testing.assert_allclose(used @ result, V, atol=1e-12)


@pytest.mark.parametrize("shape", [(3, 3), (3, 2), (2, 3)])
def test_lu_gives_back_the_matrix(shape: tuple[int, int]) -> None:
    a = A[: shape[0], : shape[1]]
    p, low, up = (t.asnumpy() for t in la.lu(Tensor(a)))
    np.testing.assert_allclose(p @ low @ up, a, atol=1e-12)
    both, up = (t.asnumpy() for t in la.lu(Tensor(a), permute_l=True))
    np.testing.assert_allclose(both @ up, a, atol=1e-12)


def test_a_singular_matrix_has_no_inverse() -> None:
    with pytest.raises(RuntimeError, match="singular"):
        la.inv(Tensor(np.ones((2, 2), np.float32)))


def test_eigenvectors_belong_to_their_values() -> None:
    s = A + A.T
    values, vectors = (t.asnumpy() for t in la.eigh(Tensor(s)))
    np.testing.assert_allclose(s @ vectors, vectors * values, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_cosine_transforms_turn_lines_without_stretching_them(n: int) -> None:
    k, i = np.mgrid[:n, :n]
    turn = np.sqrt(2 / n) * np.cos(np.pi * k * (2 * i + 1) / (2 * n))
    turn[0] /= np.sqrt(2)
    x, weight = np.arange(n) ** 1.5 - 2, np.arange(n) + 0.5
    for transform, matrix in ((fft.dct, turn), (fft.idct, turn.T)):
        np.testing.assert_allclose(transform(Tensor(x)).asnumpy(), matrix @ x, atol=1e-12)
        result = ms.grad(lambda t, f=transform: (f(t) * Tensor(weight)).sum())(Tensor(x))
        np.testing.assert_allclose(result.asnumpy(), matrix.T @ weight, atol=1e-12)


def test_gradient_of_a_cholesky_factor() -> None:
    s, step = A @ A.T, 1e-6 * np.ones((3, 3))
    total = ms.grad(lambda t: la.cholesky(t, lower=True).sum())(Tensor(s)).asnumpy()
    apart = np.linalg.cholesky(s + step).sum() - np.linalg.cholesky(s - step).sum()
    np.testing.assert_allclose((total * step).sum(), apart / 2, rtol=1e-5)
