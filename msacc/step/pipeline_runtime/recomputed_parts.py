"""Parts of a stage's graph with a mark: Cells and primitives told `recompute()`, Cells told `offload()`.

Dynamo writes each down as torch's `tag_activation_checkpoint`, which is meant for compilers: run op by op it
draws other random numbers the second time. Here it is torch's checkpointing of the part, which draws the same, or the
part in the hooks that move what it saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.utils.checkpoint import checkpoint

from msacc.common.torch_private import checkpoint_contexts
from msacc.graph.activations_on_cpu import ActivationsOnCpu
from msacc.graph.recomputation import of_primitive, offloaded
from msacc.graph.recomputed_results import marked_tensor


def activate_parts(graph: GraphModule, within: bool = False) -> None:
    """Changes `graph` so that its parts, and those within parts, do what they are told when it runs op by op.

    `within`: it is computed again already, and its primitives' calls with it.
    """
    for node in _parts(graph, torch.ops.higher_order.tag_activation_checkpoint):
        part = graph.get_submodule(str(node.args[0].target))  # type: ignore[union-attr]
        assert isinstance(part, GraphModule)
        contexts = checkpoint_contexts(part)
        node.target, node.kwargs = _way(contexts, within), {}
        activate_parts(part, within or contexts is not offloaded)
    graph.recompile()


def _way(contexts: Any, within: bool) -> Callable[..., Any]:
    if contexts is offloaded:
        return on_cpu
    if contexts is of_primitive:
        return once if within else results_again
    return checkpointed


def has_parts(graph: GraphModule | None) -> bool:
    """Whether the backward pass computes something of `graph` again, or fetches it."""
    ways = (checkpointed, results_again, on_cpu)
    return graph is not None and any(node.target in ways for node in graph.graph.nodes)


def checkpointed(part: GraphModule, *args: Any) -> Any:
    """`part(*args)`, whose results inside are computed again in the backward pass."""
    contexts = checkpoint_contexts(part)
    options = {} if contexts is None else {"context_fn": contexts}
    return checkpoint(part, *args, use_reentrant=False, **options)


def results_again(part: GraphModule, *args: Any) -> Any:
    """`part(*args)`, a primitive's, whose results are computed again by the gradient of what uses them."""
    return checkpoint(lambda *a: tuple(map(marked_tensor, part(*a))), *args, use_reentrant=False)


def on_cpu(part: GraphModule, *args: Any) -> Any:
    """`part(*args)`, whose saved tensors wait for the backward pass in the CPU's memory."""
    with ActivationsOnCpu():
        return part(*args)


def once(part: GraphModule, *args: Any) -> Any:
    """`part(*args)`."""
    return part(*args)


def _parts(graph: GraphModule, target: Callable[..., Any]) -> Iterator[Node]:
    return (node for node in graph.graph.nodes if node.target is target)
