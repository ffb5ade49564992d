"""The slope of the incomplete gamma functions by their order, which torch has none of."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import ops

A = np.array([0.1, 0.5, 2.5, 30.0])
X = np.array([0.3, 0.7, 4.0, 33.0])


def test_slopes_and_their_slopes() -> None:
    a, x, h = ms.Tensor(A), ms.Tensor(X), 1e-4
    for fn in (ops.igamma, ops.igammac):
        first = ms.grad(fn)
        difference = (fn(a + h, x) - fn(a - h, x)) / (2 * h)
        np.testing.assert_allclose(first(a, x).asnumpy(), difference.asnumpy(), 1e-4)
        second = ms.grad(first)(a, x).asnumpy()
        difference = (first(a + h, x) - first(a - h, x)) / (2 * h)
        np.testing.assert_allclose(second, difference.asnumpy(), 1e-3, 1e-5)


def test_slopes_of_broadcast_operands() -> None:
    a, x = ms.Tensor(A[:, None]), ms.Tensor(X)
    by_a, by_x = ms.grad(lambda a, x: ops.igamma(a, x).sum(), grad_position=(0, 1))(a, x)
    assert (by_a.shape, by_x.shape) == ((4, 1), (4,))
