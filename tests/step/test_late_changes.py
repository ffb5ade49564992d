"""What is replaced or set after a train step was built: followed, refused, or said."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

import msacc as ms
from msacc import nn
from msacc.common import warn_once
from msacc.common.settings import settings
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.step.step import TrainStep
from msacc.train._train_step import reread_context
from tests.parallel.oracle import (
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)


@pytest.fixture(autouse=True)
def clean_state() -> Iterator[None]:
    warn_once.forget()
    before = dict(settings.parallel)
    yield
    settings.parallel.clear()
    settings.parallel.update(before)


def cell_of(loss: Any, opt: Any, scaled: bool = False) -> Any:
    if not scaled:
        return nn.TrainOneStepCell(GradAccumulation(loss, 3), opt).set_train()
    scale = nn.FixedLossScaleUpdateCell(64.0)
    return nn.TrainOneStepWithLossScaleCell(GradAccumulation(loss, 3), opt, scale).set_train()


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("steps_before", [0, 1])
def test_another_optimizer(steps_before: int, scaled: bool) -> None:
    data = batches(3, 12)
    net, loss = build()
    start = values(net)
    cell = cell_of(loss, optimizer(net), scaled)
    for batch in data[:steps_before]:
        cell(*tensors(batch))
    cell.optimizer = optimizer(net, 0.02)
    cell.weights = cell.optimizer.parameters
    for batch in data[steps_before:]:
        cell(*tensors(batch))
    middle = reference(start, data[:steps_before])[0]
    assert_equal(net, reference(middle, data[steps_before:], 0.02)[0])


def test_another_network() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    other, other_loss = build(5)
    cell = cell_of(other_loss, optimizer(net))
    cell.network = GradAccumulation(loss, 2)
    for batch in data:
        cell(*tensors(batch))
    assert cell._msacc_planned_step.plan.micro_size == 2
    assert_equal(net, reference(start, data)[0])


def test_a_network_that_asks_for_more_than_the_first() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    cell = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    cell(*tensors(data[0]))
    cell.network = GradAccumulation(loss, 3)
    cell(*tensors(data[1]))
    assert isinstance(cell._msacc_planned_step, TrainStep)
    assert_equal(net, reference(start, data)[0])


def test_around_a_step_whose_optimizer_is_replaced() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    cell = nn.TrainOneStepCell(loss, optimizer(net))
    step = AutoParallel(cell)
    step(*tensors(data[0]))
    cell.optimizer = optimizer(net, 0.02)
    cell.weights = cell.optimizer.parameters
    step(*tensors(data[1]))
    middle = reference(start, data[:1])[0]
    assert_equal(net, reference(middle, data[1:], 0.02)[0])


def test_a_seed_set_later() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    cell = cell_of(loss, optimizer(net, 0.05))
    cell.sens = 2.0
    for batch in data:
        cell(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


def test_in_the_middle_of_a_window() -> None:
    net, loss = build()
    wrapped = AutoParallel(GradAccumulation(loss, 3))
    cell = nn.TrainOneStepCell(wrapped, optimizer(net)).set_train()
    with wrapped.no_sync():
        cell(*tensors(batches(1, 12)[0]))
    cell.optimizer = optimizer(net)
    cell.weights = cell.optimizer.parameters
    for _ in range(2):
        with pytest.raises(RuntimeError, match="in the middle of a window of 3 micro-batches"):
            cell(*tensors(batches(1, 12)[0]))


def test_weights_that_are_not_the_optimizers() -> None:
    net, loss = build()
    cell = cell_of(loss, optimizer(net))
    cell.weights = ms.ParameterTuple(net.trainable_params()[:2])
    with pytest.raises(ValueError, match="'weights' are not the parameters of 'optimizer'"):
        cell(*tensors(batches(1, 12)[0]))


class Halved(nn.Cell):
    """A reducer of the user's."""

    def construct(self, grads: Any) -> Any:
        return tuple(g / 2 for g in grads)


def test_another_reducer() -> None:
    net, loss = build()
    cell = cell_of(loss, optimizer(net))
    cell.grad_reducer = nn.DistributedGradReducer(cell.weights, True, 1)
    cell(*tensors(batches(1, 12)[0]))
    cell.grad_reducer = Halved()
    with pytest.raises(NotImplementedError, match="'grad_reducer' was replaced"):
        cell(*tensors(batches(1, 12)[0]))


class NeverOverflows(nn.TrainOneStepWithLossScaleCell):
    """A judgement of the user's."""

    def get_overflow_status(self, status: Any, compute_output: Any) -> Any:
        return ms.Tensor(False)


class Counting(nn.TrainOneStepWithLossScaleCell):
    """A loss scale rule of the user's, which skips every second step."""

    seen = 0

    def process_loss_scale(self, overflow: Any) -> Any:
        self.seen += 1
        return self.seen % 2 == 0


def test_methods_that_a_subclass_brings() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    scale = ms.Tensor(64.0, ms.float32)
    with pytest.raises(NotImplementedError, match="'get_overflow_status' was replaced"):
        NeverOverflows(GradAccumulation(loss, 3), optimizer(net), scale)
    cell = Counting(GradAccumulation(loss, 3), optimizer(net), scale).set_train()
    skipped = [bool(cell(*tensors(batch))[1]) for batch in data]
    assert skipped == [False, True]
    assert_equal(net, reference(start, data[:1])[0])


class Seeded(nn.TrainOneStepWithLossScaleCell):
    """Puts a seed of its own in place of the scale, in a step that is one graph."""

    def start_overflow_check(self, pre_cond: Any, compute_input: Any) -> Any:
        return "begun", compute_input * 2

    def get_overflow_status(self, status: Any, compute_output: Any) -> Any:
        assert status == "begun"
        return super().get_overflow_status(status, compute_output)


def test_the_check_of_overflow_is_begun() -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    cell = Seeded(loss, optimizer(net, 0.05), ms.Tensor(64.0, ms.float32)).set_train()
    for batch in data:
        cell(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the context says in a job of two; the step itself runs alone."""
    monkeypatch.setattr("msacc.step.context_settings.world_size", lambda: 2)


def test_the_context_until_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Model and the train-step Cell are built before the context is set, which is read when they begin."""
    net, loss = build()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    cell = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    assert step.plan.standalone
    two_processes(monkeypatch)
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", dataset_strategy="full_batch")
    step.step_runtime()
    assert not step.plan.standalone
    assert step.plan.micro_size == 3
    assert step.plan.strategy == "full_batch"
    assert cell._msacc_step_factory is None
    cell(*tensors(batches(1, 12)[0]))
    assert cell._msacc_planned_step.plan.strategy == "full_batch"


def test_a_run_of_a_model_hears_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it agrees with other processes, which it does for a step that is shared alone."""
    net, loss = build()
    accumulating = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    plain = ms.Model(loss, optimizer=optimizer(net)).train_network
    two_processes(monkeypatch)
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel")
    for network in (accumulating, plain):
        reread_context(network)
        steps = [cell for _, cell in network.cells_and_names() if isinstance(cell, TrainStep)]
        assert [step.plan.standalone for step in steps] == [False]


def test_the_context_after_the_first_call(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    net, loss = build()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    plain = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    step(*tensors(batches(1, 12)[0]))
    plain(*tensors(batches(1, 12)[0]))
    ms.set_auto_parallel_context(gradients_mean=True)
    two_processes(monkeypatch)
    with caplog.at_level(logging.WARNING, logger="msacc"):
        step(*tensors(batches(1, 12)[0]))
        assert "comes after" not in caplog.text  # stand_alone still
        ms.set_auto_parallel_context(parallel_mode="data_parallel")
        step(*tensors(batches(1, 12)[0]))
        plain(*tensors(batches(1, 12)[0]))
    assert (
        "after a training step began, which goes on as it was (it would be standalone=False"
        in caplog.text
    )
    assert "after the first step of TrainOneStepCell" in caplog.text


def test_the_context_beside_an_autoparallel(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    two_processes(monkeypatch)
    ms.set_auto_parallel_context(dataset_strategy="full_batch")
    net, loss = build()
    with caplog.at_level(logging.WARNING, logger="msacc"):
        ms.Model(AutoParallel(loss), optimizer=optimizer(net))
    assert "dataset_strategy='full_batch') has no effect beside AutoParallel" in caplog.text


def test_the_mode_until_the_first_call() -> None:
    net, loss = build()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    before = settings.mode, settings.jit_level
    settings.jit_level = "O0"
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        step(*tensors(batches(1, 12)[0]))
        assert step.step_runtime().micro._msacc_compiled is not None
    finally:
        settings.mode, settings.jit_level = before


def test_a_network_replaced_inside_of_a_wrapper() -> None:
    net, loss = build()
    other, other_loss = build(5)
    wrapped = GradAccumulation(loss, 3)
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    start = values(net)
    wrapped.network = other_loss
    wrapped.network = loss
    data = batches(2, 12)
    for batch in data:
        step(*tensors(batch))
    assert_equal(net, reference(start, data)[0])
    wrapped.network = other_loss
    with pytest.raises(RuntimeError, match="was replaced after its training step began"):
        step(*tensors(data[0]))
