"""Splits a captured graph into chunks, and plans the values sent between them.

A value that a later chunk than the next one needs is sent along by those between. Values that every process has (inputs
of the network, tensors that it holds) are not sent.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import GraphModule, Node

from msacc.common.parameter import Parameter
from msacc.common.torch_private import split_by
from msacc.step.pipeline_runtime.autocast_regions import order_regions
from msacc.step.pipeline_runtime.capture import Captured
from msacc.step.pipeline_runtime.stage_assignment import StageAssignment
from msacc.step.pipeline_runtime.stage_sharding import StageSharding


@dataclass
class Chunk:
    """One chunk: its graph, its arguments by name, and the names it receives and sends, in order.

    `local`: arguments that the process has, by name: a Parameter, an input's position, or a tensor.
    """

    index: int
    graph: GraphModule | None
    arguments: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    local: dict[str, Any] = field(default_factory=dict)
    receives: list[str] = field(default_factory=list)
    sends: list[str] = field(default_factory=list)

    @property
    def parameters(self) -> list[Parameter]:
        """The Parameters it reads."""
        return [v for v in self.local.values() if isinstance(v, Parameter)]


@dataclass(frozen=True)
class SplitGraph:
    """All chunks; `like`: an example tensor of each value that is sent, by name.

    `whole`: where operators are sharded, the DTensor that it is a shard of.
    """

    chunks: list[Chunk]
    like: dict[str, torch.Tensor]
    result: Any
    whole: dict[str, Any]

    @property
    def operations_of_a_chunk(self) -> int:
        """The operations of the forward pass in a chunk, on average: the same number in every process."""
        graphs = [chunk.graph.graph for chunk in self.chunks if chunk.graph is not None]
        calls = sum(node.op != "placeholder" for graph in graphs for node in graph.nodes)
        return calls // max(len(graphs), 1)


class GraphSplitter:
    """Splits one captured graph."""

    def __init__(
        self,
        captured: Captured,
        order: StageAssignment,
        stage_sharding: StageSharding | None = None,
        trained: Collection[int] = (),
    ):
        self.captured, self.order, self.stage_sharding = captured, order, stage_sharding
        # The ids of Parameters that gradients are taken of.
        self.trained = trained
        order_regions(captured.graph.graph, order.of)
        whole: Any = split_by(captured.graph, order.of.__getitem__)
        self.outer, self.whole = whole.graph, whole
        self.producer: dict[str, int] = {}
        self.like: dict[str, torch.Tensor] = {}
        self.placed: dict[str, Any] = {}
        self.names: dict[Node, str] = {}
        self.chunks = [Chunk(i, None) for i in range(order.chunks)]

    def split(self) -> SplitGraph:
        """Every chunk, with what it receives and sends."""
        for node in self.outer.nodes:
            if node.op == "call_module":
                self._take(node)
        end = next(n for n in reversed(self.outer.nodes) if n.op == "output")
        outputs = dict(zip(self._captured_outputs(), _flat(end.args[0]), strict=False))
        results = [
            self._name(outputs[node]) if node in outputs else node.name
            for node in self.captured.outputs
        ]
        self._route(results)
        return SplitGraph(self.chunks, self.like, self.captured.result, self.placed)

    def _captured_outputs(self) -> list[Node]:
        nodes = self.captured.graph.graph.nodes
        return list(next(n for n in reversed(nodes) if n.op == "output").args[0])

    def _take(self, call: Node) -> None:
        """Reads one chunk from its call in the outer graph."""
        chunk = self.chunks[int(str(call.target).rpartition("_")[2])]
        chunk.graph = getattr(self.whole, str(call.target))
        _inputs_first(chunk.graph)
        chunk.arguments = [self._name(node) for node in call.args]
        inside = next(n for n in reversed(chunk.graph.graph.nodes) if n.op == "output")
        values = _flat(inside.args[0])
        several = isinstance(inside.args[0], (tuple, list))
        chunk.results = [f"{call.name}.{i}" if several else call.name for i in range(len(values))]
        for name, value in zip(chunk.results, values, strict=True):
            self.producer[name] = chunk.index
            self._note(name, value.meta["example_value"])
        if self.stage_sharding is not None:
            self.stage_sharding.localize(chunk.graph, self._trained_in(chunk))

    def _note(self, name: str, like: torch.Tensor) -> None:
        if self.stage_sharding is not None:
            self.placed[name], like = like, self.stage_sharding.shard_like(like)
        self.like[name] = like

    def _trained_in(self, chunk: Chunk) -> list[Node]:
        """The placeholders of a chunk's graph that are trained Parameters."""
        assert chunk.graph is not None
        nodes = [n for n in chunk.graph.graph.nodes if n.op == "placeholder"]
        values = [self.captured.holds.get(name) for name in chunk.arguments]
        return [n for n, value in zip(nodes, values, strict=True) if id(value) in self.trained]

    def _name(self, node: Any) -> str:
        """The name of a value of the outer graph: a placeholder's name or a chunk's result."""
        if node.target is operator.getitem:
            return f"{node.args[0].name}.{node.args[1]}"
        return str(node.name)

    def _route(self, results: list[str]) -> None:
        """Records each chunk's local and received values; the last one sends `results`."""
        last = len(self.chunks) - 1
        for chunk in self.chunks:
            names = [*chunk.arguments, *(results if chunk.index == last else [])]
            for name in dict.fromkeys(names):
                if name not in self.producer:
                    chunk.local[name] = self.captured.holds[name]
                for between in range(self.producer.get(name, last) + 1, chunk.index + 1):
                    _add(self.chunks[between - 1].sends, name)
                    _add(self.chunks[between].receives, name)
        self.chunks[last].sends = list(results)


def _add(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def _inputs_first(graph: GraphModule) -> None:
    """Compilers take the placeholders to come first; a cut may set the gradient mode before them."""
    nodes = graph.graph.nodes
    first = next(iter(nodes))
    for node in [n for n in nodes if n.op == "placeholder"]:
        if node is not first:
            first.prepend(node)
        else:
            first = node.next
    graph.recompile()
