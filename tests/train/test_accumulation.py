"""Accumulation: the same step as one big batch, three graphs, clear errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.parallel.nn import GradAccumulation as GradAccumulationCell
from msacc.step.batches import split
from msacc.train.accumulation import (
    GradientAccumulation,
    TrainClear,
    TrainForwardBackward,
    TrainOptim,
)
from tests.train.nets import Net, dataset, loss, weights

MODES = [PYNATIVE_MODE, GRAPH_MODE]


def optimizer(net: nn.Cell) -> Any:
    return nn.Momentum(net.trainable_params(), 0.1, 0.9)


def trained(micro_size: int | None, sens: Any = None) -> list[np.ndarray]:
    net = Net()
    whole = nn.WithLossCell(net, loss())
    if micro_size is not None:
        whole = GradAccumulationCell(whole, micro_size)
    options = {} if sens is None else {"loss_scale_manager": ms.FixedLossScaleManager(sens, False)}
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=sens or 1.0)
    ms.Model(whole, optimizer=opt, **options).train(2, dataset(8, 4))
    return weights(net)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("micro_size", [1, 2, 4])
def test_model_trains_as_with_the_whole_batch(mode: int, micro_size: int) -> None:
    settings.mode = mode
    for got, want in zip(trained(micro_size), trained(None), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def test_a_loss_scale_cancels_out() -> None:
    for got, want in zip(trained(2, 64.0), trained(None), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("micro_size", [1, 4])
def test_two_graphs_whatever_the_micro_size(micro_size: int) -> None:
    settings.mode = GRAPH_MODE
    trained(micro_size)
    stats = ms.graph.stats()
    assert stats.recorded == {"MicroStep": 1, "Update": 1}
    assert stats.by_name == {"MicroStep": 1}  # the update is kernels of torch's
    assert not stats.not_recorded


def test_printed_loss_is_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    net = Net()
    data = [ms.Tensor(c) for c in next(dataset(8, 8).create_tuple_iterator(output_numpy=True))]
    mean = float(nn.WithLossCell(net, loss())(*data))
    whole = GradAccumulationCell(nn.WithLossCell(net, loss()), 4)
    ms.Model(whole, optimizer=optimizer(net)).train(1, dataset(8, 8), ms.train.LossMonitor())
    line = capsys.readouterr().out.strip()
    assert line.startswith("epoch: 1 step: 1, loss is ")
    assert float(line.split()[-1]) == pytest.approx(4 * mean, rel=1e-5)


def test_parameters_of_the_train_network() -> None:
    net = Net()
    whole = GradAccumulationCell(nn.WithLossCell(net, loss()), 2)
    names = [
        p.name for p in ms.Model(whole, optimizer=optimizer(net)).train_network.get_parameters()
    ]
    assert "accu_grads.first.weight" in names
    assert "moments.first.weight" in names
    assert len(names) == len(set(names))


def test_batch_that_does_not_divide() -> None:
    net = Net()
    whole = GradAccumulationCell(nn.WithLossCell(net, loss()), 4)
    with pytest.raises(ValueError, match=r"input\(10\) must be divided by micro size\(4\)"):
        ms.Model(whole, optimizer=optimizer(net)).train(1, dataset(10, 10))


def test_slices_are_contiguous_views() -> None:
    x = ms.Tensor(np.arange(12, dtype=np.float32).reshape(6, 2))
    part = split((x,), 3)[1][0]
    np.testing.assert_array_equal(part.asnumpy(), [[4, 5], [6, 7]])
    assert part._t.data_ptr() == x._t[2:].data_ptr()
    assert split((x, 3), 2)[1][1] == 3


def test_building_blocks_add_update_and_clear() -> None:
    net, opt = Net(), None
    opt = nn.SGD(net.trainable_params(), 1.0)
    grad_sum = opt.parameters.clone(prefix="grad_sum", init="zeros")
    zeros = opt.parameters.clone(prefix="zeros", init="zeros")
    step = TrainForwardBackward(nn.WithLossCell(net, loss()), opt, grad_sum, 0.5).set_train()
    before = weights(net)
    batches = [tuple(b) for b in dataset(8, 4)]
    for batch in batches:
        step(*batch)
    grads = [
        ms.ops.GradOperation(get_by_list=True)(nn.WithLossCell(net, loss()), opt.parameters)(*b)
        for b in batches
    ]
    for held, first, second in zip(grad_sum, *grads, strict=True):
        want = 0.5 * (first.asnumpy() + second.asnumpy())
        np.testing.assert_allclose(held.asnumpy(), want, rtol=1e-5, atol=1e-6)
    TrainOptim(opt, grad_sum)()
    for p, old, held in zip(opt.parameters, before, grad_sum, strict=True):
        np.testing.assert_allclose(p.asnumpy(), old - held.asnumpy(), rtol=1e-5, atol=1e-6)
    TrainClear(grad_sum, zeros)()
    assert all(not h.asnumpy().any() for h in grad_sum)


@pytest.mark.parametrize("mode", MODES)
def test_trainer_prints_at_updates_and_windows_span_epochs(
    mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.mode = mode
    net = Net()
    trainer = GradientAccumulation(net, loss(), optimizer(net), mini_steps=2, remainder="span")
    trainer.train_process(2, dataset(12, 4))
    lines = [line.split(" loss")[0] for line in capsys.readouterr().out.splitlines()]
    assert lines == ["epoch: 1 step: 1", "epoch: 2 step: 1", "epoch: 2 step: 2"]
    assert not any(g.asnumpy().any() for g in trainer.grad_sum)


@pytest.mark.parametrize(
    ("count", "error"), [(0, ValueError), (-2, ValueError), (1.5, TypeError), (True, TypeError)]
)
def test_a_count_that_is_none(count: Any, error: type[Exception]) -> None:
    net = Net()
    with pytest.raises(error, match="'mini_steps' must be"):
        GradientAccumulation(net, loss(), optimizer(net), mini_steps=count)
    with pytest.raises(error, match="'micro_size' must be"):
        GradAccumulationCell(nn.WithLossCell(net, loss()), count)


def test_grad_sum_of_another_length() -> None:
    net = Net()
    opt = optimizer(net)
    with pytest.raises(ValueError, match="'grad_sum' must hold one Parameter"):
        TrainForwardBackward(net, opt, opt.parameters.clone("g", "zeros")[:1])
