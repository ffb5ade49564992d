"""Which mode a Model's networks are in: after evaluations in between, and where set_train was called from outside.

The numbers are MindSpore's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import nn

ROWS = {"x": np.ones((4, 3), np.float32), "y": np.zeros(4, np.int32)}


def rows() -> Any:
    return ds.NumpySlicesDataset(ROWS).batch(2)


@pytest.fixture
def graph_mode() -> Iterator[None]:
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
    yield
    ms.set_context(mode=ms.PYNATIVE_MODE, jit_level="O1")


class OnlyInTraining(nn.Cell):
    """Ones in training, else zeros."""

    def construct(self, x: Any) -> Any:
        return x * 0.0 + 1.0 if self.training else x * 0.0


class Around(nn.Cell):
    """Another Cell around a network, as scripts write for evaluation."""

    def __init__(self, network: nn.Cell):
        super().__init__()
        self.network = network

    def construct(self, x: Any) -> Any:
        return self.network(x)


class Loss(nn.Cell):
    """The largest output."""

    def construct(self, out: Any, label: Any) -> Any:
        return out.max()


class Evaluates(ms.train.Callback):
    """Evaluates after each epoch, and notes what steps return."""

    def __init__(self, model: Any):
        self.model = model
        self.losses: list[float] = []

    def on_train_step_end(self, run_context: Any) -> None:
        self.losses.append(float(run_context.original_args().net_outputs.asnumpy()))

    def on_train_epoch_end(self, run_context: Any) -> None:
        self.losses.append(self.model.eval(rows(), dataset_sink_mode=False)["loss"])


def trained(of_its_own: bool) -> list[float]:
    """Losses of two epochs of two steps, each with the loss of an evaluation behind it; of another
    Model if of its own.
    """
    net = nn.SequentialCell(nn.Dense(3, 2), OnlyInTraining())
    metrics = {"loss": nn.Loss()}
    model = ms.Model(
        net, Loss(), nn.SGD(net.trainable_params(), 0.1), metrics=metrics, amp_level="O0"
    )
    other = ms.Model(Around(net), Loss(), metrics=metrics) if of_its_own else model
    callback = Evaluates(other)
    model.train(2, rows(), callbacks=[callback], dataset_sink_mode=False)
    return callback.losses


def test_training_goes_on_after_an_evaluation_of_the_same_model() -> None:
    assert trained(of_its_own=False) == [1.0, 1.0, 0.0, 1.0, 1.0, 0.0]


def test_op_by_op_another_model_s_evaluation_holds_until_training_begins_anew() -> None:
    assert trained(of_its_own=True) == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("of_its_own", [False, True])
def test_a_graph_trains_on_as_it_was_made(graph_mode: None, of_its_own: bool) -> None:
    assert trained(of_its_own) == [1.0, 1.0, 0.0, 1.0, 1.0, 0.0]


def test_a_graph_keeps_the_modes_inside_that_it_was_made_with(graph_mode: None) -> None:
    inner = OnlyInTraining()
    net = Around(inner)

    def called(size: int = 2) -> float:
        return float(net(ms.Tensor(np.ones(size, np.float32))).asnumpy()[0])

    net.set_train()
    assert called() == 1.0
    inner.set_train(False)
    assert called() == 1.0
    assert not inner.training
    assert called(3) == 0.0  # another graph
    net.set_train(False)
    assert called() == 0.0
    inner.set_train()
    assert called() == 0.0
    assert float(inner(ms.Tensor(np.ones(2, np.float32))).asnumpy()[0]) == 1.0
    net.set_train()
    inner.set_train(False)
    assert called() == 1.0


def test_evaluation_after_set_train_leaves_running_statistics() -> None:
    net = nn.SequentialCell(nn.BatchNorm1d(3), nn.Dense(3, 2))
    model = ms.Model(net, nn.CrossEntropyLoss(), metrics={"accuracy"})
    net.set_train()  # on the network, not on the Model's cells around it
    model.predict(ms.Tensor(ROWS["x"]))
    assert not net.training
    net.set_train()
    model.eval(rows())
    assert not net.training
    assert net[0].moving_mean.asnumpy().tolist() == [0.0, 0.0, 0.0]
    net.set_train()
    model.predict(ms.Tensor(ROWS["x"]))
    assert net.training  # what the Model did last was no training either
