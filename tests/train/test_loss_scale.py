"""Scaled losses: overflowing steps change nothing, in either mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from tests.train.nets import Net, dataset, loss, weights

MODES = [PYNATIVE_MODE, GRAPH_MODE]


def batch(scale: float = 1.0) -> list[Any]:
    data, label = next(iter(dataset(4, 4).create_tuple_iterator(output_numpy=True)))
    return [ms.Tensor(data * np.float32(scale)), ms.Tensor(label)]


@pytest.mark.parametrize("mode", MODES)
def test_overflow_skips_the_step(mode: int) -> None:
    settings.mode = mode
    net = Net()
    manager = nn.DynamicLossScaleUpdateCell(loss_scale_value=1024, scale_factor=2, scale_window=2)
    step = nn.TrainOneStepWithLossScaleCell(
        nn.WithLossCell(net, loss()), nn.Adam(net.trainable_params(), 0.1), manager
    ).set_train()
    before = weights(step.optimizer)
    _, overflow, scale = step(*batch(np.inf))
    assert bool(overflow)
    assert float(scale) == 1024
    assert float(step.scale_sense) == 512
    for got, want in zip(weights(step.optimizer), before, strict=True):
        np.testing.assert_array_equal(got, want)
    scales = []
    for _ in range(4):
        _, overflow, _ = step(*batch())
        assert not bool(overflow)
        scales.append(float(step.scale_sense))
    assert scales == [512, 1024, 1024, 2048]
    assert int(step.optimizer.global_step) == 4


@pytest.mark.parametrize("mode", MODES)
def test_a_scale_does_not_change_the_step(mode: int) -> None:
    settings.mode = mode
    found = []
    for scaled in (False, True):
        net = Net()
        whole, opt = nn.WithLossCell(net, loss()), nn.SGD(net.trainable_params(), 0.1)
        if scaled:
            step = nn.TrainOneStepWithLossScaleCell(whole, opt, ms.Tensor(4096, ms.float32))
        else:
            step = nn.TrainOneStepCell(whole, opt)
        step.set_train()(*batch())
        found.append(weights(net))
    for got, want in zip(*found, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def test_set_sense_scale() -> None:
    net = Net()
    step = nn.TrainOneStepWithLossScaleCell(
        nn.WithLossCell(net, loss()),
        nn.SGD(net.trainable_params(), 0.1),
        ms.Tensor([2.0], ms.float32),
    )
    step.set_sense_scale(ms.Tensor([8.0], ms.float32))
    assert float(step.scale_sense) == 8.0
    with pytest.raises(TypeError, match="must be Tensor"):
        step.set_sense_scale(8.0)


@pytest.mark.parametrize(
    ("scale", "error"), [(1.0, TypeError), (ms.Tensor([1.0, 2.0], ms.float32), ValueError)]
)
def test_a_scale_that_is_none(scale: Any, error: type[Exception]) -> None:
    net = Net()
    with pytest.raises(error, match="'scale_sense'"):
        nn.TrainOneStepWithLossScaleCell(net, nn.SGD(net.trainable_params(), 0.1), scale)


@pytest.mark.parametrize(
    ("factor", "start", "end"),
    # Four steps: each overflows and halves the scale; or none does, and every second one doubles it.
    [(1e6, 2.0**127, 2.0**123), (1.0, 1024.0, 4096.0)],
)
def test_model_with_a_manager(factor: float, start: float, end: float) -> None:
    net = Net()
    manager = ms.DynamicLossScaleManager(start, 2, 2)
    opt = nn.SGD(net.trainable_params(), 0.1)
    before = [w.copy() for w in weights(net)]
    data = dataset(8, 4).map(lambda a: a * np.float32(factor), ["a"])
    ms.Model(net, loss(), opt, loss_scale_manager=manager).train(2, data)
    assert manager.get_loss_scale() == end
    still = [np.array_equal(w, b) for w, b in zip(weights(net), before, strict=True)]
    assert all(still) if factor > 1 else not any(still)


def test_return_grad_and_sens() -> None:
    net = Net()
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, loss()),
        nn.SGD(net.trainable_params(), 1e-9),
        sens=4.0,
        return_grad=True,
    ).set_train()
    _, grads = step(*batch())
    plain = ms.ops.GradOperation(get_by_list=True)(step.network, step.weights)(*batch())
    assert list(grads) == [p.name for p in net.trainable_params()]
    for got, want in zip(grads.values(), plain, strict=True):
        np.testing.assert_allclose(got.asnumpy(), 4 * want.asnumpy(), rtol=1e-4, atol=1e-6)


def test_a_step_of_a_subclass_is_written_with_what_mindspore_puts_there() -> None:
    class Step(nn.TrainOneStepWithLossScaleCell):
        def construct(self, *inputs: Any) -> Any:
            grads = self.grad(self.network, self.weights)(*inputs, self.scale_sense)
            grads = self.hyper_map(ms.ops.square, grads)
            found = self.reduce_sum(self.less_equal(grads[0], self.base).astype(ms.float32))
            return self.logic_not(self.equal(found, self.base0.astype(ms.float32)))

    net = Net()
    step = Step(nn.WithLossCell(net, loss()), nn.SGD(net.trainable_params()), ms.Tensor(1.0))
    assert bool(step(*batch()))
    assert not step.is_distributed


def test_steps_of_libraries_find_whether_the_step_itself_asks_for_the_end() -> None:
    net = nn.WithLossCell(nn.Dense(2, 1), nn.MSELoss())
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    assert nn.TrainOneStepCell(net, optimizer).use_graceful_exit is False
