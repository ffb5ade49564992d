"""What `bprop` is given in a graph, and what `vmap` and `jit` make of results."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.cell_results import told
from tests.parity.harness import Arrays, case


def kind(value):
    if isinstance(value, tuple):
        return 100 + len(value)
    if isinstance(value, list):
        return 200 + len(value)
    if isinstance(value, dict):
        return 300 + len(value)
    return 400


def nested(x):
    return x * 2, (x * 3, x * 4)


def list_in_tuple(x):
    return x * 2, [x * 3, x * 4]


def of_list(x):
    return [x * 2, x * 3]


def of_dict(x):
    return {"a": x * 2, "b": x * 3}


def of_one(x):
    return (x * 2,)


def with_int(x):
    return x * 2, 3


def with_float(x):
    return x * 2, 3.5


def with_none(x):
    return x * 2, None


def with_bool(x):
    return x * 2, True


def with_list_and_int(x):
    return [x * 2, 3]


RESULTS = [nested, list_in_tuple, of_list, of_dict, of_one, with_int, with_float, with_none]


def first_of(result):
    return result["a"] if isinstance(result, dict) else result[0]


def gradient_in_graph(ms: Any, result: Any, own: Any) -> Any:
    class Net(ms.nn.Cell):
        def construct(self, x):
            return result(x)

        def bprop(self, x, out, dout):
            return (own(x, out, dout),)

    class Loss(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.net = Net()

        def construct(self, x):
            first = first_of(self.net(x))
            return (first * first).sum()

    class Gradient(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.loss, self.grad = Loss(), ms.ops.GradOperation()

        def construct(self, x):
            return self.grad(self.loss)(x)

    return Gradient()(ms.Tensor([1.0, 3.0])).asnumpy()


def kinds(x, out, dout):
    return x * 0 + kind(out) * 1000 + kind(dout)


def first(x, out, dout):
    return dout[0] + out[0]


def second_number(x, out, dout):
    return x * 0 + dout[1] * 10 + out[1]


def second_part(x, out, dout):
    return dout[1][0] + out[1][0] * 10 + dout[1][1] + out[1][1]


@case(jit=False)
def bprop(ms: Any, run: Any) -> Arrays:
    """Gradients are in the places of the Tensors, 0 in those of numbers; dicts are tuples of their values."""
    ms.set_context(mode=ms.GRAPH_MODE)
    found = {}
    for result in RESULTS:
        for own in (kinds, first):
            found[f"{result.__name__}.{own.__name__}"] = gradient_in_graph(ms, result, own)
    for result in (with_int, with_float):
        found[f"{result.__name__}.second"] = gradient_in_graph(ms, result, second_number)
    for result in (nested, list_in_tuple):
        found[f"{result.__name__}.second"] = gradient_in_graph(ms, result, second_part)
    ms.set_context(mode=ms.PYNATIVE_MODE)
    return found


MAPPED = [nested, of_list, of_one, with_int, with_float, with_bool, with_list_and_int]
REFUSED = [of_dict, with_none]


@case(jit=False)
def vmap(ms: Any, run: Any) -> Arrays:
    """Lists become tuples, dicts and None are refused."""
    x = ms.Tensor([[1.0, 3.0], [2.0, 4.0]])
    found = {f.__name__: np.array(told(ms.vmap(f)(x))) for f in MAPPED}
    refused = {f.__name__: run.raises(lambda f=f: ms.vmap(f)(x))["raises"] for f in REFUSED}
    return found | refused


@case(jit=False)
def jit(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor([1.0, 3.0])
    functions = [*RESULTS, with_bool, with_list_and_int]
    return {f.__name__: np.array(told(ms.jit(f)(x))) for f in functions}
