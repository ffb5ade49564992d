"""What graphs return, and what they make of numpy arguments, beside PyNative mode."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from tests.parity.graph_modes import X, recorded, tensors
from tests.parity.harness import case

Pair = namedtuple("Pair", ["first", "second"])


KINDS = [
    "tuple",
    "one",
    "list",
    "list_of_one",
    "dict",
    "nested",
    "nothing",
    "number",
    "fraction",
    "truth",
    "text",
    "numbers",
    "mixed",
    "empty",
    "empty_list",
    "empty_dict",
    "parameter",
    "with_parameter",
    "same",
    "twice",
    "shape",
    "size",
    "lists",
    "pairs",
    "dicts",
    "table",
]


@case(jit=False)
def results(ms, run):
    class Net(ms.nn.Cell):
        def __init__(self, kind):
            super().__init__()
            self.kind = kind
            self.w = ms.Parameter(ms.Tensor(X), name="w")

        def construct(self, x):
            kind = self.kind
            if kind == "tuple":
                return x, x + 1
            if kind == "one":
                return (x,)
            if kind == "list":
                return [x, x + 1]
            if kind == "list_of_one":
                return [x]
            if kind == "dict":
                return {"a": x, "b": x + 1}
            if kind == "nested":
                return (x, [x, {"a": x}], (x,))
            if kind == "nothing":
                return None
            if kind == "number":
                return 3
            if kind == "fraction":
                return 2.5
            if kind == "truth":
                return True
            if kind == "text":
                return "abc"
            if kind == "numbers":
                return x, 3, 2.5, True, None, "a"
            if kind == "mixed":
                return [x, 3, 2.5, True, None, "a"]
            if kind == "empty":
                return ()
            if kind == "empty_list":
                return []
            if kind == "empty_dict":
                return {}
            if kind == "parameter":
                return self.w
            if kind == "with_parameter":
                return self.w * 1, x
            if kind == "same":
                return x
            if kind == "twice":
                return x, x
            if kind == "shape":
                return x.shape
            if kind == "size":
                return x.shape[0]
            if kind == "lists":
                return ([x, x], x)
            if kind == "pairs":
                return [(x, x), x]
            if kind == "dicts":
                return [{"a": x}]
            return {"a": {"b": x}, 1: (x, x), "d": [x], "e": 1}

    x = ms.Tensor(X)
    return recorded(ms, {kind: lambda k=kind: Net(k)(x) for kind in KINDS})


@case(jit=False)
def named_results(ms, run):
    def pair(x):
        return Pair(x, x + 1)

    class Net(ms.nn.Cell):
        def construct(self, x):
            return Pair(x, x * 2)

    x = ms.Tensor(X)
    calls = {
        "jit": lambda: ms.jit(pair, jit_level="O0")(x),
        "cell": lambda: Net()(x),
    }
    return recorded(ms, calls)


@case(jit=False)
def named_value(ms, run):
    """In graphs MindSpore's gradient of a namedtuple is 0."""

    def pair(x, y):
        return Pair(x * y, x)

    x, y, _ = tensors(ms)
    return recorded(ms, {"value": lambda: ms.value_and_grad(pair)(x, y)}, ["pynative"])


@case(jit=False)
def passed_through(ms, run):
    @ms.jit(jit_level="O0")
    def same(value):
        return value

    x = ms.Tensor(X)
    given = {
        "list": [x, x],
        "tuple": (x, 1),
        "dict": {"a": x},
        "namedtuple": Pair(x, x),
        "int": 3,
        "float": 2.5,
        "bool": True,
        "str": "q",
        "none": None,
        "nested": [x, (x, {"a": [x]})],
        "empty": [],
        "ints": [1, 2],
        "numpy number": np.float32(2.5),
        "numpy": np.arange(3, dtype=np.float32),
    }
    return recorded(ms, {name: lambda v=value: same(v) for name, value in given.items()})


# -- numpy arguments ---------------------------------------------------------------------------
@case(jit=False)
def numpy_arguments(ms, run):
    """A numpy array is a value of Python's to a graph: ops refuse it, at the first call and later."""
    nn, ops = ms.nn, ms.ops

    class Relu(nn.Cell):
        def construct(self, x):
            return ops.relu(x)

    class Plus(nn.Cell):
        def construct(self, x, y=None):
            return x + 1

    class First(nn.Cell):
        def construct(self, items):
            return items[0] + 1

    @ms.jit(jit_level="O0")
    def relu(x):
        return ops.relu(x)

    @ms.jit(jit_level="O0")
    def plus(x, y=None):
        return x + 1

    def after(call, tensor, array):
        call(tensor)
        return call(array)

    x = ms.Tensor(X)
    calls = {
        "cell, first": lambda: Relu()(X),
        "cell, later": lambda: after(Relu(), x, X),
        "dense, first": lambda: nn.Dense(2, 3)(X.reshape(1, 2)),
        "dense, later": lambda: after(nn.Dense(2, 3), x.reshape(1, 2), X.reshape(1, 2)),
        "jit, first": lambda: relu(X),
        "jit, later": lambda: after(relu, x, X),
        "python, first": lambda: Plus()(X),
        "python, later": lambda: after(Plus(), x, X),
        "python, other value": lambda: after(Plus(), X, X * 3),
        "keyword": lambda: Plus()(x=X),
        "not used": lambda: Plus()(x, X),
        "not used, keyword": lambda: Plus()(x, y=X),
        "in list": lambda: First()([X, X]),
        "in list, later": lambda: after(First(), [x, x], [X, X]),
        "jit, python": lambda: after(plus, x, X),
        "number": lambda: plus(np.float32(2.0)),
    }
    return recorded(ms, calls)
