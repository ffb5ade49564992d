"""What surrounds a step: who is understood, who is refused, and what is said."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common import warn_once
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator, MicroBatchInterleaved
from msacc.step.step import TrainStep
from tests.parallel.oracle import (
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)


def trained(wrap: Any, steps: int = 3) -> tuple[Any, Any, list[Any]]:
    """(the net, its first values, its data) after some steps of Model on `wrap(loss)`."""
    data = batches(steps, 12)
    net, loss = build()
    start = values(net)
    step = ms.Model(wrap(loss), optimizer=optimizer(net)).train_network
    for batch in data:
        step(*tensors(batch))
    return net, start, data


def test_a_class_of_the_users_with_msaccs_name_is_the_users() -> None:
    class GradAccumulationCell(nn.Cell):
        def __init__(self, network: Any):
            super().__init__(auto_prefix=False)
            self.network = network

        def construct(self, *inputs: Any) -> Any:
            return self.network(*inputs)

    net, start, data = trained(GradAccumulationCell)
    assert_equal(net, reference(start, data)[0])


def test_micro_batch_interleaved_in_the_wrappers() -> None:
    """Its loss is the sum of its parts', as in MindSpore: half the rate gives the same."""
    data = batches(3, 12)
    net, loss = build()
    start = values(net)
    cell = GradAccumulation(MicroBatchInterleaved(loss, 2), 3)
    step = ms.Model(cell, optimizer=optimizer(net, 0.05)).train_network
    for batch in data:
        step(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


def test_an_autoparallel_inside_of_the_loss() -> None:
    """Model(AutoParallel(net), loss_fn) puts the loss around it."""
    data = batches(2, 12)
    net, _ = build()
    start = values(net)
    model = ms.Model(AutoParallel(net), nn.CrossEntropyLoss(), optimizer(net))
    assert isinstance(model.train_network, TrainStep)
    for batch in data:
        model.train_network(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


@pytest.mark.parametrize(
    ("wrap", "text"),
    [
        (lambda loss: GradAccumulation(GradAccumulation(loss, 2), 3), "Both GradAccumulation and"),
        (lambda loss: AutoParallel(AutoParallel(loss)), "Both AutoParallel and AutoParallel"),
    ],
)
def test_two_wrappers_that_ask_for_the_same_thing(wrap: Any, text: str) -> None:
    net, loss = build()
    with pytest.raises(ValueError, match=text):
        ms.Model(wrap(loss), optimizer=optimizer(net))


def test_several_steps_with_one_optimizer() -> None:
    data = batches(4, 12)
    net, loss = build()
    start, opt = values(net), optimizer(net)
    first = ms.Model(GradAccumulation(loss, 3), optimizer=opt).train_network
    second = ms.Model(AutoParallel(GradAccumulation(loss, 2)), optimizer=opt).train_network
    block = GradAccumulator(loss, opt, window=1)
    for call, batch in zip((first, second, block, first), data, strict=True):
        call(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


class OwnStep(nn.TrainOneStepCell):
    """A step that a script writes."""

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        self.optimizer(self.grad(self.network, self.weights)(*inputs, ms.ops.ones_like(loss)))
        return loss


def test_a_step_of_the_users_own_says_what_it_loses(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    with caplog.at_level(logging.WARNING, logger="msacc"):
        OwnStep(GradAccumulation(loss, 3), optimizer(net))
    assert "OwnStep computes its gradients in a construct() of its own" in caplog.text


def test_gradients_cannot_be_returned_from_a_spread_step() -> None:
    net, loss = build()
    with pytest.raises(NotImplementedError, match="'return_grad' does not go with AutoParallel"):
        nn.TrainOneStepCell(GradAccumulation(loss, 3), optimizer(net), return_grad=True)


def test_a_scale_that_the_optimizer_does_not_divide_by(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    manager = ms.FixedLossScaleManager(64.0, drop_overflow_update=False)
    with caplog.at_level(logging.WARNING, logger="msacc"):
        ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net), loss_scale_manager=manager)
    assert "divides by loss_scale=1.0: its gradients are 64.0 times as large" in caplog.text


def test_loss_scale_cells_are_heard() -> None:
    """An overflow lowers the scale, and the step is skipped."""
    net, loss = build()
    update = nn.DynamicLossScaleUpdateCell(1024.0, 2, 100)
    cell = nn.TrainOneStepWithLossScaleCell(GradAccumulation(loss, 3), optimizer(net), update)
    cell.set_train()
    (x, y), before = batches(1, 12)[0], values(net)
    x = x.copy()
    x[7, 0] = np.inf
    _, overflow, used = cell(*tensors((x, y)))
    assert bool(overflow)
    assert float(used) == 1024.0
    assert float(cell.scale_sense) == 512.0
    assert_equal(net, before, atol=0)


@pytest.mark.parametrize("wrap", [AutoParallel, lambda loss: GradAccumulation(loss, 3)])
def test_the_scale_of_level_o2_falls_until_gradients_are_finite(wrap: Any) -> None:
    """Nobody gave a manager: the level's own starts at 2**24, too much for Float16."""
    net, loss = build()
    before = values(net)
    step = ms.Model(wrap(loss), optimizer=optimizer(net), amp_level="O2").train_network
    outs = [step(*tensors(batches(1, 12)[0])) for _ in range(12)]
    assert bool(outs[0][1])
    assert not bool(outs[-1][1])
    assert float(outs[-1][2]) < 2**24
    assert max(np.abs(a - b).max() for a, b in zip(values(net), before, strict=True)) > 1e-3


class Doubled(nn.TrainOneStepCell):
    """A step that a script writes around msacc's."""

    def construct(self, *inputs: Any) -> Any:
        return super().construct(*inputs) * 2


def test_a_subclass_that_calls_the_base() -> None:
    data = batches(1, 12)
    net, loss = build()
    start = values(net)
    cell = Doubled(GradAccumulation(loss, 3), optimizer(net)).set_train()
    given = float(cell(*tensors(data[0])))
    wanted, losses = reference(start, data)
    assert given == pytest.approx(2 * 3 * losses[0], rel=1e-5)
    assert_equal(net, wanted)


def test_hsdp_that_comes_too_late(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    wrapped = AutoParallel(loss)
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    wrapped.hsdp(threshold=0)
    step(*tensors(batches(1, 12)[0]))
    assert step.plan.threshold == 0
    assert not caplog.text
    with caplog.at_level(logging.WARNING, logger="msacc"):
        wrapped.hsdp()
    assert "AutoParallel.hsdp() comes after a training step of this network began" in caplog.text


class Around(nn.Cell):
    """A Cell of the user's around a train step."""

    def __init__(self, step: Any):
        super().__init__(auto_prefix=False)
        self.step = step

    def construct(self, *inputs: Any) -> Any:
        return self.step(*inputs)


def test_a_step_deeper_inside_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msacc.parallel.auto_parallel.world_size", lambda: 2)
    net, loss = build()
    inner = nn.TrainOneStepCell(GradAccumulation(loss, 3), optimizer(net))
    with pytest.raises(ValueError, match="does not reach a TrainOneStepCell inside of Around"):
        AutoParallel(Around(inner))(*tensors(batches(1, 12)[0]))
    inner = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    with pytest.raises(ValueError, match="does not reach a TrainStep inside of Around"):
        AutoParallel(Around(inner))(*tensors(batches(1, 12)[0]))


def test_hsdp_around_a_cell_around_a_step(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    warn_once.forget()
    monkeypatch.setattr("msacc.parallel.auto_parallel.world_size", lambda: 2)
    net, loss = build()
    around = AutoParallel(Around(nn.TrainOneStepCell(loss, optimizer(net))))
    around.hsdp()
    with caplog.at_level(logging.WARNING, logger="msacc"):
        around._msacc_check_inner_steps()
    assert (
        "hsdp() does not reach a TrainOneStepCell inside of Around: nothing is sharded"
        in caplog.text
    )


def test_hsdp_around_a_function(caplog: pytest.LogCaptureFixture) -> None:
    """A GradAccumulator shards the optimizer's parameters; a step written as a function cannot."""
    warn_once.forget()
    net, loss = build()
    wrapped = AutoParallel(lambda x, y: loss(x, y))
    wrapped.hsdp()
    with caplog.at_level(logging.WARNING, logger="msacc"):
        block = GradAccumulator(wrapped, optimizer(net), window=1)
        block(*tensors(batches(1, 12)[0]))
        assert block.train_step.plan.shard_size == -1
        assert "hsdp" not in caplog.text
        wrapped(*tensors(batches(1, 12)[0]))
    assert "AutoParallel: hsdp=True has no effect here" in caplog.text
