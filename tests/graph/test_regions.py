"""Equal Cells compiled once, and all else op by op: the numbers of PyNative mode, whatever a Cell does."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.flop_counter import FlopCounterMode

import msacc as ms
from msacc import nn, ops
from msacc.common import warn_once
from msacc.common.settings import settings
from msacc.graph import automatic_level, backend, stats
from msacc.graph.execution_state import pynative

X = np.random.RandomState(0).randn(6, 4).astype(np.float32)
graphs: list[Any] = []


def capture_only(name: str, *_: Any, **__: Any) -> Any:
    """Instead of inductor: the graph as it is, within milliseconds."""

    def build(graph: Any, inputs: Any) -> Any:
        graphs.append(graph)
        return graph.forward

    return build


@pytest.fixture(autouse=True)
def _regions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "regions", "all")
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "o0_captures", False)
    monkeypatch.setattr(backend, "make", capture_only)
    graphs.clear()
    ms.graph.reset()
    warn_once.forget()


class Block(nn.Cell):
    """A layer; `extra` is called with the Cell and its output."""

    def __init__(self, extra: Any = None, rate: float | None = None) -> None:
        super().__init__()
        self.dense, self.norm = nn.Dense(4, 4), nn.BatchNorm1d(4)
        self.drop = nn.Identity() if rate is None else nn.Dropout(p=rate)
        self.extra = extra

    def construct(self, x: Any) -> Any:
        h = x + self.drop(ops.tanh(self.norm(self.dense(x))))
        return h if self.extra is None else self.extra(self, h)


class Network(nn.Cell):
    def __init__(self, *blocks: nn.Cell) -> None:
        super().__init__()
        self.blocks = nn.CellList(list(blocks))

    def construct(self, x: Any) -> Any:
        for block in self.blocks:
            x = block(x)
        return (x * x).sum()


def blocks(count: int = 3, extra: Any = None) -> list[nn.Cell]:
    return [Block(extra) for _ in range(count)]


def trained(make: Any, level: str, steps: int = 3, rows: int = 6) -> tuple[list[float], list[Any]]:
    """The losses of some steps, and every parameter afterwards."""
    ms.set_seed(3)
    net = make()
    step = nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.01, 0.9)).set_train()
    step.set_jit_config(ms.JitConfig(jit_level=level))
    losses = [float(step(ms.Tensor(X[:rows])).asnumpy()) for _ in range(steps)]
    return losses, [p.asnumpy() for p in net.get_parameters()]


def check_equal(make: Any, each: int = 0, fewest: int = 3) -> None:
    """`make` of a number of blocks trains as op by op; every block more has `each` graphs of its own."""
    counts = []
    for blocks in (fewest, fewest + 2):
        graphs.clear()
        network = partial(make, blocks)
        (losses, found), (expected_losses, expected) = (
            trained(network, level) for level in ("O1", "O0")
        )
        np.testing.assert_allclose(losses, expected_losses, rtol=1e-5)
        for parameter, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(parameter, other, rtol=1e-4, atol=1e-5)
        counts.append(len(graphs))
    assert counts[0] > 0
    assert counts[1] == counts[0] + 2 * each


def test_equal_blocks_share_one_code_and_statistics_follow() -> None:
    check_equal(lambda count: Network(*blocks(count)))
    assert stats().recorded == {"TrainOneStepCell": 2}
    regions = stats().regions["TrainOneStepCell"]
    assert regions.regions == [("Block", 5)]
    assert regions.excluded == {}


def test_a_tied_parameter() -> None:
    def make(count: int) -> nn.Cell:
        net = Network(*blocks(count))
        for block in list(net.blocks)[1:]:
            block.dense.weight = net.blocks[0].dense.weight
        return net

    check_equal(make, fewest=4)  # from the second on gradients are added up behind a block


def test_half_precision() -> None:
    check_equal(lambda count: Network(*blocks(count)).to_float(ms.float16))


def recomputed(*blocks: nn.Cell) -> nn.Cell:
    for block in blocks:
        block.recompute()
    return Network(*blocks)


def kept_bytes(net: nn.Cell, level: str) -> int:
    """Bytes that the forward pass of a gradient keeps of activations."""
    step = ms.jit(ms.value_and_grad(net, None, net.trainable_params()), jit_level=level)
    own = {p._t.data_ptr() for p in net.get_parameters()}
    kept: dict[int, int] = {}

    def pack(t: torch.Tensor) -> torch.Tensor:
        if t.data_ptr() not in own:
            kept[t.data_ptr()] = t.untyped_storage().nbytes()
        return t

    step(ms.Tensor(X))
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        step(ms.Tensor(X))
    return sum(kept.values())


def test_recomputed_blocks_share_the_code_of_others() -> None:
    def make(count: int) -> nn.Cell:
        net = Network(*blocks(count))
        net.blocks[1].recompute()
        return net

    check_equal(make)
    assert stats().regions["TrainOneStepCell"].regions == [("Block", 5)]
    assert set(stats().not_recorded) == {"TrainOneStepCell"}


def test_dropout_in_recomputed_blocks_draws_the_numbers_of_the_first_run() -> None:
    (losses, parameters), (expected_losses, expected) = (
        trained(lambda make=make: make(*(Block(rate=0.4) for _ in range(3))), "O1")
        for make in (recomputed, Network)
    )
    assert losses == expected_losses
    for parameter, other in zip(parameters, expected, strict=True):
        np.testing.assert_array_equal(parameter, other)


def test_recomputed_blocks_keep_their_inputs() -> None:
    kept = kept_bytes(recomputed(*blocks(4)), "O1")
    assert stats().recorded
    assert 0 < kept < kept_bytes(Network(*blocks(4)), "O0") / 2


@pytest.mark.parametrize("level", ["O1", "O2"])
def test_a_small_network_with_recomputed_blocks_is_no_graph(level: str) -> None:
    settings.regions = "large"
    (losses, _), (expected, _) = (
        trained(lambda: recomputed(*blocks()), at) for at in (level, "O0")
    )
    np.testing.assert_allclose(losses, expected, rtol=1e-5)
    assert stats().regions["TrainOneStepCell"].regions == [("Block", 3)]
    assert "TrainOneStepCell.Block" in stats().recorded
    net = recomputed(*blocks())
    net.set_jit_config(ms.JitConfig(jit_level=level))
    net(ms.Tensor(X))  # nothing is recomputed without a gradient
    assert stats().recorded["Network"] == 1


def test_offloaded_blocks_are_regions_of_a_small_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on another device: copies stand for the CPU's memory."""
    settings.regions = "large"
    copies: list[torch.Size] = []

    class Copied(saved_tensors_hooks):
        def __init__(self, pin_memory: bool):
            super().__init__(self.pack_hook, lambda copy: copy)

        def pack_hook(self, t: torch.Tensor) -> torch.Tensor:
            copies.append(t.shape)
            return t.clone()

    monkeypatch.setattr("msacc.graph.activations_on_cpu.save_on_cpu", Copied)

    def make(count: int) -> nn.Cell:
        net = Network(*blocks(count))
        for block in net.blocks:
            block.__dict__["_msacc_offload"] = True
            block._msacc_refresh()
        return net

    check_equal(make)
    assert stats().regions["TrainOneStepCell"].regions == [("Block", 5)]
    assert (6, 4) in copies
    assert (4, 4) not in copies  # parameters stay


@pytest.mark.parametrize("regions", ["all", "large"])
def test_a_mode_of_torchs_that_sees_each_op(regions: str) -> None:
    """Within one torch compiles nothing, and would say so behind the step that it has run."""
    settings.regions = regions
    net = Network(*blocks())
    step = nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.01, 0.9)).set_train()
    step.set_jit_config(ms.JitConfig(jit_level="O1"))
    step(ms.Tensor(X))
    before = net.blocks[0].dense.weight.asnumpy().copy()
    with FlopCounterMode(display=False) as counted:
        step(ms.Tensor(X))
    assert counted.get_total_flops() > 0
    assert not np.array_equal(net.blocks[0].dense.weight.asnumpy(), before)


class Outer(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Block(), Block()

    def construct(self, x: Any) -> Any:
        return self.second(self.first(x))


def test_blocks_that_are_recomputed_with_contexts_of_their_own() -> None:
    entered: list[int] = []

    @contextmanager
    def enter(number: int) -> Iterator[None]:
        entered.append(number)
        yield

    def make() -> nn.Cell:
        net = Network(Outer(), Outer())
        for block in net.blocks:
            block.recompute(use_reentrant=False, context_fn=lambda: (enter(1), enter(2)))
        return net

    losses, _ = trained(make, "O1")
    assert stats().regions["TrainOneStepCell"].regions == [("Outer", 2)]
    assert entered[-4:] == [1, 1, 2, 2]
    expected, _ = trained(make, "O0")
    np.testing.assert_allclose(losses, expected, rtol=1e-5)


def test_a_number_of_each_layer() -> None:
    def scaled(block: Any, h: Any) -> Any:
        return h * block.factor

    def make(count: int) -> nn.Cell:
        net = Network(*blocks(count, scaled))
        for i, block in enumerate(net.blocks):
            block.factor = 0.5 + i
        return net

    check_equal(make, each=2)


def test_dropout_rates_share_code() -> None:
    net = Network(*(Block(rate=rate) for rate in (0.1, 0.5, 0.9, 0.5)))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    net.set_train()(ms.Tensor(X))
    assert len(graphs) == 1


class Dropped(nn.Cell):
    def __init__(self, rate: float) -> None:
        super().__init__()
        self.drop = nn.Dropout(p=rate)

    def construct(self, x: Any) -> Any:
        return self.drop(x)


class Pair(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.few, self.most = Dropped(0.1), Dropped(0.75)

    def construct(self, x: Any) -> Any:
        return self.few(x), self.most(x)


def test_each_layer_keeps_its_rate() -> None:
    net = Pair().set_train()
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    few, most = (out.asnumpy() for out in net(ms.Tensor(np.ones((200, 200), np.float32))))
    assert len(graphs) == 1
    for out, rate in ((few, 0.1), (most, 0.75)):
        assert abs((out == 0).mean() - rate) < 0.02
        np.testing.assert_allclose(out[out != 0], 1 / (1 - rate), rtol=1e-6)


# -- what a Cell does to its surroundings --------------------------------------------------------
class Writes(nn.Cell):
    def construct(self, x: Any) -> Any:
        x[0] = 7.0
        return x.sum()


class WritesTwice(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Writes(), Writes()

    def construct(self, x: Any) -> Any:
        y = x * 2
        return self.first(y) + self.second(y), y


def test_an_assignment_to_an_input_is_seen_outside() -> None:
    net = WritesTwice()
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    total, y = net(ms.Tensor(X))
    expected = np.concatenate([np.full((1, 4), 7, np.float32), 2 * X[1:]])
    np.testing.assert_allclose(y.asnumpy(), expected)
    np.testing.assert_allclose(float(total.asnumpy()), 2 * expected.sum(), rtol=1e-5)
    assert len(graphs) == 1


def test_an_attribute_that_a_cell_sets() -> None:
    def note(block: Any, h: Any) -> Any:
        block.last = h.mean()
        block.calls = getattr(block, "calls", 0) + 1
        return h

    net = Network(*blocks(2, note))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    for _ in range(3):
        net(ms.Tensor(X))
    assert [block.calls for block in net.blocks] == [3, 3]
    assert all(np.isfinite(block.last.asnumpy()) for block in net.blocks)


def test_a_list_that_a_cell_fills() -> None:
    class Appends(nn.Cell):
        def construct(self, x: Any, outputs: Any) -> Any:
            outputs.append(x + 1)
            return x * 2

    class Twice(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = Appends(), Appends()

        def construct(self, x: Any) -> Any:
            outputs: list[Any] = []
            x = self.second(self.first(x, outputs), outputs)
            return x + outputs[0] + outputs[1]

    net = Twice()
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    np.testing.assert_allclose(net(ms.Tensor(X)).asnumpy(), 7 * X + 2, rtol=1e-5)


# -- what is not recorded ------------------------------------------------------------------------
def test_cells_that_cannot_be_recorded_run_op_by_op_and_it_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def look(block: Any, h: Any) -> Any:
        return h * 2 if float(h.sum()) > 0 else h * 3

    caplog.set_level(logging.INFO)
    (losses, _), (expected, _) = (
        trained(lambda: Network(*blocks(3, look)), level) for level in ("O1", "O0")
    )
    assert losses == expected
    assert graphs == []
    assert sorted(stats().not_recorded) == ["TrainOneStepCell", "TrainOneStepCell.Block"]
    said = [text for text in caplog.messages if "TrainOneStepCell.Block is not recorded" in text]
    assert len(said) == 1
    assert "values of a Tensor" in said[0]


class Printing(Network):
    """Its whole run cannot be recorded."""

    def construct(self, x: Any) -> Any:
        loss = super().construct(x)
        print("loss", end="")
        return loss


def test_what_prints_runs_op_by_op_around_recorded_cells(capsys: Any) -> None:
    check_equal(lambda count: Printing(*blocks(count)))
    # The first step of each network asks for the gradient of weights alone in its first block, as the others do.
    assert stats().recorded == {"TrainOneStepCell.Block": 3 + 5}
    assert [*stats().not_recorded] == ["TrainOneStepCell"]
    assert capsys.readouterr().out == "loss" * 2 * 2 * 3


def test_further_sizes_of_recorded_cells() -> None:
    net = Printing(*blocks(2))
    gradient = ms.jit(ms.grad(net), jit_level="O1")
    for rows in range(2, 9):
        x = np.random.RandomState(rows).randn(rows, 4).astype(np.float32)
        value = gradient(ms.Tensor(x)).asnumpy()
        with pynative():
            np.testing.assert_allclose(
                value, ms.grad(net)(ms.Tensor(x)).asnumpy(), rtol=1e-4, atol=1e-5
            )
    assert set(stats().recorded.values()) == {2 * 2}


def test_a_mistake_in_a_cell_shows_itself() -> None:
    def wrong(block: Any, h: Any) -> Any:
        return ops.matmul(h, h)

    net = Network(*blocks(2, wrong))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    with pytest.raises(RuntimeError, match="For 'matmul'"):
        net(ms.Tensor(X))


# -- changes between calls -----------------------------------------------------------------------
def test_what_changes_later_is_seen() -> None:
    net = Network(*blocks(3))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    x = ms.Tensor(X)

    def agree() -> None:
        with_regions = float(net(x).asnumpy())
        with pynative():
            expected = float(net(x).asnumpy())
        np.testing.assert_allclose(with_regions, expected, rtol=1e-5)

    agree()
    net.blocks[1].extra = lambda block, h: h * 3
    agree()
    net.blocks[2].dense.weight.set_data(ms.Tensor(np.ones((4, 4), np.float32)))
    agree()
    net.blocks[0].dense.register_forward_hook(lambda cell, inputs, output: output * 2)
    agree()
    net.blocks.append(Block())
    agree()
    net.blocks[1] = nn.Dense(4, 4)
    agree()


def test_further_sizes_share_code() -> None:
    net = Network(*blocks(2))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    for rows in range(2, 9):
        x = np.random.RandomState(rows).randn(rows, 4).astype(np.float32)
        value = float(net(ms.Tensor(x)).asnumpy())
        with pynative():
            np.testing.assert_allclose(value, float(net(ms.Tensor(x)).asnumpy()), rtol=1e-5)
    assert stats().recorded == {"Network": 2}


# -- derivatives ---------------------------------------------------------------------------------
def test_gradients_of_gradients_and_vmap() -> None:
    net = Network(*blocks(2))
    net.set_train(False)
    first = ms.grad(net)
    second = ms.grad(lambda x: (first(x) * first(x)).sum())
    rows = ms.vmap(lambda x: net(x.reshape(1, 4)))
    functions = [first, second, rows]
    values = [ms.jit(f, jit_level="O1")(ms.Tensor(X)).asnumpy() for f in functions]
    assert graphs
    with pynative():
        expected = [f(ms.Tensor(X)).asnumpy() for f in functions]
    for value, other in zip(values, expected, strict=True):
        np.testing.assert_allclose(value, other, rtol=1e-4, atol=1e-5)


def test_accumulated_gradients() -> None:
    net = Network(*blocks(2)).set_train(False)
    gradients = ms.jit(ms.grad(net, None, net.trainable_params()), jit_level="O1")
    whole = gradients(ms.Tensor(X))
    parts = [gradients(ms.Tensor(part)) for part in (X[:3], X[3:])]
    for total, one, other in zip(whole, *parts, strict=True):
        np.testing.assert_allclose(total.asnumpy(), (one + other).asnumpy(), rtol=1e-4, atol=1e-5)


# -- levels --------------------------------------------------------------------------------------
def test_the_automatic_level_switches_to_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic_level, "first_compiled_call", lambda counts, seconds: 3)
    monkeypatch.setattr(settings, "jit_level", "")
    expected, _ = trained(lambda: Network(*blocks()), "O0", steps=2)
    ms.set_seed(3)
    net = Network(*blocks())
    step = nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.01, 0.9)).set_train()
    losses = [float(step(ms.Tensor(X)).asnumpy()) for _ in range(2)]
    assert not graphs
    assert losses == expected
    losses.append(float(step(ms.Tensor(X)).asnumpy()))
    assert graphs
    assert stats().recorded == {"TrainOneStepCell": 1}
    assert losses[2] < losses[0]


def test_o2_is_one_graph_and_small_networks_are(monkeypatch: pytest.MonkeyPatch) -> None:
    trained(lambda: Network(*blocks()), "O2", steps=1)
    assert not stats().regions
    monkeypatch.setattr(settings, "regions", "")
    trained(lambda: Network(*blocks()), "O1", steps=1)
    assert "TrainOneStepCell" not in stats().regions


def test_a_thousand_small_layers_run_op_by_op(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(settings, "regions", "")
    net = nn.SequentialCell(*(nn.Dense(4, 4) for _ in range(1000)))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    net(ms.Tensor(X))
    assert not graphs
    assert "as one graph its 1001 Cells" in caplog.text


class ConvolutionBlock(nn.Cell):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.first, self.last = nn.Conv2d(2, 2, size), nn.Conv2d(2, 2, 1)
        self.norm = nn.GroupNorm(1, 2)

    def construct(self, x: Any) -> Any:
        return x + self.last(self.norm(self.first(x)))


@pytest.mark.parametrize(("size", "found"), [(3, []), (1, [("ConvolutionBlock", 21)])])
def test_blocks_that_convolve_run_op_by_op(
    size: int, found: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(settings, "regions", "")
    net = nn.SequentialCell(*(ConvolutionBlock(size) for _ in range(21)))
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    net(ms.Tensor(np.ones((1, 2, 4, 4), np.float32)))
    (report,) = stats().regions.values()
    assert report.regions == found
    assert bool(graphs) == bool(found)
    assert ("its equal ones (ConvolutionBlock) convolve" in caplog.text) == (not found)
