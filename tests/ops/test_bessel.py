"""The slopes of Bessel functions that torch has no derivative of: twice, forwards, by sample and in a graph."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import ops

NAMES = ("j0", "j1", "y0", "y1", "k0", "k1", "k0e", "k1e")
X = np.array([0.7, 1.3, 4.0])


@pytest.mark.parametrize("name", NAMES)
def test_slopes_agree_with_differences(name: str) -> None:
    fn, x, h = getattr(ops, f"bessel_{name}"), ms.Tensor(X), 1e-4
    first = ms.grad(fn)
    for f, slope in ((fn, first), (first, ms.grad(first))):
        difference = (f(x + h) - f(x - h)) / (2 * h)
        np.testing.assert_allclose(slope(x).asnumpy(), difference.asnumpy(), 1e-5)
    tangent = ms.jvp(fn, x, ops.ones_like(x))[1]
    np.testing.assert_allclose(tangent.asnumpy(), first(x).asnumpy())
    np.testing.assert_allclose(ms.vmap(first)(x).asnumpy(), first(x).asnumpy())


def test_in_a_graph() -> None:
    @ms.jit(jit_level="O0")
    def total(x: ms.Tensor) -> ms.Tensor:
        return (ops.bessel_j0(x) * ops.bessel_k1(x)).sum()

    x = ms.Tensor(X)
    j, k = ops.bessel_j0(x), ops.bessel_k1(x)
    expected = -ops.bessel_j1(x) * k + j * (-ops.bessel_k0(x) - k / x)
    np.testing.assert_allclose(ms.grad(total)(x).asnumpy(), expected.asnumpy(), 1e-6)


def test_the_slope_of_j1_at_zero() -> None:
    assert ms.grad(ops.bessel_j1)(ms.Tensor([0.0])).asnumpy() == 0.5
