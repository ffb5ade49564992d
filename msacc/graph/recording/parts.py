"""Code for the parts of a recorded run: equal ones share it, and those of an update run as they are."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common import torch_private
from msacc.graph.recording.marks import Part
from msacc.graph.recording.rates import rates_to_inputs

Code = Callable[..., Any]
Backend = Callable[[torch.fx.GraphModule, list[Any]], Code]
# Calls up to which a part runs as it is: its code would cost more to enter than it saves.
_FEW = 3
# A kernel of recurrent layers that keeps what its backward pass needs where gradients are on: not in compiled code.
_KEEPS = torch.ops.aten.mkldnn_rnn_layer.default
# Namespaces of ops that a compiler knows, or that are calls of Python's.
_COMPILED = (None, "aten", "prims", "_c10d_functional")


class PartCompiler:
    """Compiles parts, each kind once.

    `whole`: a run has no parts but those between decisions, and all of each is compiled, as a CUDA graph wants it.
    """

    def __init__(self, backend: Callable[[], Backend], whole: bool = False) -> None:
        self._backend, self.whole = backend, whole
        self._codes: dict[str, Code] = {}

    def compile(self, part: Part, graph: torch.fx.GraphModule, alone: bool) -> Code:
        """Code for a graph, which gives a list of tensors; `alone`: it is all of its run."""
        calls = [node for node in graph.graph.nodes if node.op == "call_function"]
        if any(map(runs_as_it_is, calls)):
            keeps = any(node.target is _KEEPS for node in calls)
            return _with_gradients_on(graph.forward) if keeps else graph.forward
        if self.whole:
            return self._build(graph)
        if part.is_update or (len(calls) <= _FEW and not alone):
            return graph.forward
        rates = [] if alone else rates_to_inputs(graph)
        key = _describe(graph)
        if key not in self._codes:
            self._codes[key] = self._build(graph)
        code = self._codes[key]
        return (lambda *inputs: code(*inputs, *rates)) if rates else code

    def _build(self, graph: torch.fx.GraphModule) -> Code:
        nodes = graph.graph.find_nodes(op="placeholder")
        fakes, context = torch_private.without_values([node.meta["val"] for node in nodes])
        strides = _strides_with_gaps(graph)
        with torch.no_grad(), context, torch_private.without_function_modes():
            return _with_strides(self._backend()(graph, fakes), strides)


def _strides_with_gaps(graph: torch.fx.GraphModule) -> dict[int, tuple[int, ...]]:
    """By number the strides of results that do not fill their memory: what takes them counts on these strides."""
    (output,) = graph.graph.find_nodes(op="output")
    found = {}
    for number, node in enumerate(output.args[0]):
        t = node.meta.get("val")
        if not isinstance(t, torch.Tensor):
            continue
        if not all(isinstance(size, int) for size in (*t.shape, *t.stride())):
            continue
        if torch.empty_like(t).stride() != t.stride() and all(step > 0 for step in t.stride()):
            found[number] = t.stride()
    return found


def _with_strides(code: Code, strides: dict[int, tuple[int, ...]]) -> Code:
    """`code`, which may give results of other strides than the calls that it was made of."""
    if not strides:
        return code

    def run(*inputs: torch.Tensor) -> Any:
        outs = list(code(*inputs))
        for number, wanted in strides.items():
            t = outs[number]
            if t.stride() != wanted:
                outs[number] = t.new_empty_strided(t.shape, wanted).copy_(t)
        return outs

    return run


def runs_as_it_is(node: torch.fx.Node) -> bool:
    """Whether compiled code would not make a call as it is: Python computes it, maybe for its effect."""
    call = node.args[0] if node.target is operator.getitem else node
    target = call.target if isinstance(call, torch.fx.Node) else None
    return target is _KEEPS or torch_private.namespace_of(target) not in _COMPILED


def tells_outside(node: torch.fx.Node) -> bool:
    """Whether a call that runs as it is takes tensors and gives nothing: it tells them to something outside."""
    return node.meta.get("val") is None and bool(node.all_input_nodes) and runs_as_it_is(node)


def _with_gradients_on(code: Code) -> Code:
    def run(*inputs: torch.Tensor) -> Any:
        with torch.enable_grad():
            outs = code(*(t.detach() for t in inputs))
            return torch_private.tree_map(torch.Tensor.detach, outs)  # type: ignore[no-any-return]

    return run


def graph_of(
    root: torch.nn.Module, nodes: Sequence[torch.fx.Node], results: Sequence[torch.fx.Node]
) -> torch.fx.GraphModule:
    """The calls `nodes` as a graph of its own, from what they take from outside to the list of `results`."""
    graph = torch.fx.Graph()
    copies: dict[torch.fx.Node, torch.fx.Node] = {}
    for node in outside_of(nodes):
        copies[node] = graph.placeholder(node.name)
        copies[node].meta = dict(node.meta)
    for node in nodes:
        copies[node] = graph.node_copy(node, copies.__getitem__)
    graph.output([copies[node] for node in results])
    return torch.fx.GraphModule(root, graph)


def outside_of(nodes: Sequence[torch.fx.Node]) -> list[torch.fx.Node]:
    """What calls take from outside of them, in the order in which they first do."""
    inside = set(nodes)
    taken = dict.fromkeys(each for node in nodes for each in node.all_input_nodes)
    return [node for node in taken if node not in inside]


def _describe(graph: torch.fx.GraphModule) -> str:
    """The calls and the kinds of tensors of a part, by numbers instead of names: equal for parts that do the same."""
    numbers: dict[torch.fx.Node, str] = {}
    lines = []
    for node in graph.graph.nodes:
        numbers[node] = f"v{len(numbers)}"
        arguments = torch.fx.node.map_arg((node.args, node.kwargs), numbers.__getitem__)
        target = node.target if node.op == "call_function" else ""
        lines.append(f"{numbers[node]} {node.op} {target} {arguments} {_kind(node)}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _kind(node: torch.fx.Node) -> Any:
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor):
        return type(value)
    return value.dtype, tuple(value.shape), value.stride(), value.device
