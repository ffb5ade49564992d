"""Optimizers and steps that derive from msacc's, as libraries write them."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn, ops


class OwnStates(nn.AdamWeightDecay):
    """Sets beta1, beta2 and eps without the __init__ of AdamWeightDecay, to have states of its own."""

    def __init__(self, params: list[Parameter]):
        super(nn.AdamWeightDecay, self).__init__(0.1, params, 0.0)
        self.beta1, self.beta2 = Tensor([0.8], ms.float32), Tensor([0.9], ms.float32)
        self.eps = Tensor([1e-6], ms.float32)
        self.moments1 = self.parameters.clone("adam_m", "zeros")
        self.moments2 = self.parameters.clone("adam_v", "zeros")


def test_numbers_are_those_that_a_derived_class_sets() -> None:
    mine, theirs = (Parameter(np.ones(3, np.float32), name="w") for _ in range(2))
    own, plain = OwnStates([mine]), nn.AdamWeightDecay([theirs], 0.1, 0.8, 0.9, 1e-6)
    for optimizer in (own, plain):
        optimizer((Tensor([0.5, -1.0, 2.0], ms.float32),))
    assert np.array_equal(mine.asnumpy(), theirs.asnumpy())
    plain.beta1 = Tensor([0.1], ms.float32)
    for optimizer in (own, plain):
        optimizer((Tensor([0.5, -1.0, 2.0], ms.float32),))
    assert not np.array_equal(mine.asnumpy(), theirs.asnumpy())


_divide = ops.MultitypeFuncGraph("divide")


@_divide.register("Tensor", "Tensor")
def _divided(scale: Tensor, grad: Tensor) -> Tensor:
    return grad * ops.Reciprocal()(scale)


class OwnStep(nn.TrainOneStepWithLossScaleCell):
    """A construct of its own, with the parts that MindSpore's step holds."""

    def construct(self, *inputs: Tensor) -> tuple[Tensor, Tensor]:
        loss = self.network(*inputs)
        status, scale = self.start_overflow_check(loss, self.scale_sense)
        seed = ops.ones_like(loss) * ops.cast(scale, loss.dtype)
        grads = self.grad(self.network, self.weights)(*inputs, seed)
        grads = self.hyper_map(ops.partial(_divide, scale), grads)
        overflow = self.process_loss_scale(self.get_overflow_status(status, grads))
        if self.less_equal(self.base, self.reduce_sum(overflow.astype("float32"))):
            return loss, overflow
        return ops.depend(loss, self.optimizer(grads)), overflow


@pytest.mark.parametrize(
    "mode", [ms.PYNATIVE_MODE, pytest.param(ms.GRAPH_MODE, marks=pytest.mark.slow)]
)
def test_a_step_may_call_the_parts_of_mindspores(mode: int) -> None:
    ms.set_context(mode=mode)
    ms.set_seed(1)
    net = nn.WithLossCell(nn.Dense(2, 3), nn.MSELoss())
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = OwnStep(net, optimizer, nn.DynamicLossScaleUpdateCell(64.0, 2, 100))
    before = net.trainable_params()[0].asnumpy().copy()
    x, y = Tensor(np.ones((4, 2), np.float32)), Tensor(np.ones((4, 3), np.float32))
    loss, overflow = step(x, y)
    assert not bool(overflow)
    assert not np.array_equal(before, net.trainable_params()[0].asnumpy())
    assert float(step(x, y)[0]) < float(loss)
