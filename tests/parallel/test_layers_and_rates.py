"""GroupNorm for BatchNorm, scaled rates, the choice of micro_size, recomputation, accepted wrappers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, settings
from msacc.nn.utils import to_group_norm
from msacc.parallel import GradAccumulation, MicroBatchInterleaved, find_micro_size
from msacc.step.memory import MemoryWatch, parse_bytes
from msacc.step.micro_search import activation_bytes
from msacc.train import scale_learning_rate
from tests.parallel.oracle import (
    Net,
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)


# -- GroupNorm ---------------------------------------------------------------------------------
class Convolutions(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.SequentialCell(
            nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 12, 3)
        )
        self.last = nn.BatchNorm2d(12)

    def construct(self, x: Any) -> Any:
        return self.last(self.body(x)).sum()


def test_group_norm_keeps_parameters_and_ignores_the_batch() -> None:
    net = Convolutions()
    net.last.gamma.set_data(ms.Tensor(np.arange(12, dtype=np.float32)))
    trained = {p.name: id(p) for p in net.trainable_params()}
    assert to_group_norm(net, 8) is net
    assert [c.num_groups for _, c in net.cells_and_names() if isinstance(c, nn.GroupNorm)] == [8, 6]
    assert {p.name: id(p) for p in net.get_parameters()} == trained
    np.testing.assert_array_equal(net.last.gamma.asnumpy(), np.arange(12))
    net.set_train()
    x = ms.Tensor(np.random.RandomState(0).randn(4, 3, 5, 5).astype(np.float32))
    both = float(net(x[:2])) + float(net(x[2:]))
    assert float(net(x)) == pytest.approx(both, rel=1e-4, abs=1e-3)


def test_group_norm_computes_what_torch_does() -> None:
    net = to_group_norm(nn.SequentialCell(nn.BatchNorm2d(6)), 3)
    x = np.random.RandomState(0).randn(2, 6, 3, 3).astype(np.float32)
    wanted = torch.nn.functional.group_norm(torch.from_numpy(x), 3, eps=1e-5)
    np.testing.assert_allclose(net(ms.Tensor(x)).asnumpy(), wanted.numpy(), atol=1e-6)


def test_group_norm_refusals() -> None:
    with pytest.raises(TypeError, match="holds BatchNorm layers"):
        to_group_norm(nn.BatchNorm2d(4))
    with pytest.raises(ValueError, match="'groups'"):
        to_group_norm(Convolutions(), 0)


# -- learning rates ----------------------------------------------------------------------------
def test_rates_scale_only_when_asked() -> None:
    assert scale_learning_rate(0.1, 32, 128) == pytest.approx(0.4)
    assert scale_learning_rate(0.1, 32, 128, rule="sqrt") == pytest.approx(0.2)
    assert scale_learning_rate([0.1, 0.2], 64, 32) == pytest.approx([0.05, 0.1])
    assert float(scale_learning_rate(ms.Tensor(0.5), 1, 2)) == 1.0
    schedule = scale_learning_rate(nn.CosineDecayLR(0.0, 0.1, 10), 32, 64)
    assert float(schedule(ms.Tensor(0, ms.int32))) == pytest.approx(0.2)
    net = Net()
    nn.Momentum(net.trainable_params(), schedule, 0.9)


def test_rate_refusals() -> None:
    with pytest.raises(ValueError, match="'rule'"):
        scale_learning_rate(0.1, 32, 64, rule="cube")
    with pytest.raises(ValueError, match="'base_batch'"):
        scale_learning_rate(0.1, 0, 64)
    with pytest.raises(TypeError, match="'lr'"):
        scale_learning_rate("0.1", 32, 64)


# -- micro_size --------------------------------------------------------------------------------
def test_auto_takes_the_fewest_micro_batches_that_fit() -> None:
    net, loss = build(batch_norm=True, dropout=0.5)
    loss.set_train()
    inputs = tensors(batches(1, 24)[0])
    kept = {n: activation_bytes(loss, tuple(x[: 24 // n] for x in inputs)) for n in (1, 2, 3, 4, 6)}
    assert sorted(kept.values(), reverse=True) == list(kept.values())
    state, before = torch.get_rng_state(), [p.asnumpy() for p in net.get_parameters()]
    for micro_size, size in kept.items():
        assert find_micro_size(loss, inputs, size) == micro_size
        if micro_size < 6:
            assert find_micro_size(loss, inputs, size - 1) > micro_size
    assert torch.equal(state, torch.get_rng_state())
    for a, b in zip(net.get_parameters(), before, strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b)


def test_auto_trains_like_the_micro_size_it_finds() -> None:
    data = batches(3, 12)
    net, loss = build()
    start = values(net)
    cell = GradAccumulation(loss, "auto", memory=activation_bytes(loss, tensors(batches(1, 4)[0])))
    step = ms.Model(cell, optimizer=optimizer(net)).train_network
    losses = [float(step(*tensors(batch))) for batch in data]
    wanted, expected = reference(start, data)
    assert_equal(net, wanted)
    np.testing.assert_allclose(np.array(losses) / 3, expected, rtol=1e-5)


def test_auto_refusals() -> None:
    _, loss = build()
    inputs = tensors(batches(1, 12)[0])
    with pytest.raises(MemoryError, match="even one sample keeps"):
        find_micro_size(loss, inputs, 8)
    if settings.device.type == "cpu":
        with pytest.raises(ValueError, match="memory='2GB'"):
            find_micro_size(loss, inputs)
    with pytest.raises(ValueError, match="'memory' should be bytes"):
        find_micro_size(loss, inputs, "much")


def test_bytes_in_words() -> None:
    sizes = [parse_bytes(text) for text in (7, "7B", "2kb", "1.5 MB", "1GB")]
    assert sizes == [7, 7, 2048, 3 * 2**19, 2**30]


# -- recomputation -----------------------------------------------------------------------------
class Deep(nn.Cell):
    def __init__(self, recompute: bool):
        super().__init__()
        layers = [self._block() for _ in range(4)]
        for layer in layers:
            layer.recompute() if recompute else None
        self.blocks = nn.CellList(layers)

    @staticmethod
    def _block() -> nn.Cell:
        return nn.SequentialCell(
            nn.Dense(32, 64, weight_init="xavier_uniform"),
            nn.BatchNorm1d(64),
            nn.Tanh(),
            nn.Dropout(p=0.2),
            nn.Dense(64, 32, weight_init="xavier_uniform"),
            nn.Sigmoid(),
        )

    def construct(self, x: Any) -> Any:
        for block in self.blocks:
            x = block(x)
        return x.sum()


def test_recompute_keeps_fewer_bytes_and_changes_nothing() -> None:
    x = ms.Tensor(np.random.RandomState(0).randn(64, 32).astype(np.float32))
    kept, found = [], []
    for recompute in (False, True):
        ms.set_seed(1)
        net = Deep(recompute).set_train()
        kept.append(activation_bytes(net, (x,)))
        ms.set_seed(2)
        for p in net.get_parameters():
            p.init_data()
        step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.01)).set_train()
        step(x)
        found.append([p.asnumpy() for p in net.get_parameters()])
    assert kept[1] < 0.4 * kept[0]
    # The input of each block is all that has to stay.
    assert kept[1] <= 5 * 64 * 32 * 4
    for a, b in zip(*found, strict=True):
        np.testing.assert_array_equal(a, b)


def test_recompute_lowers_the_peak_of_a_step() -> None:
    x = ms.Tensor(np.random.RandomState(0).randn(256, 32).astype(np.float32))
    peaks = []
    for recompute in (False, True):
        net = Deep(recompute).set_train()
        grad = ms.grad(net, None, net.trainable_params())
        grad(x)
        with MemoryWatch() as watch:
            grad(x)
        peaks.append(watch.peak)
    assert peaks[1] < 0.6 * peaks[0]


# -- accepted wrappers -------------------------------------------------------------------------
class Lazy(Net):
    @ms.lazy_inline
    def __init__(self) -> None:
        super().__init__()


@pytest.mark.parametrize("interleaved", [False, True])
def test_lazy_inline_and_interleaved_micro_batches(interleaved: bool) -> None:
    data = batches(3, 12)
    ms.set_seed(3)
    net = Lazy()
    start = values(net)
    loss: nn.Cell = nn.WithLossCell(net, nn.CrossEntropyLoss())
    loss = MicroBatchInterleaved(loss, 2) if interleaved else loss
    # The sum of two losses at half the rate.
    rate = 0.05 if interleaved else 0.1
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net, rate)).train_network
    for batch in data:
        step(*tensors(batch))
    assert_equal(net, reference(start, data)[0])


@pytest.mark.slow
def test_recompute_inside_accumulation_in_a_graph() -> None:
    ms.graph.reset()
    settings.mode = GRAPH_MODE
    data = batches(3, 12)
    net, loss = build()
    start = values(net)
    net.first.recompute()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    for batch in data:
        step(*tensors(batch))
    assert_equal(net, reference(start, data)[0])
    # A Cell as small as that is no graph by itself: all runs op by op, which is said.
    assert all("recompute() of Dense" in text for text in ms.graph.stats().fallbacks)
