"""level3 in a stage: a layer is gathered where a graph uses its parameters, and again in its backward pass."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from torch.fx import Graph, GraphModule, Node

from msacc.common.parameter import Parameter
from msacc.step.bucket import Bucket, ShardedPlaceholder
from msacc.step.gather_autograd import AllGather, BucketLeaf, all_gather, pending_reduction
from msacc.step.layerwise.saved_buckets import forget_alive, note_alive, saved_by_piece
from msacc.step.pipeline_runtime.graph_split import Chunk

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


class StageLayer:
    """The parameters of one Cell that lie in one sharded bucket. `piece`: this process's shard of them."""

    def __init__(self, bucket: Bucket, piece: Parameter):
        self.bucket, self.piece = bucket, piece
        # The leaf of autograd: the gradients of all micro-batches are added to its `grad`.
        self.leaf = torch.nn.Parameter(piece._t.detach())
        slots = bucket.assignment.slots
        ends = [slot.start for slot in slots[1:]] + [bucket.assignment.size]
        self.sizes = [end - slot.start for slot, end in zip(slots, ends, strict=True)]
        self._full_leaf: torch.Tensor | None = None

    def begin(self) -> None:
        """A micro-batch begins: its gradients are reduced together, in one message."""
        self._full_leaf = None
        if self.leaf.data_ptr() != self.piece._t.data_ptr():
            self.leaf.data = self.piece._t.detach()

    def gather(self, piece: torch.Tensor) -> torch.Tensor:
        """The whole bucket from every process's shard, differentiable where the shard is. Collective."""
        mesh, shards = self.bucket.mesh, self.bucket.num_shards
        group = mesh.shard_group.group_name
        if not (piece.requires_grad and torch.is_grad_enabled()):
            return all_gather(piece.detach(), shards, group)
        if self._full_leaf is None:
            awaited = _Awaited.apply(piece)
            self._full_leaf = BucketLeaf.apply(awaited, shards, mesh.reduce_group.group_name)
        return AllGather.apply(self._full_leaf, piece.detach(), shards, group)  # type: ignore[no-any-return]

    def views(self, full: torch.Tensor) -> list[torch.Tensor]:
        """Each parameter as a view of the whole bucket."""
        pieces = torch.split(full, self.sizes)
        slots = self.bucket.assignment.slots
        return [
            piece[: slot.stop - slot.start].view(slot.shape)
            for piece, slot in zip(pieces, slots, strict=True)
        ]


class _Awaited(torch.autograd.Function):
    """The shard as it is. Gradient: as it is too, once the message that reduces it has arrived."""

    @staticmethod
    def forward(ctx: AutogradContext, shard: torch.Tensor) -> torch.Tensor:
        return shard.view_as(shard)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> torch.Tensor:
        pending_reduction.finish()
        return dout


def layer_of(parameter: Parameter) -> StageLayer | None:
    """The layer that gathers a parameter; None for one that lies whole on this process."""
    placeholder = parameter._msacc_init
    if not isinstance(placeholder, ShardedPlaceholder):
        return None
    layer: StageLayer | None = placeholder.bucket.layer
    return layer


class _Gathered:
    """The bucket that was gathered last, held while autograd is told by its address what views of it are."""

    full: torch.Tensor | None = None


_gathered = _Gathered()


def gathered_parameters(layer: StageLayer) -> list[torch.Tensor]:
    """Called in a chunk's graph: the parameters of a layer. The bucket before it may be freed now."""
    forget_alive()
    _gathered.full = None
    _gathered.full = full = layer.gather(layer.leaf)
    note_alive(full, layer)
    return layer.views(full)


@contextmanager
def gathering(layers: Sequence[StageLayer]) -> Iterator[None]:
    """The forward pass of one micro-batch through a chunk with these layers."""
    for layer in layers:
        layer.begin()
    try:
        with saved_by_piece():
            yield
    finally:
        _gathered.full = None


def with_gathers(chunk: Chunk) -> Callable[..., Any]:
    """The chunk's graph, which takes a layer in the place of each of its parameters and gathers it.

    It is gathered for each run of uses without another layer's between them, so that one layer is whole at a time.
    """
    assert chunk.graph is not None
    graph = Graph()
    copies: dict[Node, Node] = {}
    graph.output(graph.graph_copy(chunk.graph.graph, copies))
    layered = dict(_layered(chunk, [n for n in graph.nodes if n.op == "placeholder"]))
    latest: StageLayer | None = None
    gathered: Node | None = None
    for node in list(graph.nodes):
        for source in node.all_input_nodes:
            if source not in layered:
                continue
            layer, place = layered[source]
            with graph.inserting_before(node):
                if layer is not latest or gathered is None:
                    gathered = graph.call_function(gathered_parameters, (source,))
                value = graph.call_function(operator.getitem, (gathered, place))
            node.replace_input_with(source, value)
            latest = layer
    return GraphModule(chunk.graph, graph)


def _layered(chunk: Chunk, inputs: list[Node]) -> Iterator[tuple[Node, tuple[StageLayer, int]]]:
    """(placeholder, (layer, its position there)) of each parameter that is to be gathered."""
    for node, name in zip(inputs, chunk.arguments, strict=True):
        value = chunk.local.get(name)
        layer = layer_of(value) if isinstance(value, Parameter) else None
        if layer is not None:
            places = [id(p) for p in layer.bucket.parameters]
            yield node, (layer, places.index(id(value)))
