"""What the nodes of a graph of ATen calls are and write to."""

from __future__ import annotations

import operator
from typing import Any

import torch
from torch.utils._pytree import tree_leaves


def is_view_call(node: torch.fx.Node) -> bool:
    """Whether a node gives a view of its first argument, a list of views, or one of such a list."""
    if node.target is operator.getitem:
        source = node.args[0]
        return isinstance(source, torch.fx.Node) and is_view_call(source)
    if not isinstance(node.target, torch._ops.OpOverload):
        return False
    schema = node.target._schema
    if schema.is_mutable or len(schema.returns) != 1:
        return False
    shown = schema.returns[0].alias_info
    return shown is not None and not shown.is_write


def writes(graph: torch.fx.GraphModule) -> bool:
    """Whether a graph of ATen calls writes to any tensor."""
    return any(map(is_writing_call, graph.graph.nodes))


def is_writing_call(node: torch.fx.Node) -> bool:
    """Whether a call of a graph writes to any tensor."""
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def written_inputs(graph: torch.fx.GraphModule) -> set[int]:
    """The numbers of the inputs to which a graph of ATen calls writes, itself or through a view."""
    numbers = {node: i for i, node in enumerate(graph.graph.find_nodes(op="placeholder"))}
    found: set[int] = set()
    for call in filter(is_writing_call, graph.graph.nodes):
        target: Any = call.target
        arguments = zip(target._schema.arguments, call.args, strict=False)
        to = [v for a, v in arguments if a.alias_info is not None and a.alias_info.is_write]
        for node in tree_leaves(to):
            while is_view_call(node) or is_writing_call(
                node
            ):  # both give what shows their first argument
                node = node.args[0]
            found.update({numbers[node]} if node in numbers else ())
    return found


def namespace_of(target: Any) -> str | None:
    """The library that an op of a graph is registered in ("aten", say); None for functions."""
    if isinstance(target, torch._ops.OpOverloadPacket):
        return target._qualified_op_name.partition("::")[0]
    return getattr(target, "namespace", None)


def captured_value(node: torch.fx.Node) -> Any:
    """What stands for the value of a node: a tensor without values, a size."""
    return node.meta.get("val", node.meta.get("example_value"))


def is_written(node: torch.fx.Node) -> bool:
    """Whether a graph as inductor gets it writes to its input `node`."""
    return any(
        user.target is torch.ops.aten.copy_.default and user.args[0] is node for user in node.users
    )
