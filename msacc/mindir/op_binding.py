"""Binds MindIR op types to callables: msacc's primitive of that name, or an equivalent function.

An op is looked up by name among the primitives that msacc has, and made with the attributes of the file; nothing
else of a file decides what runs. Primitives that call Python, write files or load libraries are refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import msacc.ops
from msacc.mindir.conversions import Convert, attribute, conversions
from msacc.mindir.functions import FUNCTIONS
from msacc.mindir.graph import FuncGraph, Op
from msacc.ops.bindings.primitives import backward, containers
from msacc.ops.core.primitive import Primitive

_REFUSED = frozenset(
    [
        "Custom",
        "PyFunc",
        "PyExecute",
        "PyInterpret",
        "TensorDump",
        "InsertGradientOf",
        "HookBackward",
        "CellBackwardHook",
        "Morph",
        "Reusing",
        "ScalarSummary",
        "ImageSummary",
        "TensorSummary",
        "HistogramSummary",
        "WhileLoop",
        "Scan",
        "ForiLoop",
    ]
)
# A primitive's argument under the name that its attribute has in a file.
_ATTRIBUTE = {"data_format": "format"}
# They become steps of their own in a program.
_STRUCTURE = frozenset(("Partial", "UpdateState", "Depend", "Load", "Return", "return"))


class Bound:
    """An op type, ready for its inputs.

    The last `settings` of its inputs make the primitive, the ones before go to its call.
    """

    def __init__(
        self, make: Callable[..., Callable[..., Any]], settings: int, convert: dict[int, Convert]
    ):
        self._make, self._settings, self._convert = make, settings, convert

    def fixed(self, count: int) -> int:
        """How many of `count` inputs go to the call."""
        return max(count - self._settings, 0)

    def bind_settings(self, settings: tuple[Any, ...], first: int) -> Callable[..., Any]:
        """What takes the inputs of the call, for settings that stand from place `first` on."""
        run = self._make(
            *(self._convert_argument(first + i, value) for i, value in enumerate(settings))
        )
        early = {position: fn for position, fn in self._convert.items() if position < first}
        return _converting(run, early) if early else run

    def bind_late(self, first: int) -> Callable[..., Any]:
        """What takes all inputs, of which those from `first` on are known in the call only."""

        def run(*inputs: object) -> Any:
            return self.bind_settings(inputs[first:], first)(*inputs[:first])

        return run

    def _convert_argument(self, position: int, value: Any) -> Any:
        return self._convert[position](value) if position in self._convert else value


def _converting(run: Callable[..., Any], convert: dict[int, Convert]) -> Callable[..., Any]:
    def converted(*inputs: object) -> Any:
        return run(
            *[
                convert[place](each) if place in convert else each
                for place, each in enumerate(inputs)
            ]
        )

    return converted


def bind(op: Op) -> Bound:
    """The op type, with the attributes of the file. Call `check` before."""
    if op.name in FUNCTIONS:
        function = FUNCTIONS[op.name]
        return Bound(lambda: function, 0, conversions(op.name))
    kind = _primitive(op.name)
    assert kind is not None
    names = _settings(kind)
    if op.function:
        return Bound(kind, len(names), conversions(op.name))
    arguments = {
        name: attribute(op.name, name, op.attributes[attribute_name])
        for name in names
        if (attribute_name := _attribute_name(name, op)) is not None
    }
    return Bound(lambda: kind(**arguments), 0, {})


def _settings(kind: Any) -> list[str]:
    """The names of a constructor's arguments; a gradient primitive takes those of the one that it
    is the gradient of.
    """
    parameters = inspect.signature(kind).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        parameters = inspect.signature(kind._msacc_forward_class).parameters.values()
    return [p.name for p in parameters]


def _attribute_name(name: str, op: Op) -> str | None:
    for each in (name, _ATTRIBUTE.get(name)):
        if each in op.attributes:
            return each
    return None


def _primitive(name: str) -> type[Primitive] | None:
    for module in (msacc.ops, containers, backward):
        kind = getattr(module, name, None)
        if isinstance(kind, type) and issubclass(kind, Primitive) and name not in _REFUSED:
            return kind
    return None


def check(graph: FuncGraph) -> None:
    """NotImplementedError that lists every op type of a graph that msacc cannot run."""
    names = {
        node.op.name
        for each in graph.graphs.values()
        for node in each.nodes
        if isinstance(node.op, Op)
    }
    unknown = sorted(
        name
        for name in names
        if name not in _STRUCTURE and name not in FUNCTIONS and _primitive(name) is None
    )
    if unknown:
        raise NotImplementedError(
            f"This MindIR needs {len(unknown)} primitives that msacc does not run: {', '.join(unknown)}. Build the "
            "network in Python and load its '.ckpt' into it."
        )
