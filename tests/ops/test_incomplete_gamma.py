"""The slopes of the incomplete gamma functions by their order, which torch has none of; log(beta) in low precision."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest

import msacc as ms
from msacc import ops

A = np.array([0.1, 0.5, 2.5, 30.0])
X = np.array([0.3, 0.7, 4.0, 33.0])


def _derivative(a: float, x: float, order: int) -> float:
    """The derivative of the regularized lower function by its order, by mpmath to 40 digits."""
    with mpmath.workdps(40):
        lower = lambda t: mpmath.gammainc(t, 0, mpmath.mpf(x), regularized=True)  # noqa: E731
        return float(mpmath.diff(lower, mpmath.mpf(a), order))


@pytest.mark.parametrize(("fn", "sign"), [(ops.igamma, 1.0), (ops.igammac, -1.0)])
def test_slopes_and_their_slopes(fn: Any, sign: float) -> None:
    a, x, first = ms.Tensor(A), ms.Tensor(X), ms.grad(fn)
    expected = [sign * _derivative(*pair, 1) for pair in zip(A, X, strict=True)]
    np.testing.assert_allclose(first(a, x).asnumpy(), expected, 1e-7)
    expected = [sign * _derivative(*pair, 2) for pair in zip(A, X, strict=True)]
    np.testing.assert_allclose(ms.grad(first)(a, x).asnumpy(), expected, 1e-4)


def test_slopes_of_broadcast_operands() -> None:
    a, x = ms.Tensor(A[:, None]), ms.Tensor(X)
    by_a, by_x = ms.grad(lambda a, x: ops.igamma(a, x).sum(), grad_position=(0, 1))(a, x)
    expected = [[sum(_derivative(order, place, 1) for place in X)] for order in A]
    np.testing.assert_allclose(by_a.asnumpy(), expected, 1e-7)
    # By x it is the gamma distribution's density.
    density = [sum(x ** (a - 1) * np.exp(-x) / float(mpmath.gamma(a)) for a in A) for x in X]
    np.testing.assert_allclose(by_x.asnumpy(), density, 1e-12)


def test_log_beta_of_float16_is_rounded_once() -> None:
    x, y = (np.array(v, np.float16) for v in ([2, 4, 6, 8, 0.5], [2, 3, 14, 15, 0.1]))
    exact = [float(mpmath.log(mpmath.beta(float(a), float(b)))) for a, b in zip(x, y, strict=True)]
    result = ms.nn.LBeta()(ms.Tensor(x), ms.Tensor(y)).asnumpy()
    assert np.array_equal(result, np.array(exact, np.float16))
