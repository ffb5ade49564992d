"""Regions of a captured graph, such as autocast's, that several chunks share: where they begin and end.

torch's cut opens such a region in each chunk again, if the chunks' ops follow each other in order.
"""

from __future__ import annotations

from itertools import pairwise

from torch.fx import Graph, Node

from msacc.common.torch_private import region_marks


def order_regions(graph: Graph, of: dict[Node, int]) -> None:
    """Orders the ops between two marks by their chunks, and assigns each mark to a chunk.

    RuntimeError where an op of an earlier chunk comes behind a mark that follows a later one.
    """
    nodes = [n for n in graph.nodes if n.op not in ("placeholder", "get_attr", "output")]
    marks = [i for i, n in enumerate(nodes) if n.target in region_marks()]
    if not marks:
        return
    latest = 0
    for begin, end in pairwise([-1, *marks, len(nodes)]):
        region = sorted(nodes[begin + 1 : end], key=of.__getitem__)
        if region and of[region[0]] < latest:
            raise RuntimeError(
                f"A pipeline cannot run {region[0].name!r} on stage {of[region[0]]}: a block of autocast or without "
                f"gradients that stage {latest} takes part in ends before it. Keep such blocks within one stage, or "
                "around all of them."
            )
        _in_order(region)
        latest = max([latest, *(of[n] for n in region)])
        if end < len(nodes):
            of[nodes[end]] = latest


def _in_order(region: list[Node]) -> None:
    """Moves the ops into the listed order; their inputs are never of later chunks."""
    for before, after in pairwise(region):
        before.append(after)
