"""A step of one's own is one graph, made once."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.common.settings import settings


def test_a_step_is_compiled_at_its_first_call_alone() -> None:
    net = nn.Dense(3, 2)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)

    @ms.jit(jit_level="O0")
    def step(x: Tensor) -> Tensor:
        loss, grads = grad_fn(x)
        optimizer(grads)
        return loss

    ms.graph.reset()
    for _ in range(3):
        step(Tensor(np.ones((4, 3), np.float32)))
    assert ms.graph.stats().compiles == 1


class CountsItsCalls(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.updates = ms.Parameter(Tensor(0.0, ms.float32))
        self.calls = ms.Parameter(Tensor(0, ms.int32))

    def construct(self, x: Tensor) -> Tensor:
        self.updates += 1
        self.calls = self.calls + 1
        return x * self.updates


def test_new_values_of_a_parameter_compile_nothing_anew() -> None:
    net = CountsItsCalls()
    net.set_jit_config(ms.JitConfig(jit_level="O0"))
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.graph.reset()
    try:
        results = [float(net(Tensor([1.0])).asnumpy()[0]) for _ in range(3)]
    finally:
        ms.set_context(mode=before)
    assert results == [1.0, 2.0, 3.0]
    assert int(net.calls) == 3
    assert ms.graph.stats().compiles == 1


class Sliced(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.CellList([nn.Dense(2, 2) for _ in range(3)])

    def construct(self, x: Tensor) -> Tensor:
        for layer in self.layers[1:]:
            x = layer(x)
        return x


def test_cells_made_in_construct_compile_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """`self.layers[1:]` is a CellList of its own at each call, which changes nothing of the network."""
    net = Sliced()
    net.set_jit_config(ms.JitConfig(jit_level="O0"))
    monkeypatch.setattr(settings, "mode", ms.GRAPH_MODE)
    monkeypatch.setattr(settings, "o0_captures", True)
    ms.graph.reset()
    for _ in range(3):
        net(Tensor(np.ones((4, 2), np.float32)))
    assert ms.graph.stats().compiles == 1
    assert net.trainable_params()[0].name == "layers.0.weight"
