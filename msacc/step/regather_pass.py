"""A pass over level3's graph: where parameters are gathered again, and where reductions are waited for.

Autograd inside the graph would keep every gathered parameter from its forward to its backward use. The
pass gives the backward uses an all-gather of their own, right before the first of them, so that the forward's
copy is freed at once. The last layer's gather serves both: its backward comes next.

A reduction is traced with its wait behind it. The pass moves the wait to where the next reduction starts, past
the backward of the layers between; the last one goes to the end. Inductor is told to keep this order.
"""

from __future__ import annotations

import functools
from typing import Any

import torch
from torch.fx import Graph, Node

from msacc.common.torch_private import collectives, graph_pass, in_order
from msacc.step.gather_autograd import ALL_GATHER_OP

_GATHER = collectives.all_gather_into_tensor.default
_REDUCES = collectives.reduce_scatter_tensor.default, collectives.all_to_all_single.default
_WAIT = collectives.wait_tensor.default
_aten = torch.ops.aten
_VIEWS = {
    _aten.view.default,
    _aten.permute.default,
    _aten.t.default,
    _aten.transpose.int,
    _aten.slice.Tensor,
    _aten.as_strided.default,
    _aten.reshape.default,
    _aten.squeeze.dim,
    _aten.unsqueeze.default,
    _aten.split_with_sizes.default,
    _aten.expand.default,
}


def _is_view(node: Node) -> bool:
    return node.target in _VIEWS or getattr(node.target, "__name__", "") == "getitem"


def regather(graph: Graph) -> int:
    """Rewrites `graph` in place; returns how many gathers were added."""
    waits = [n for n in graph.nodes if _is_gathered(n)]
    if len(waits) < 2:
        return 0
    position = {node: i for i, node in enumerate(graph.nodes)}
    boundary = position[waits[-1]]
    return sum(_add_gather(graph, wait, boundary, position) for wait in waits[:-1])


def _is_gathered(node: Node) -> bool:
    """Whether the node's result is a full bucket."""
    waited = node.target is _WAIT and node.args[0].target is _GATHER  # type: ignore[union-attr]
    return waited or node.target is ALL_GATHER_OP


def _add_gather(graph: Graph, wait: Node, boundary: int, position: dict[Node, int]) -> int:
    """Gives the uses of `wait` (or a view of it) after the boundary a second gather."""
    uses = [(user, via) for via in _views_of(wait) for user in via.users if not _is_view(user)]
    late = sorted({u for u, _ in uses if position[u] > boundary}, key=position.__getitem__)
    if not late:
        return 0
    copies: dict[Node, Node] = {}
    with graph.inserting_before(late[0]):
        if wait.target is _WAIT:
            (gather,) = wait.all_input_nodes
            copies[gather] = graph.node_copy(gather)
        copies[wait] = graph.node_copy(wait, lambda n: copies.get(n, n))
        for via in sorted(set(_views_of(wait)) - {wait}, key=position.__getitem__):
            copies[via] = graph.node_copy(via, lambda n: copies.get(n, n))
    for user in late:
        user.args = torch.fx.map_arg(user.args, lambda n: copies.get(n, n))
        user.kwargs = torch.fx.map_arg(user.kwargs, lambda n: copies.get(n, n))
    return 1


def _views_of(start: Node) -> list[Node]:
    """`start` and every view of it."""
    views, todo = [], [start]
    while todo:
        node = todo.pop()
        views.append(node)
        todo.extend(user for user in node.users if _is_view(user))
    return views


def delay_waits(graph: Graph) -> int:
    """Delays the wait of each reduction until the next one starts or its result is used; returns how many moved."""
    position = {node: i for i, node in enumerate(graph.nodes)}
    nodes = list(graph.nodes)
    starts = [i for i, node in enumerate(nodes) if node.target in _REDUCES]
    moved = 0
    for i, until in zip(starts, [*starts[1:], len(nodes) - 1], strict=False):
        for wait in [user for user in nodes[i].users if user.target is _WAIT]:
            nodes_of_wait = _derived_from(wait, nodes[position[wait] :])
            users = {user for node in nodes_of_wait for user in node.users} - set(nodes_of_wait)
            last = min([until, *(position[user] for user in users)])
            for node in nodes_of_wait:
                nodes[last].prepend(node)
            moved += last > position[nodes_of_wait[-1]] + 1
    return moved


def _derived_from(wait: Node, after: list[Node]) -> list[Node]:
    """`wait` and the nodes computed from it alone: the arithmetic on its result."""
    derived = {wait: None}
    for node in after:
        inputs = node.all_input_nodes if node.op == "call_function" else []
        if inputs and all(n in derived for n in inputs):
            derived[node] = None
    return list(derived)


def _rewrite(graph: Graph) -> None:
    if regather(graph):
        graph.eliminate_dead_code()
    delay_waits(graph)
    graph.lint()


@functools.cache
def patches() -> dict[str, Any]:
    """Inductor's settings with the pass."""
    return {"post_grad_custom_pre_pass": graph_pass(_rewrite, __file__), **in_order()}
