"""Views are taken where they are used: a part hands on the tensor that they show, and not each view of it.

Code that gives views of what it was given makes each anew at every call, which costs more than the view.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch

from msacc.common.torch_private import is_view_call
from msacc.graph.recording.marks import Part


def repeat_views(graph: torch.fx.Graph) -> None:
    """Gives each part views of its own of what comes from other parts."""
    copies: dict[tuple[torch.fx.Node, Part], torch.fx.Node] = {}
    for user in list(graph.nodes):
        if user.op == "call_function":
            for node in list(_views_from_elsewhere(user)):
                user.replace_input_with(node, _copy(graph, node, user, copies))


def _views_from_elsewhere(user: torch.fx.Node) -> Iterator[torch.fx.Node]:
    for node in user.all_input_nodes:
        if is_view_call(node) and node.meta["part"] != user.meta["part"]:
            yield node


def _copy(
    graph: torch.fx.Graph,
    node: torch.fx.Node,
    user: torch.fx.Node,
    copies: dict[tuple[torch.fx.Node, Part], torch.fx.Node],
) -> torch.fx.Node:
    """A copy of a view, and of the views that it is of, in the part of its user."""
    key = node, user.meta["part"]
    if key not in copies:
        source = node.args[0]
        assert isinstance(source, torch.fx.Node)
        if is_view_call(source) and source.meta["part"] != user.meta["part"]:
            source = _copy(graph, source, user, copies)
        with graph.inserting_before(user):
            copy = graph.call_function(node.target, (source, *node.args[1:]), node.kwargs)  # type: ignore[arg-type]
        copy.meta = {**node.meta, "part": user.meta["part"]}
        copies[key] = copy
    return copies[key]
