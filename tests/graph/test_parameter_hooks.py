"""Hooks on a parameter's gradient, in a graph that was captured before they came and went."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import nn


def test_hooks_come_and_go() -> None:
    net = nn.Dense(2, 1)
    x = ms.Tensor(np.ones((3, 2), np.float32))

    def step(x: ms.Tensor) -> tuple[ms.Tensor, ...]:
        return ms.grad(net, None, net.trainable_params())(x)

    compiled = ms.jit(step, jit_level="O0")
    plain = compiled(x)[0].asnumpy()
    handle = net.weight.register_hook(lambda grad: grad * 2)
    doubled = compiled(x)[0].asnumpy(), step(x)[0].asnumpy()
    handle.remove()
    handle.remove()
    after = compiled(x)[0].asnumpy(), step(x)[0].asnumpy()
    np.testing.assert_allclose(doubled, [2 * plain] * 2)
    np.testing.assert_allclose(after, [plain] * 2)


def test_copies_have_no_hooks() -> None:
    weight = ms.Parameter(ms.Tensor([1.0]), name="w")
    handle = weight.register_hook(lambda grad: grad * 2)
    assert weight.clone().gradient_hooks == []
    assert len(weight.gradient_hooks) == 1
    handle.remove()
