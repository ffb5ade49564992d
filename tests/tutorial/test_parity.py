"""200 mini-batches from a checkpoint that MindSpore wrote: its losses and its final parameters."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc.nn import Momentum, SoftmaxCrossEntropyWithLogits
from msacc.train.accumulation import (
    GradientAccumulation,
    TrainClear,
    TrainForwardBackward,
    TrainOptim,
)
from tests.tutorial import steps


def follows(trainer: object, net: object) -> None:
    """Train from the recorded start and compare with the record."""
    recorded = np.load(steps.RECORDED)
    start = ms.load_checkpoint(str(steps.START))
    assert ms.load_param_into_net(net, start) == ([], [])
    losses = steps.run(ms, trainer, steps.STEPS)
    np.testing.assert_allclose(losses, recorded["losses"], rtol=1e-4, atol=0)
    for parameter in net.trainable_params():  # type: ignore[attr-defined]
        end = start[parameter.name].asnumpy() + recorded[parameter.name].astype(np.float32)
        np.testing.assert_allclose(parameter.asnumpy(), end, rtol=0, atol=1e-4)


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(ms.PYNATIVE_MODE, id="pynative"),
        pytest.param(ms.GRAPH_MODE, id="graph", marks=pytest.mark.slow),  # compiles LeNet's cells
    ],
)
def test_the_samples_cells(mode: int) -> None:
    ms.set_context(mode=mode)
    net, trainer = steps.build(ms)
    follows(trainer, net)


class Blocks:
    """msacc's own building blocks under the names that `steps.run` calls."""

    def __init__(self, net: object):
        loss = SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        optimizer = Momentum(net.trainable_params(), 0.01, 0.9)  # type: ignore[attr-defined]
        grad_sum = optimizer.parameters.clone(prefix="grad_sum", init="zeros")
        with_loss = ms.nn.WithLossCell(net, loss)
        self.forward_backward = TrainForwardBackward(with_loss, optimizer, grad_sum).set_train()
        self.optim = TrainOptim(optimizer, grad_sum).set_train()
        self.clear = TrainClear(grad_sum).set_train()


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(ms.PYNATIVE_MODE, id="pynative"),
        # Two hundred steps of graphs that no other test compiles.
        pytest.param(ms.GRAPH_MODE, id="graph", marks=pytest.mark.slow),
    ],
)
def test_the_public_building_blocks(mode: int) -> None:
    ms.set_context(mode=mode)
    net, _ = steps.build(ms)
    follows(Blocks(net), net)


def test_the_trainer_counts_mini_batches() -> None:
    net, sample = steps.build(ms)
    start = ms.load_checkpoint(str(steps.START))
    ms.load_param_into_net(net, start)
    expected = steps.run(ms, sample, 8)
    ms.load_param_into_net(net, start)
    loss = SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    own = GradientAccumulation(net, loss, Momentum(net.trainable_params(), 0.01, 0.9), mini_steps=4)
    found = [own.step(*map(ms.Tensor, steps.batch(k))) for k in range(8)]
    assert [updated for _, updated in found] == [False, False, False, True] * 2
    np.testing.assert_allclose([float(value) for value, _ in found], expected, rtol=1e-6)


@pytest.mark.parametrize("count", [0, -1])
def test_refuses_a_count_below_one(count: int) -> None:
    net, _ = steps.build(ms)
    optimizer = Momentum(net.trainable_params(), 0.01, 0.9)
    with pytest.raises(ValueError, match=f"mini_steps.*{count}"):
        GradientAccumulation(
            net, SoftmaxCrossEntropyWithLogits(sparse=True), optimizer, mini_steps=count
        )
