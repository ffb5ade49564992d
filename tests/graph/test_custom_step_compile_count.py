"""A step of one's own is one graph, made once."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import Tensor, nn


def test_a_step_is_compiled_at_its_first_call_alone() -> None:
    net = nn.Dense(3, 2)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)

    @ms.jit(jit_level="O0")
    def step(x: Tensor) -> Tensor:
        loss, grads = grad_fn(x)
        optimizer(grads)
        return loss

    ms.graph.reset()
    for _ in range(3):
        step(Tensor(np.ones((4, 3), np.float32)))
    assert ms.graph.stats().compiles == 1
