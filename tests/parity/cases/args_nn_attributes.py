"""Names of attributes: what a Parameter, Cell or buffer may be called, and what may replace it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.args_nn_cell import error
from tests.parity.harness import Arrays, case

Make = Callable[[Any], Any]

THINGS: dict[str, Make] = {
    "param": lambda ms: ms.Parameter(ms.Tensor([1.0]), name="x"),
    "cell": lambda ms: ms.nn.ReLU(),
    "int": lambda ms: 3,
    "none": lambda ms: None,
    "tensor": lambda ms: ms.Tensor([2.0]),
}
NAMES = ("construct", "", "a.b", "training", "free")


def holder(ms: Any) -> Any:
    class Net(ms.nn.Cell):
        low = None

        @property
        def prop(self) -> int:
            return 1

    return Net()


def outcome(net: Any, call: Callable[[], Any]) -> str:
    """The error of a call, or what is then under 'a' and in the state dict."""
    try:
        call()
    except Exception as found:
        return type(found).__name__
    return f"{type(net.a).__name__} {list(net.state_dict())} {len(list(net.cells()))}"


@case(jit=False)
def replaced(ms: Any, run: Any) -> Arrays:
    result = {}
    for first, make in THINGS.items():
        for second, other in THINGS.items():
            net = holder(ms)
            net.a = make(ms)
            result[f"{first}_{second}"] = outcome(
                net, lambda n=net, o=other: setattr(n, "a", o(ms))
            )
        ways: dict[str, Callable[[Any], Any]] = {
            "register": lambda n: n.register_buffer("a", ms.Tensor([1.0])),
            "insert": lambda n: n.insert_param_to_cell("a", THINGS["param"](ms)),
            "child": lambda n: n.insert_child_to_cell("a", ms.nn.ReLU()),
        }
        for way, call in ways.items():
            net = holder(ms)
            net.a = make(ms)
            result[f"{first}_{way}"] = outcome(net, lambda n=net, c=call: c(n))
    return {name: np.array(line) for name, line in result.items()}


@case(jit=False)
def buffers(ms: Any, run: Any) -> Arrays:
    """Differs from MindSpore, where another Tensor is a TypeError: counters may be set anew."""
    result = {}
    for name in ("param", "cell", "int", "none"):
        net = holder(ms)
        net.register_buffer("a", ms.Tensor([1.0]))
        result[name] = outcome(net, lambda n=net, m=THINGS[name]: setattr(n, "a", m(ms)))
    net = holder(ms)
    net.register_buffer("a", ms.Tensor([1.0]))
    del net.a
    result["gone"] = str(list(net.state_dict()))
    return {name: np.array(line) for name, line in result.items()}


@case(jit=False)
def names(ms: Any, run: Any) -> Arrays:
    nn, result = ms.nn, {}
    for attribute in ("low", "construct", "prop", "free"):
        for kind in ("param", "cell"):
            result[f"{kind}_{attribute}"] = error(
                lambda a=attribute, k=kind: setattr(holder(ms), a, THINGS[k](ms))
            )
    for name in NAMES:
        result[f"dict_{name}"] = error(lambda n=name: len(nn.CellDict([(n, nn.ReLU())])))
        result[f"sequence_{name}"] = error(
            lambda n=name: len(nn.SequentialCell(OrderedDict([(n, nn.ReLU())])))
        )
    result["absent"] = error(lambda: nn.CellDict({"one": nn.ReLU()}).__delitem__("two"))
    result["place"] = error(lambda: nn.CellList([nn.ReLU()]).insert(1.0, nn.ReLU()))
    return {name.replace(".", "_"): np.array(line) for name, line in result.items()}
