"""Programs made up by hypothesis: whatever changes between two calls, a graph gives what PyNative gives.

A program has slots in all kinds of places (globals, closures, attributes, lists, dicts, classes, methods,
Cells) and a function that reads some of them. Steps put other values into slots.
"""

from __future__ import annotations

import itertools
import math
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import msacc as ms
from msacc import Tensor, nn, ops
from tests.graph.driver import INPUT, plain
from tests.graph.users import Kind, OtherKind

# What may stand in a slot, by how a function uses it.
VALUES: dict[str, list[Any]] = {
    "number": [2.0, 3, True, -1.5, 0],
    "builtin": [max, min, math.fmod, math.pow],
    "function": [ops.relu, ops.neg, lambda x: x * 4, lambda x: x + 1],
    "class": [Kind, OtherKind],
    "object": [Kind(), OtherKind()],
    "items": [[1.0], [1.0, 2.0], (3.0,), []],
    "text": ["relu", "neg", "abs"],
    "none": [None, 1.0],
    "dtype": [ms.float32, ms.float16],
    "cell": [nn.ReLU(), nn.Tanh(), nn.Sigmoid()],
    "tensor": [Tensor([1.0, 2.0]), Tensor([3.0, 4.0]), Tensor([1, 2]), Tensor([5.0])],
}
USES: dict[str, str] = {
    "number": "x = x * {}",
    "builtin": "x = x * {}(3.0, 2.0)",
    "function": "x = {}(x)",
    "class": "x = x * {0}().value() + {0}.of_class()",
    "object": "x = x * {}.value()",
    "items": "x = x + sum({0}) + len({0}) + (1 if {0} else 0)",
    "text": "x = getattr(ops, {})(x)",
    "none": "x = x if {0} is None else x * {0}",
    "dtype": "x = x.astype({}) + 1",
    "cell": "x = {}(x)",
    "tensor": "x = x + {}",
}
# Where a slot may be: how code reads it, and how a step writes `value` to it.
PLACES: dict[str, tuple[str, str]] = {
    "global": ("slot{i}", "slot{i} = value"),
    "closure": ("var{i}", "set{i}(value)"),
    "attribute": ("space.at{i}", "space.at{i} = value"),
    "inner attribute": ("space.inner.at{i}", "space.inner.at{i} = value"),
    "entry": ("table['at{i}']", "table['at{i}'] = value"),
    "item": ("items[{i}]", "items[{i}] = value"),
    "class attribute": ("holder.at{i}[0]", "Holder.at{i} = (value,)"),
    "method": ("holder.get{i}()", "Holder.get{i} = lambda self: value"),
    "own method": ("holder.own{i}()", "holder.own{i} = lambda: value"),
    "static": ("Holder.static{i}()", "Holder.static{i} = staticmethod(lambda: value)"),
    "default": ("default{i}()", "default{i}.__defaults__ = (value,)"),
    "returned": ("give{i}()", "give{i} = lambda: value"),
    "cell attribute": ("net.at{i}", "net.put(at{i}=value)"),
}
HEAD = """
import types
from msacc import nn, ops

class Holder: pass
class Net(nn.Cell):
    def put(self, **values):
        for name, value in values.items():
            self._cells.pop(name, None)
            vars(self).pop(name, None)
            setattr(self, name, value)
    def construct(self, x): return x

holder, net = Holder(), Net()
space, table, items = types.SimpleNamespace(inner=types.SimpleNamespace()), {{}}, [0] * {n}

def make():
{variables}
    def fn(x):
{uses}
        return x
    return fn{setters}
"""
BEFORE = {
    "default": "def default{i}(v=value): return v",
    "cell attribute": "net.put(at{i}=value)",
}

slots = st.lists(
    st.tuples(st.sampled_from(sorted(USES)), st.sampled_from(sorted(PLACES))),
    min_size=1,
    max_size=4,
)
_numbers = itertools.count()
few = settings(max_examples=15, deadline=None)


def build(shape: list[tuple[str, str]], chosen: list[int]) -> tuple[Any, list[Callable]]:
    """The function of a program, and for each slot a function that writes to it."""
    numbers = range(len(shape))
    reads = [PLACES[place][0].format(i=i) for i, (_, place) in enumerate(shape)]
    uses = "\n".join(
        f"        {USES[use].format(r)}" for (use, _), r in zip(shape, reads, strict=True)
    )
    variables = "".join(
        f"    var{i} = None\n    def set{i}(value):\n        nonlocal var{i}\n        var{i} = value\n"
        for i in numbers
    )
    setters = "".join(f", set{i}" for i in numbers)
    module = types.ModuleType(f"program_{next(_numbers)}")
    sys.modules[module.__name__] = module
    code = HEAD.format(n=len(shape), variables=variables, uses=uses, setters=setters)
    exec(code, vars(module))
    fn, *set_functions = module.make()
    vars(module).update({f"set{i}": f for i, f in enumerate(set_functions)})

    def write(i: int, which: int, first: bool = False) -> None:
        use, place = shape[i]
        vars(module)["value"] = VALUES[use][which % len(VALUES[use])]
        line = BEFORE.get(place, PLACES[place][1]) if first else PLACES[place][1]
        # Lambdas keep the value of this step.
        line = line.replace("lambda self: value", "lambda self, v=value: v")
        line = line.replace("lambda: value", "lambda v=value: v")
        exec(line.format(i=i), vars(module))

    for i in numbers:
        write(i, chosen[i], first=True)
    return fn, [lambda which, i=i: write(i, which) for i in numbers]


def outcomes(shape: Any, chosen: list[int], steps: Any, graph: bool) -> list[Any]:
    """What the function gives at first and after each step; an exception by its class."""
    fn, writes = build(shape, chosen)
    call = ms.jit(fn, jit_level="O0") if graph else fn
    found = []
    for slot, which in [(None, 0), *steps]:
        if slot is not None:
            writes[slot % len(writes)](which)
        try:
            found.append(plain(call(Tensor(INPUT))))
        except Exception as error:
            found.append(type(error).__name__)
    return found


@pytest.mark.parametrize("place", ["attribute", "entry", "closure"])
def test_an_op_in_the_place_of_one_that_a_layer_calls(place: str) -> None:
    """All ops share their wrapper's code, and the closure is one that the layer led to before."""
    shape, steps = [("cell", "attribute"), ("function", place)], [(1, 1), (1, 0)]
    got = outcomes(shape, [0, 0, 0, 0], steps, graph=True)
    assert got == outcomes(shape, [0, 0, 0, 0], steps, graph=False)
    assert got[0] != got[1]


@pytest.mark.slow
@few
@given(
    slots,
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=4),
)
def test_graphs_follow_every_change(shape: Any, chosen: list[int], steps: Any) -> None:
    assert outcomes(shape, chosen, steps, graph=True) == outcomes(shape, chosen, steps, graph=False)
