"""Arguments of Cell's methods: trees, parameters, buffers, state dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand

X = rand(3, 4)


def network(ms: Any, **options: Any) -> Any:
    """A parameter and a buffer of its own, a Dense, and a cell with both inside."""

    class Inner(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.scale = ms.Parameter(ms.Tensor(rand(4, seed=1)), requires_grad=False)
            self.register_buffer("seen", ms.Tensor([1.0, 2.0]))

        def construct(self, x: Any) -> Any:
            return x * self.scale

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__(**options)
            self.shift = ms.Parameter(ms.Tensor(rand(4, seed=2)))
            self.inner = Inner()
            self.dense = ms.nn.Dense(4, 2, weight_init="ones", bias_init="ones")
            self.register_buffer("count", ms.Tensor([3.0]))
            self.register_buffer("passing", ms.Tensor([5.0]), persistent=False)
            self.again = self.inner

        def construct(self, x: Any) -> Any:
            return self.dense(self.inner(x + self.shift))

    return Net()


def names(pairs: Any) -> str:
    return " ".join(name for name, _ in pairs)


def kinds(value: Any) -> str:
    """Types and shapes, through lists and dicts."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {kinds(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(kinds, value))})"
    return f"{value.dtype}{list(value.shape)}" if hasattr(value, "asnumpy") else repr(value)


def error(call: Callable[[], Any]) -> str:
    try:
        return f"no error: {call()!r}"
    except Exception as found:
        return type(found).__name__


Lines = dict[str, Callable[[Any, Any], Any]]

TREE: Lines = {
    "prefix": lambda ms, net: names(net.cells_and_names(name_prefix="top")),
    "without": lambda ms, net: names(net.cells_and_names(cells={net.dense})),
    "itself": lambda ms, net: names(net.cells_and_names(cells={net})),
    "sub": lambda ms, net: type(net.get_sub_cell(target="inner")).__name__,
    "sub_wrong": lambda ms, net: error(lambda: net.get_sub_cell(target="absent")),
    "sub_empty": lambda ms, net: type(net.get_sub_cell(target="")).__name__,
    "child": lambda ms, net: (
        net.insert_child_to_cell(child_name="more", child_cell=ms.nn.Dense(2, 1)),
        names(net.parameters_and_names()),
        net.more.weight.name,
        net(ms.Tensor(X)).shape,
    )[1:],
    "child_in_place": lambda ms, net: (
        net.insert_child_to_cell("dense", ms.nn.Dense(4, 1)),
        net.dense.weight.name,
        net(ms.Tensor(X)).shape,
    )[1:],
    "child_none": lambda ms, net: (
        net.insert_child_to_cell("dense", None),
        names(net.parameters_and_names()),
    )[1],
    "child_twice": lambda ms, net: error(
        lambda: net.insert_child_to_cell("dense", ms.nn.Dense(2, 1))
    ),
    "child_attribute": lambda ms, net: error(
        lambda: net.insert_child_to_cell("construct", ms.nn.Dense(2, 1))
    ),
    "child_wrong": lambda ms, net: error(lambda: net.insert_child_to_cell("more", 1)),
    "child_number": lambda ms, net: error(lambda: net.insert_child_to_cell(1, ms.nn.ReLU())),
    "applied": lambda ms, net: visited(net),
    "flags": lambda ms, net: str(sorted(network(ms, flags={"mine": 3}).get_flags().items())),
    "own": lambda ms, net: str(network(ms, flags={"mine": 3}).mine),
}


def visited(net: Any) -> str:
    seen: list[str] = []
    result = net.apply(fn=lambda cell: seen.append(type(cell).__name__))
    return f"{' '.join(seen)} {result is net}"


PARAMETERS: Lines = {
    "own": lambda ms, net: names((p.name, p) for p in net.get_parameters(expand=False)),
    "own_pairs": lambda ms, net: names(net.parameters_and_names(name_prefix="a", expand=False)),
    "prefix": lambda ms, net: names(net.parameters_and_names(name_prefix="a")),
    "dict": lambda ms, net: " ".join(net.parameters_dict(recurse=False)),
    "broadcast": lambda ms, net: " ".join(net.parameters_broadcast_dict(recurse=False)),
    "trainable": lambda ms, net: names((p.name, p) for p in net.trainable_params(recurse=False)),
    "untrainable": lambda ms, net: str(net.untrainable_params(recurse=False)),
    "inner": lambda ms, net: names((p.name, p) for p in net.inner.untrainable_params(False)),
    "renamed": lambda ms, net: renamed(net, prefix="a.", recurse=False),
    "renamed_all": lambda ms, net: renamed(net, prefix="a."),
    "inserted": lambda ms, net: inserted(ms, net, "more", True),
    "dotted": lambda ms, net: inserted(ms, net, "more.one", False),
    "dotted_checked": lambda ms, net: error(lambda: inserted(ms, net, "more.one", True)),
    "inserted_twice": lambda ms, net: error(lambda: inserted(ms, net, "construct", True)),
    "inserted_none": lambda ms, net: str(net.insert_param_to_cell("nothing", param=None)),
    "inserted_wrong": lambda ms, net: error(lambda: net.insert_param_to_cell("one", param=1)),
}


def renamed(net: Any, **options: Any) -> str:
    net.update_parameters_name(**options)
    return names((p.name, p) for p in net.get_parameters())


def inserted(ms: Any, net: Any, name: str, check: bool) -> str:
    given = ms.Parameter(ms.Tensor([1.0]), name="mine")
    net.insert_param_to_cell(param_name=name, param=given, check_name_contain_dot=check)
    return names((p.name, p) for p in net.get_parameters()) + " " + str(hasattr(net, name))


BUFFERS: Lines = {
    "names": lambda ms, net: names(net.named_buffers()),
    "prefix": lambda ms, net: names(net.named_buffers(prefix="top", recurse=False)),
    "twice": lambda ms, net: names(shared(ms).named_buffers(remove_duplicate=False)),
    "once": lambda ms, net: names(shared(ms).named_buffers()),
    "own": lambda ms, net: str([float(b.asnumpy()[0]) for b in net.buffers(recurse=False)]),
    "found": lambda ms, net: str(net.get_buffer(target="inner.seen")),
    "not_found": lambda ms, net: error(lambda: net.get_buffer(target="inner.absent")),
    "no_path": lambda ms, net: error(lambda: net.get_buffer(target="absent.seen")),
    "parameter": lambda ms, net: error(lambda: net.get_buffer(target="shift")),
    "dotted": lambda ms, net: error(lambda: net.register_buffer("a.b", ms.Tensor([1.0]))),
    "empty": lambda ms, net: error(lambda: net.register_buffer("", ms.Tensor([1.0]))),
    "number": lambda ms, net: error(lambda: net.register_buffer(1, ms.Tensor([1.0]))),
    "attribute": lambda ms, net: error(lambda: net.register_buffer("shift", ms.Tensor([1.0]))),
    "wrong": lambda ms, net: error(lambda: net.register_buffer(name="more", tensor=1)),
    "none": lambda ms, net: (net.register_buffer("more", None), names(net.named_buffers()))[1],
}


def shared(ms: Any) -> Any:
    net, one = ms.nn.Cell(), ms.Tensor([1.0])
    net.register_buffer("one", one)
    net.register_buffer("other", one)
    return net


STATES: Lines = {
    "saved": lambda ms, net: kinds(dict(net.state_dict(prefix="a."))),
    "placed": lambda ms, net: kinds(dict(net.state_dict({}, "b.", False))),
    "into": lambda ms, net: " ".join(net.state_dict(destination={"first": ms.Tensor([1.0])})),
    "kept": lambda ms, net: kinds(dict(net.state_dict(keep_vars=True))),
    "strict": lambda ms, net: error(lambda: net.load_state_dict({"shift": ms.Tensor(rand(4))})),
    "loose": lambda ms, net: loaded(ms, net, {"shift": ms.Tensor(rand(4)), "absent": X}),
    "no_dict": lambda ms, net: error(lambda: net.load_state_dict([1])),
    "shape": lambda ms, net: error(
        lambda: net.load_state_dict({"shift": ms.Tensor(rand(5))}, strict=False)
    ),
    "whole": lambda ms, net: str(network(ms).load_state_dict(state_dict=net.state_dict())),
}


def loaded(ms: Any, net: Any, given: dict[str, Any]) -> str:
    missing, unexpected = net.load_state_dict(state_dict=given, strict=False)
    return f"{list(missing)} {list(unexpected)} {net.shift.asnumpy().round(3)}"


def lines(table: Lines) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        return {name: np.array(str(call(ms, network(ms)))) for name, call in table.items()}

    body.__module__ = __name__
    return body


for _name, _table in (
    ("tree", TREE), ("parameters", PARAMETERS), ("buffers", BUFFERS), ("states", STATES)
):  # fmt: skip
    case(name=_name, jit=False)(lines(_table))
