"""Gradients in a step whose graph breaks: they are those of the step op by op."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops


class Step(nn.TrainOneStepCell):
    """Takes gradients, then asks for a value."""

    def construct(self, *inputs: Tensor) -> tuple[Tensor, Tensor]:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, ops.ones_like(loss) * 2.0)
        size = grads[0].abs().sum()
        if size < 1e9:
            loss = ops.depend(loss, self.optimizer(grads))
        return loss, size


class Functional(nn.Cell):
    """The same by value_and_grad, over an input too."""

    def __init__(self, network: nn.Cell, optimizer: nn.Optimizer):
        super().__init__()
        self.network, self.optimizer = network, optimizer
        self.grad_fn = ms.value_and_grad(network, 0, optimizer.parameters)

    def construct(self, *inputs: Tensor) -> tuple[Tensor, Tensor]:
        loss, (by_input, grads) = self.grad_fn(*inputs)
        size = grads[0].abs().sum() + by_input.abs().sum()
        if size < 1e9:
            self.optimizer(grads)
        return loss, size


def _steps(kind: Any, mode: int) -> list[float]:
    ms.set_context(mode=mode)
    ms.set_seed(1)
    net = nn.WithLossCell(nn.SequentialCell(nn.Dense(2, 3), nn.Tanh()), nn.MSELoss()).set_train()
    step = kind(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
    x, y = Tensor(np.ones((4, 2), np.float32)), Tensor(np.ones((4, 3), np.float32))
    return [float(value) for _ in range(3) for value in step(x, y)]


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow) for kind in (Step, Functional)]
)
def test_a_step_that_asks_for_a_value(kind: Any) -> None:
    wanted = _steps(kind, ms.PYNATIVE_MODE)
    assert wanted[1] > 0.01
    np.testing.assert_allclose(_steps(kind, ms.GRAPH_MODE), wanted, 1e-5)
