"""Operators cut over the processes of each stage: how a pipelined network's batches and parameters lie on them.

Every stage has the same grid on its own processes. A chunk's graph works with tensors of the grid; what it takes and
gives, and what travels to the next stage, are this process's parts of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch.fx import GraphModule, Node

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.nn.cell import Cell
from msacc.sharding.parameter_placement import ParameterLayout
from msacc.sharding.strategy_state import sharding
from msacc.step.local_shard import placed_on
from msacc.step.mesh import Mesh, stage_ranks
from msacc.step.parameter_layout import lay_states, mark, wanted_layouts
from msacc.step.pipeline_runtime.parameter_stages import Homes
from msacc.step.sharded_step import Cutting
from msacc.step.sharding_context import begin, sharded_operators


class Pieces:
    """How one pipelined network lies on the grid of its stages; `cutting`: its data axes."""

    def __init__(self, strategy: Any, cutting: Cutting, layouts: dict[int, ParameterLayout]):
        self.strategy, self.cutting, self._layouts = strategy, cutting, layouts
        self._grid = sharding.grid

    # -- a capture -----------------------------------------------------------------------------
    def enter(self, micro: tuple[Any, ...]) -> tuple[Any, ...]:
        """A micro-batch as tensors of the grid."""
        if sharding.grid != self._grid:
            raise RuntimeError(
                "Strategies that were given after the first step of a pipeline need another grid of processes "
                f"{sharding.grid} than it runs on, {self._grid}: give all strategies of a job before its first step."
            )
        return self.cutting.batch.enter(micro)

    def cut(self) -> AbstractContextManager[None]:
        """Operators are cut within."""
        return sharded_operators(self.cutting.waiting)

    def shape(self, parameter: Parameter) -> tuple[int, ...]:
        """The shape of what a process holds of a parameter."""
        layout = self._layouts.get(id(parameter))
        return tuple(parameter.shape) if layout is None else layout.slice_shape

    def laid(self, parameter: Parameter, t: torch.Tensor) -> torch.Tensor:
        """A tensor of the grid from a process's part of a parameter."""
        return placed_on(t, self._layouts.get(id(parameter)))

    # -- a chunk -------------------------------------------------------------------------------
    def localize(self, graph: GraphModule, trained: Sequence[Node]) -> None:
        """Have a chunk's graph take and give parts.

        Sums of the gradients of `trained` over the data axes are not taken.
        """
        for node in [n for n in graph.graph.nodes if n.op == "placeholder"]:
            like = node.meta.get("example_value")
            if sharding.engine.is_laid(like):
                waiting = self.cutting.waiting if node in trained else 0
                _put_behind(graph, node, sharding.engine.entering(like, waiting))
        _leave(graph)

    def part_like(self, like: Any) -> torch.Tensor:
        """What this process's part of a value looks like."""
        found: torch.Tensor = (
            sharding.engine.part_like(like) if sharding.engine.is_laid(like) else like
        )
        return found

    def whole(self, t: torch.Tensor, like: Any) -> torch.Tensor:
        """A tensor of the grid from this process's part of a value that looks like `like`."""
        return sharding.engine.whole_of(t, like) if sharding.engine.is_laid(like) else t

    @property
    def times(self) -> int:
        """What gradients are multiplied by, so that their mean over the data axes is the whole batch's."""
        return self.cutting.data if sharding.engine.waits() else 1

    # -- what a caller gets --------------------------------------------------------------------
    def leave(self, result: Any) -> Any:
        """What belongs to this process of a network's result."""
        return self.cutting.batch.leave(result)

    # -- parameters ----------------------------------------------------------------------------
    def lay(self, network: Cell, homes: Homes) -> None:
        """Keep this process's part of each parameter of its stage; of others it is known how they lie."""
        for parameter in network.get_parameters():
            layout = self._layouts[id(parameter)]
            if is_absent(parameter):
                parameter.layout = _there(layout, homes.mesh, homes.of(parameter)[0])
            elif parameter.layout is None:
                sharding.engine.lay_parameter(parameter, layout)
        mark(network, (), self.strategy)
        lay_states()


def _there(layout: ParameterLayout, mesh: Mesh, stage: int) -> ParameterLayout:
    """A layout as the processes of another stage have it."""
    size = mesh.size
    ranks = tuple(range(stage * size, (stage + 1) * size))
    return dataclasses.replace(layout, ranks=ranks, mesh=None)


def pieces_of(network: Cell, micro: tuple[Any, ...], strategy: Any, stages: int) -> Pieces:
    """How `network` lies, called with a micro-batch such as this process's `micro`. Collective."""
    batch = begin(strategy, stage_ranks(stages))
    parameters = list(network.get_parameters())
    new = [p for p in parameters if p.layout is None]
    whole = batch.enter(micro)
    layouts = dict(zip(map(id, new), wanted_layouts(network, whole, {}, new), strict=True))
    layouts |= {id(p): p.layout for p in parameters if p.layout is not None}
    return Pieces(strategy, Cutting(batch, layouts.values()), layouts)


def _put_behind(graph: GraphModule, node: Node, fn: Any) -> None:
    with graph.graph.inserting_after(_last_placeholder(graph)):
        made = graph.graph.call_function(fn, (node,))
    made.meta = dict(node.meta)
    node.replace_all_uses_with(made, delete_user_cb=lambda user: user is not made)


def _last_placeholder(graph: GraphModule) -> Node:
    return [n for n in graph.graph.nodes if n.op == "placeholder"][-1]


def _leave(graph: GraphModule) -> None:
    end = next(n for n in reversed(graph.graph.nodes) if n.op == "output")
    several = isinstance(end.args[0], (tuple, list))
    found = [_left(graph, node) for node in (end.args[0] if several else (end.args[0],))]
    end.args = (tuple(found) if several else found[0],)
    graph.recompile()


def _left(graph: GraphModule, node: Node) -> Node:
    like = node.meta["example_value"]
    if not sharding.engine.is_laid(like):
        return node
    end = next(n for n in reversed(graph.graph.nodes) if n.op == "output")
    with graph.graph.inserting_before(end):
        return graph.graph.call_function(sharding.engine.leaving(like), (node,))
