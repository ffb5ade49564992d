"""Parts of a stage's graph that the backward pass computes again: Cells told `recompute()`.

Dynamo writes such a Cell down as torch's `tag_activation_checkpoint`, which is meant for compilers: run op by op it
draws other random numbers the second time. Here it is torch's checkpointing of the part, which draws the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.utils.checkpoint import checkpoint

from msacc.common.torch_private import checkpoint_contexts


def checkpoint_parts(graph: GraphModule) -> None:
    """Changes `graph` so that its parts are checkpointed when it runs op by op."""
    for node in _parts(graph, torch.ops.higher_order.tag_activation_checkpoint):
        node.target, node.kwargs = checkpointed, {}
    graph.recompile()


def has_parts(graph: GraphModule | None) -> bool:
    """Whether the backward pass computes something of `graph` again."""
    return graph is not None and any(_parts(graph, checkpointed))


def checkpointed(part: GraphModule, *args: Any) -> Any:
    """`part(*args)`, whose results inside are computed again in the backward pass."""
    contexts = checkpoint_contexts(part)
    options = {} if contexts is None else {"context_fn": contexts}
    return checkpoint(part, *args, use_reentrant=False, **options)


def _parts(graph: GraphModule, target: Callable[..., Any]) -> Iterator[Node]:
    return (node for node in graph.graph.nodes if node.target is target)
