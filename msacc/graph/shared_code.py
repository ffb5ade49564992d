"""One code for graphs that differ in their dropout rates only, as the blocks of a network with stochastic depth do."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from typing import Any

import torch
import torch.nn.functional as F

Code = Callable[..., Any]
Backend = Callable[[torch.fx.GraphModule, list[Any]], Code]


def share_code(build: Backend) -> Backend:
    """A backend that builds the code of equal graphs once; dropout rates are inputs of it."""
    codes: dict[Hashable, Code] = {}

    def backend(graph: torch.fx.GraphModule, inputs: list[Any]) -> Code:
        graph = torch.fx.GraphModule(graph, copy.deepcopy(graph.graph))
        rates = _rates_to_inputs(graph)
        if not rates or any(node.op == "get_attr" for node in graph.graph.nodes):
            return build(graph, inputs)
        key = graph.code, tuple(map(_describe, inputs))
        code = codes.get(key)
        if code is None:
            code = codes[key] = build(graph, [*inputs, *rates])
        return lambda *args: code(*args, *rates)

    return backend


def _describe(value: Any) -> Hashable:
    if not isinstance(value, torch.Tensor):
        return type(value), repr(value)
    return value.dtype, tuple(value.shape), value.stride(), value.device, value.requires_grad


def _rates_to_inputs(graph: torch.fx.GraphModule) -> list[torch.Tensor]:
    """Replaces each dropout by a draw that compares with a new last input; returns the values of these inputs."""
    nodes, rates = graph.graph, list[torch.Tensor]()
    last = [node for node in nodes.nodes if node.op == "placeholder"][-1:]
    dropouts = [node for node in nodes.nodes if node.target in (F.dropout, torch.dropout)]
    for node in dropouts if last else ():
        rate = node.args[1] if len(node.args) > 1 else node.kwargs.get("p", 0.5)
        value = node.meta.get("example_value")
        rates.append(torch.tensor(float(rate), device=getattr(value, "device", None)))
        with nodes.inserting_after(last[0]):
            last[0] = nodes.placeholder(f"rate_{len(rates)}")
        with nodes.inserting_before(node):
            node.replace_all_uses_with(_dropout(nodes, node.args[0], last[0]))
        nodes.erase_node(node)
    graph.recompile()
    return rates


def _dropout(nodes: torch.fx.Graph, x: Any, rate: torch.fx.Node) -> torch.fx.Node:
    """The nodes of x * (random >= rate) / (1 - rate)."""
    draw = nodes.call_function(torch.rand_like, (x,))
    mask = nodes.call_function(torch.ge, (draw, rate))
    kept = nodes.call_function(torch.mul, (x, mask))
    return nodes.call_function(torch.div, (kept, nodes.call_function(torch.rsub, (rate, 1.0))))
