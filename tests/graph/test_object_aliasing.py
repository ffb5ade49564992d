"""An object reached by a global and by a local road, until the roads part."""

from __future__ import annotations

import types
from typing import Any

import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn
from tests.graph.driver import Program, programs, same_in_both

held: Any = None
PROGRAMS, program = programs()


def hold(value: Any) -> Any:
    globals()["held"] = value
    return value


@program
def a_tensor():
    t = hold(Tensor([1.0, 2.0]))
    yield lambda x: x + held * 2 + t
    hold(Tensor([5.0, 5.0]))
    yield
    hold(t)
    yield
    t = Tensor([7.0, 7.0])
    yield


@program
def a_cell():
    net = hold(nn.ReLU())
    yield lambda x: held(x) + net(x * 2)
    hold(nn.Tanh())
    yield
    net = held
    yield
    net = nn.Sigmoid()
    yield


@program
def a_dtype():
    kind = hold(ms.float32)
    yield lambda x: x.astype(held).astype(kind)
    kind = ms.float16
    yield
    hold(ms.float64)
    yield
    kind = ms.float64
    yield


@program
def a_list():
    items = hold([1.0])
    yield lambda x: x * len(held) + len(items)
    hold([1.0, 2.0])
    yield
    items = held
    yield
    items = []
    yield


@program
def an_object():
    thing, holder = hold(types.SimpleNamespace(v=1.0)), types.SimpleNamespace()
    holder.thing = thing
    yield lambda x: x * held.v + holder.thing.v
    holder.thing = types.SimpleNamespace(v=5.0)
    yield
    hold(holder.thing)
    yield
    held.v = 6.0
    yield


@program
def a_parameter_of_a_model():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([1.0, 2.0]), name="w")

        def construct(self, x):
            return x * self.w

    net, weights = hold(Net()), []
    weights.append(net.w)
    yield lambda x: held(x) + weights[0]
    held.w = Parameter(Tensor([5.0, 6.0]), name="w")
    yield
    weights[0] = Parameter(Tensor([50.0, 6.0]), name="w")
    yield
    hold(Net())
    yield


@pytest.mark.parametrize("changing", PROGRAMS)
def test_graphs_follow(changing: Program) -> None:
    same_in_both(changing)
