"""Dropout rates as inputs of parts: the blocks of a network with stochastic depth differ in nothing else."""

from __future__ import annotations

from typing import Any

import torch

_ATEN = torch.ops.aten
_DRAW, _SCALE = _ATEN.bernoulli_.float, _ATEN.div_.Scalar


def rates_to_inputs(graph: torch.fx.GraphModule) -> list[torch.Tensor]:
    """Has each draw with a rate compare with a new last input; returns the values of these inputs."""
    rates: list[torch.Tensor] = []
    last = graph.graph.find_nodes(op="placeholder")[-1:]
    draws = graph.graph.find_nodes(op="call_function", target=_DRAW) if last else []
    for draw in draws:
        value = draw.meta["val"]
        rates.append(torch.tensor(_rate(draw), dtype=value.dtype, device=value.device))
        with graph.graph.inserting_after(last[0]):
            last[0] = graph.graph.placeholder(f"rate_{len(rates)}")
        last[0].meta["val"] = rates[-1]
        _replace(graph.graph, draw, last[0])
    if rates:
        graph.recompile()
    return rates


def _replace(graph: torch.fx.Graph, draw: torch.fx.Node, rate: torch.fx.Node) -> None:
    """A draw of ones at `rate`, and the division by the rate that follows in a dropout."""
    for scaled in [user for user in draw.users if _divides(user, draw)]:
        with graph.inserting_before(scaled):
            quotient = graph.call_function(_ATEN.div.Tensor, (draw, rate))
        quotient.meta = dict(scaled.meta)
        scaled.replace_all_uses_with(quotient)
        graph.erase_node(scaled)
    with graph.inserting_before(draw):
        numbers = graph.call_function(_ATEN.rand_like.default, (draw.args[0],))
        below = graph.call_function(_ATEN.lt.Tensor, (numbers, rate))
        ones = graph.call_function(_ATEN.to.dtype, (below, draw.meta["val"].dtype))
    for node in (numbers, below, ones):
        node.meta = dict(draw.meta)
    draw.replace_all_uses_with(ones)
    graph.erase_node(draw)


def _divides(node: torch.fx.Node, draw: torch.fx.Node) -> bool:
    return node.target is _SCALE and node.args[0] is draw and node.args[1] == _rate(draw)


def _rate(draw: torch.fx.Node) -> Any:
    return draw.args[1] if len(draw.args) > 1 else 0.5
