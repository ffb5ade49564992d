"""Calls of a recorded run whose results nobody uses."""

from __future__ import annotations

from collections.abc import Callable

import torch

from msacc.common import torch_private


def without_dead_calls(graph: torch.fx.Graph) -> None:
    """Takes calls out of a graph of ATen calls whose results nobody uses, and which write to nothing."""
    _without(graph, lambda node: True)


def without_shape_calls(graph: torch.fx.Graph) -> None:
    """Takes out what torch computes on its device without memory, to learn the shapes of tensors of zeros."""
    _without(graph, lambda node: _device(node.meta.get("val")) == "meta")


def _without(graph: torch.fx.Graph, may_go: Callable[[torch.fx.Node], bool]) -> None:
    for node in reversed(graph.nodes):
        unused = node.op == "call_function" and not node.users
        if unused and not torch_private.is_writing_call(node) and may_go(node):
            graph.erase_node(node)


def _device(value: object) -> str | None:
    return value.device.type if isinstance(value, torch.Tensor) else None
