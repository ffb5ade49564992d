"""Model in graph mode: how many graphs, and the same lines as op by op."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from tests.train.nets import Net, dataset, loss, weights


def run(mode: int, samples: int = 10) -> list[np.ndarray]:
    settings.mode = mode
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), nn.CosineDecayLR(0.01, 0.1, 6), 0.9)
    model = ms.Model(net, loss(), optimizer, {"acc"})
    model.train(2, dataset(samples, 4), ms.train.LossMonitor())
    print(model.eval(dataset(samples, 4)))
    model.predict(ms.Tensor(np.ones((2, 4), np.float32)))
    return weights(net)


def test_one_graph_per_network_and_batch_size() -> None:
    run(GRAPH_MODE, samples=8)
    assert ms.graph.stats().by_name == {"TrainOneStepCell": 1, "WithEvalCell": 1, "Net": 1}
    assert not ms.graph.stats().not_recorded


def test_a_smaller_last_batch_stays_a_graph(capsys: pytest.CaptureFixture[str]) -> None:
    eager = run(PYNATIVE_MODE)
    expected = capsys.readouterr().out
    graph = run(GRAPH_MODE)
    stats = ms.graph.stats()
    assert stats.by_name["TrainOneStepCell"] == 2
    assert not stats.not_recorded
    assert not stats.fallbacks
    for got, want in zip(graph, eager, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)
    got_lines, want_lines = capsys.readouterr().out.splitlines(), expected.splitlines()
    assert [g.split(" is ")[0] for g in got_lines] == [w.split(" is ")[0] for w in want_lines]


def test_data_sink_runs_so_many_steps() -> None:
    seen: list[Any] = []
    step = ms.train.data_sink(
        lambda x, y: seen.append(x.shape) or x.sum(), dataset(8, 4), sink_size=3
    )
    step()
    step()
    assert seen == [(4, 4)] * 6
    with pytest.raises(ValueError, match="'sink_size'"):
        ms.train.data_sink(print, dataset(), sink_size=0)


def test_dataset_helper_goes_through_the_epochs() -> None:
    helper = ms.DatasetHelper(dataset(8, 4), dataset_sink_mode=False, epoch_num=2)
    assert [len(list(helper)) for _ in range(2)] == [2, 2]
    assert helper.sink_size() == 1
    with pytest.raises(RuntimeError, match="connect_network_with_dataset"):
        ms.connect_network_with_dataset(Net(), helper)


def test_forward_value_and_grad() -> None:
    net = Net()
    whole = nn.WithLossCell(net, loss())
    batch = next(iter(dataset(4, 4)))
    value, grads = nn.ForwardValueAndGrad(whole, net.trainable_params(), get_by_list=True)(*batch)
    plain = ms.ops.GradOperation(get_by_list=True)(whole, net.trainable_params())(*batch)
    assert float(value) == pytest.approx(float(whole(*batch)), rel=1e-6)
    for got, want in zip(grads, plain, strict=True):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), rtol=1e-6)
    seeded = nn.WithGradCell(net, loss(), sens=ms.Tensor(2.0, ms.float32))(*batch)
    np.testing.assert_allclose(seeded[0].asnumpy(), 2 * plain[0].asnumpy(), rtol=1e-5)


def test_parameter_update() -> None:
    net = Net()
    update = nn.ParameterUpdate(net.first.bias)
    update(ms.Tensor(np.full(5, 2, np.float32)))
    np.testing.assert_array_equal(net.first.bias.asnumpy(), np.full(5, 2, np.float32))
    with pytest.raises(ValueError, match="must have the shape"):
        update(ms.Tensor(np.zeros(4, np.float32)))
    with pytest.raises(TypeError, match="'param' must be 'Parameter'"):
        nn.ParameterUpdate(1)


def test_a_dataset_belongs_to_one_model_whatever_its_address() -> None:
    """A Model's hash is its address, which the next Model may get."""

    class Alike(ms.Model):
        def __hash__(self) -> int:
            return 1

    def train(data: Any) -> None:
        net = Net()
        Alike(net, loss(), nn.Momentum(net.trainable_params(), 0.1, 0.9)).train(1, data)

    data = dataset()
    train(data)
    with pytest.raises(RuntimeError, match="used in other model"):
        train(data)
