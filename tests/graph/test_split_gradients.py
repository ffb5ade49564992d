"""Gradients in a step whose graph breaks: they are those of the step op by op."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from torch._dynamo.utils import counters

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


class Scaled(nn.TrainOneStepWithLossScaleCell):
    """As large-model libraries write it: gradients of a kept pass, then a choice by value."""

    def construct(self, *inputs: Tensor) -> tuple[Tensor, Tensor]:
        loss = self.network(*inputs)
        status, scale = self.start_overflow_check(loss, self.scale_sense)
        grads = self.grad(self.network, self.weights)(*inputs, ops.ones_like(loss) * scale)
        overflow = self.process_loss_scale(self.get_overflow_status(status, grads))
        if not overflow:
            loss = ops.depend(loss, self.optimizer(grads))
        return loss, overflow


@pytest.mark.slow
def test_the_way_back_is_run_and_not_compiled_function_by_function() -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O1")
    net = nn.SequentialCell(nn.Embedding(5, 4), nn.LayerNorm((4,)), nn.GELU(), nn.Dense(4, 3))
    net = nn.WithLossCell(net, nn.SoftmaxCrossEntropyWithLogits(True, "mean")).set_train()
    scale = nn.DynamicLossScaleUpdateCell(64.0, 2, 1000)
    step = Scaled(net, nn.Momentum(net.trainable_params(), 0.1, 0.9), scale)
    before = counters["frames"]["total"]
    for _ in range(3):
        step(Tensor([1, 2, 3], ms.int32), Tensor([0, 1, 2], ms.int32))
    assert counters["frames"]["total"] - before < 100  # 164 where each function of it is compiled
