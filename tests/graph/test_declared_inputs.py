"""Declared inputs: one graph for all sizes that vary, in each way of saying so, and what goes with what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, graph, nn, ops
from msacc.common.settings import settings

# The first is not that of the fixed side: torch takes sizes that are equal then for one size.
SIZES = (4, 2, 7, 5, 11)


@pytest.fixture(autouse=True)
def graph_mode(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = ms.get_context("mode")
    monkeypatch.setattr(settings, "jit_level", "O0")
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=before)


def ones(*shape: int) -> Tensor:
    return Tensor(np.ones(shape, np.float32))


def varying(*shape: int | None) -> Tensor:
    return Tensor(shape=list(shape), dtype=ms.float32)


def graphs(call: Callable[[], Any]) -> int:
    """How many graphs a call makes."""
    before = graph.stats().compiles
    call()
    return graph.stats().compiles - before


class Summed(nn.Cell):
    def construct(self, x: Any, y: Any = None) -> Any:
        return (x * 2).sum(0) + len(x.shape)


def declared(*inputs: Any, **named: Any) -> nn.Cell:
    net = Summed()
    net.set_inputs(*inputs, **named)
    return net


@pytest.mark.parametrize(
    "net",
    [
        declared(varying(None, 3)),
        declared(x=varying(-1, 3)),
        declared(Tensor(shape=[ms.Symbol(max=16), 3], dtype=ms.float32)),
        declared(Tensor(shape=None, dtype=ms.float32)),
        ms.jit(declared(varying(None, 3))),
        ms.jit(lambda x: (x * 2).sum(0), dynamic=1, jit_level="O0"),
        ms.enable_dynamic(x=varying(None, 3))(ms.jit(lambda x: (x * 2).sum(0), jit_level="O0")),
        ms.jit(ms.enable_dynamic(x=varying(None, 3))(lambda x: x.sum(0)), jit_level="O0"),
    ],
    ids=["position", "name", "symbol", "rank", "jit", "dynamic", "over", "under"],
)
def test_one_graph_for_all_sizes(net: Any) -> None:
    assert graphs(lambda: [net(ones(n, 3)) for n in SIZES]) == 1
    assert net(ones(4, 3)).shape == (3,)


def test_without_a_word_the_second_size_makes_the_graph_for_all() -> None:
    net = Summed()
    assert graphs(lambda: [net(ones(n, 3)) for n in SIZES]) == 2


def test_size_one_has_a_graph_of_its_own() -> None:
    net = declared(varying(None, 3))
    assert graphs(lambda: [net(ones(n, 3)) for n in (1, 2, 3, 1)]) == 2


def test_each_length_of_a_list_has_a_graph() -> None:
    class Total(nn.Cell):
        def construct(self, xs: Any) -> Any:
            return ops.concat(xs).sum(0)

    net = Total()
    net.set_inputs(ms.mutable([varying(None, 3)], dynamic_len=True))

    def call(*sizes: int) -> Any:
        return net(ms.mutable([ones(n, 3) for n in sizes], dynamic_len=True)).asnumpy().tolist()

    assert graphs(lambda: [call(2, 3), call(4, 5), call(7, 2)]) == 1
    assert graphs(lambda: call(2, 3, 4)) == 1
    assert call(2, 3, 4) == [9.0] * 3
    with pytest.raises(TypeError, match="mutable"):
        net([ones(2, 3)])


def test_a_cell_inside_another_takes_any_inputs() -> None:
    assert nn.SequentialCell(declared(varying(None, 3)))(ones(2, 4)).shape == (4,)


def test_declaring_again_replaces_the_first() -> None:
    net = declared(varying(None, 3))
    with pytest.raises(ValueError, match="expected: 3, and input: 4"):
        net(ones(2, 4))
    net.set_inputs(varying(None, 4))
    assert net(ones(2, 4)).shape == (4,)


def test_pynative_takes_any_inputs() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = declared(varying(None, 3))
    assert graphs(lambda: net(ones(2, 4))) == 0


def test_both_ways_at_once() -> None:
    class Marked(nn.Cell):
        @ms.enable_dynamic(x=varying(None, 3))
        @ms.jit
        def construct(self, x: Any) -> Any:
            return x + 1

    with pytest.raises(ValueError, match="set_inputs"):
        Marked()(ones(2, 3))
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = Marked()
    net.set_inputs(varying(None, 3))
    with pytest.raises(ValueError, match="set_inputs"):
        net(ones(2, 3))


def test_micro_batches_of_a_declared_step() -> None:
    """What is declared is the batch, not the micro-batches that it is cut into."""
    net = nn.WithLossCell(nn.Dense(3, 1), nn.MSELoss())
    step = ms.parallel.nn.GradAccumulation(net, 2)
    step.set_inputs(varying(None, 3), varying(None, 1))
    assert step(ones(4, 3), ones(4, 1)).shape == ()
    with pytest.raises(ValueError, match="expected: 3, and input: 2"):
        step(ones(4, 2), ones(4, 1))


def test_marked_values_are_plain_to_ops() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    pair = ms.mutable([ones(2), ones(2)])
    assert ops.stack(pair).shape == (2, 2)
    assert (ones(2) + ms.mutable(3)).asnumpy().tolist() == [4.0, 4.0]
    assert ops.reshape(ones(4), ms.mutable((2, 2))).shape == (2, 2)
    assert ones(4)[ms.mutable(1)].shape == ()
