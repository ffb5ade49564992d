"""Cells, layers, parameters and primitives that change between calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from tests.graph.driver import INPUT, Program, programs, same_in_both
from tests.graph.users import Kind, OtherKind

PROGRAMS, program = programs()


class Block(nn.Cell):
    """Something of everything that a Cell may hold."""

    def __init__(self) -> None:
        super().__init__()
        self.act: Any = nn.ReLU()
        self.rule: Any = ops.tanh
        self.primitive: Any = ops.Add()
        self.kind: Any = Kind
        self.scale: Any = 2.0
        self.steps = nn.CellList([nn.Tanh(), nn.Sigmoid()])

    def construct(self, x: Tensor) -> Tensor:
        y = self.rule(self.act(x)) * self.scale
        for step in self.steps:
            y = step(y)
        return self.primitive(x, y) * self.kind().value()


@program
def attributes():
    net = Block()
    yield lambda x: net(x)
    net.act = nn.Sigmoid()
    yield
    net.rule = ops.exp
    yield
    net.primitive = ops.Mul()
    yield
    for net.scale in (3, True, 5.5):
        yield
    net.kind = OtherKind
    yield
    net.steps.append(nn.ReLU())
    yield
    net.steps[0] = nn.ReLU()
    yield
    del net.steps[1]
    yield


@program
def attributes_that_come_and_go():
    class Net(nn.Cell):
        k = 2.0

        def construct(self, x):
            more = self.extra if hasattr(self, "extra") else 1.0
            return x * self.k * more + getattr(self, "other", 0.0)

    net = Net()
    yield lambda x: net(x)
    net.extra = 3.0
    yield
    net.k = 6.0
    yield
    del net.k
    yield
    Net.k = 5.0
    yield
    net.other = 1.0
    yield


@program
def construct_and_helpers():
    class Base(nn.Cell):
        def construct(self, x):
            return self.helper(x)

        def helper(self, x):
            return x * 2

    class Net(Base):
        pass

    net = Net()
    yield lambda x: net(x)
    Base.helper = lambda self, x: x * 3  # type: ignore[method-assign]
    yield
    Net.helper = lambda self, x: x * 4  # type: ignore[method-assign]
    yield
    net.helper = lambda x: x * 5  # type: ignore[method-assign]
    yield
    Net.construct = lambda self, x: self.helper(x) + 1  # type: ignore[method-assign]
    yield
    net.construct = lambda x: x * 7  # type: ignore[method-assign]
    yield


@program
def construct_of_a_layer():
    class Own(nn.ReLU):
        pass

    plain, own = nn.ReLU(), Own()
    yield lambda x: plain(x) + own(x)
    plain.construct = lambda x: x * 3  # type: ignore[method-assign]
    yield
    Own.construct = lambda self, x: x * 5  # type: ignore[method-assign, assignment]
    yield


@program
def sequences():
    net = nn.SequentialCell([nn.ReLU(), nn.Tanh()])
    yield lambda x: net(x)
    net[0] = nn.Sigmoid()
    yield
    net.append(nn.Sigmoid())
    yield


@program
def properties_and_missing_attributes():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.v, self.table = 1.0, {"q": 2.0}

        @property
        def shown(self):
            return self.v

        def __getattr__(self, name):
            if name == "q":
                return self.__dict__["table"]["q"]
            return super().__getattr__(name)

        def construct(self, x):
            return x * self.shown + self.q

    net: Any = Net()
    yield lambda x: net(x)
    net.v = 2.0
    yield
    net.table["q"] = 5.0
    yield
    Net.shown = property(lambda self: 8.0)  # type: ignore[assignment]
    yield


@program
def switches():
    net = nn.SequentialCell([nn.Dense(2, 2, "ones", "ones"), nn.BatchNorm1d(2)])
    yield lambda x: net(ops.stack([x, x * 3]))
    net.set_train()
    yield
    yield  # running statistics moved
    net.set_train(False)
    yield
    net.to_float(ms.float16)
    yield


@program
def layers():
    dense = nn.Dense(2, 2, weight_init="ones", bias_init="ones")
    yield lambda x: dense(x.reshape(1, 2))
    dense.weight.set_data(Tensor([[1.0, 2.0], [3.0, 4.0]]))
    yield
    dense.activation, dense.activation_flag = nn.Sigmoid(), True
    yield
    dense.has_bias = False
    yield


@program
def hooks():
    net = nn.ReLU()
    yield lambda x: net(x)
    handle = net.register_forward_hook(lambda cell, inputs, output: output * 2)
    yield
    handle.remove()
    yield
    net.register_forward_pre_hook(lambda cell, inputs: (inputs[0] + 3,))
    yield


@program
def parameters():
    p = ms.Parameter(Tensor([1.0, 2.0]), name="p")

    def fn(x):
        y = x * p * (2 if p.requires_grad else 3) * len(p.name)
        ops.assign_add(p, x)
        return y

    yield fn
    yield  # its own change
    p.set_data(Tensor([3.0, 4.0]))
    yield
    p.requires_grad = False
    yield
    p.name = "other"
    yield
    p.set_data(Tensor([3.0]), slice_shape=True)
    yield


@program
def constants_in_arrays():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.table = np.array([1.0, 2.0], np.float32)

        def construct(self, x):
            return x + Tensor(self.table) + Tensor(np.ones(2, np.float32))

    net = Net()
    yield lambda x: net(x)
    net.table = np.array([5.0, 2.0], np.float32)
    yield
    net.table[0] = 8.0
    yield


@program
def counts_of_their_own():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.calls, self.seen = 0, []

        def construct(self, x):
            self.calls += 1
            self.seen.append(self.calls)
            return x * self.calls + len(self.seen)

    net = Net()
    yield lambda x: net(x)
    yield
    net.calls = 7
    yield
    net.seen.clear()
    yield


@pytest.mark.parametrize("changing", PROGRAMS)
def test_graphs_follow(changing: Program) -> None:
    same_in_both(changing)


def test_a_cell_in_graph_mode_follows_too() -> None:
    class Net(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return x * 2

    net = Net()
    net.set_jit_config(ms.JitConfig(jit_level="O0"))
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert net(Tensor(INPUT)).asnumpy().tolist() == [2.0, -4.0]
        Net.construct = lambda self, x: x * 3  # type: ignore[method-assign]
        assert net(Tensor(INPUT)).asnumpy().tolist() == [3.0, -6.0]
    finally:
        ms.set_context(mode=before)
