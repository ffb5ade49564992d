"""Hooks on a step, settings of a wrapper and a changing loss scale are not lost on the way."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common import warn_once
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.step.step import TrainStep
from msacc.train._train_step import reread_context
from tests.parallel.oracle import batches, build, optimizer, tensors


@pytest.mark.parametrize("kind", ["model", "cell"])
def test_hooks_of_a_step(kind: str) -> None:
    net, loss = build()
    if kind == "model":
        step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    else:
        step = nn.TrainOneStepCell(GradAccumulation(loss, 3), optimizer(net)).set_train()
    seen: list[str] = []
    step.register_forward_pre_hook(lambda cell, args: seen.append("before"))
    step.register_forward_hook(lambda cell, args, out: seen.append("after"))
    step(*tensors(batches(1, 12)[0]))
    assert seen == ["before", "after"]


def test_hooks_of_a_cell_that_an_autoparallel_spreads(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    cell = nn.TrainOneStepCell(loss, optimizer(net))
    cell.register_forward_hook(lambda cell, args, out: None)
    with caplog.at_level(logging.WARNING, logger="msacc"):
        AutoParallel(cell)(*tensors(batches(1, 12)[0]))
    assert (
        "TrainOneStepCell is seen through by its training step, so that post on it" in caplog.text
    )


def test_hooks_on_the_optimizer_and_on_a_parameter(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    opt = optimizer(net)
    opt.register_forward_hook(lambda cell, args, out: None)
    net.first.weight.register_hook(lambda grad: grad)
    step = ms.Model(GradAccumulation(loss, 3), optimizer=opt).train_network
    with caplog.at_level(logging.WARNING, logger="msacc"):
        step(*tensors(batches(1, 12)[0]))
    assert "hooks on Momentum are not called by a step with AutoParallel" in caplog.text
    assert "register_hook() of 'first.weight' is called with each micro-batch's" in caplog.text


def test_a_train_step_inside_of_an_accumulation() -> None:
    net, loss = build()
    with pytest.raises(ValueError, match="there is a TrainOneStepCell in it, which would update"):
        GradAccumulation(nn.TrainOneStepCell(loss, optimizer(net)), 3)


def test_a_model_of_a_step_in_an_autoparallel() -> None:
    """The step is found where a run looks for what it shares with other processes."""
    net, loss = build()
    model = ms.Model(AutoParallel(nn.TrainOneStepCell(loss, optimizer(net))))
    reread_context(model.train_network)
    found = [c for _, c in model.train_network.cells_and_names() if isinstance(c, TrainStep)]
    assert len(found) == 1
    model.train_network(*tensors(batches(1, 12)[0]))
    assert found[0].completed_steps == 1


def test_settings_of_a_wrapper(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    net, loss = build()
    wrapped = GradAccumulation(loss, 3)
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    wrapped.micro_size = 2
    step(*tensors(batches(1, 12)[0]))
    assert step.micro_size == 2
    with caplog.at_level(logging.WARNING, logger="msacc"):
        wrapped.micro_size = 4
    assert (
        "GradAccumulation.micro_size=4 comes after a training step of this network" in caplog.text
    )


def scaled(loss: Any, opt: Any, kind: str) -> Any:
    if kind == "model":
        manager = ms.DynamicLossScaleManager(2.0**60, 2, 100)
        model = ms.Model(GradAccumulation(loss, 3), optimizer=opt, loss_scale_manager=manager)
        return model.train_network
    update = nn.DynamicLossScaleUpdateCell(2.0**60, 2, 100)
    network = GradAccumulation(loss, 3) if kind == "planned" else loss
    return nn.TrainOneStepWithLossScaleCell(network, opt, update).set_train()


@pytest.mark.parametrize("kind", ["model", "planned", "one graph"])
def test_a_changing_scale_is_part_of_the_checkpoint(kind: str, tmp_path: Path) -> None:
    """As in MindSpore: a resumed run goes on with the scale, and the count of steps since it changed."""
    x, y = batches(1, 12)[0]
    x[3, 0] = np.inf
    net, loss = build()
    step = scaled(loss, optimizer(net), kind)
    for _ in range(3):
        step(*tensors((x, y)))
    file = str(tmp_path / "a.ckpt")
    ms.save_checkpoint(step, file)
    held = ms.load_checkpoint(file)
    assert float(held["scale_sense"]) == 2.0**57
    assert int(held["current_iterator_step"]) == 4
    net, loss = build()
    again = scaled(loss, optimizer(net), kind)
    ms.load_param_into_net(again, held)
    assert float(again(*tensors((x, y)))[2]) == 2.0**57
