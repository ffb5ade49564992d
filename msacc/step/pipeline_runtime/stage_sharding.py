"""Operators sharded over the processes of each stage: the placement of a pipelined network's batches and parameters.

Every stage has the same grid on its own processes. A chunk's graph works with DTensors; its inputs, its outputs, and
what is sent to the next stage are this process's shards of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch.fx import GraphModule, Node

from msacc.common.gradient_sums import sum_of
from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.nn.cell import Cell
from msacc.sharding.parameter_layout import ParameterLayout
from msacc.sharding.strategy_state import sharding
from msacc.step.local_shard import from_local_tensor
from msacc.step.mesh import Mesh, stage_ranks
from msacc.step.parameter_placement import mark_cells, place_states, planned_layouts
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages
from msacc.step.sharded_step import OperatorSharding
from msacc.step.sharding_context import begin, sharded_operators


class StageSharding:
    """The placement of one pipelined network on the grid of its stages; `operator_sharding`: its data axes."""

    def __init__(
        self,
        strategy: Any,
        operator_sharding: OperatorSharding,
        layouts: dict[int, ParameterLayout],
    ):
        self.strategy, self.operator_sharding, self._layouts = strategy, operator_sharding, layouts
        self._grid = sharding.grid

    # -- a capture -----------------------------------------------------------------------------
    def enter(self, micro: tuple[Any, ...]) -> tuple[Any, ...]:
        """A micro-batch as DTensors."""
        if sharding.grid != self._grid:
            raise RuntimeError(
                "Strategies that were given after the first step of a pipeline need another grid of processes "
                f"{sharding.grid} than it runs on, {self._grid}: give all strategies of a job before its first step."
            )
        return self.operator_sharding.batch.enter(micro)

    def operators_sharded(self) -> AbstractContextManager[None]:
        """Context in which operators are sharded."""
        return sharded_operators(self.operator_sharding.waiting)

    def shape(self, parameter: Parameter) -> tuple[int, ...]:
        """The shape of a process's shard of a parameter."""
        layout = self._layouts.get(id(parameter))
        return tuple(parameter.shape) if layout is None else layout.slice_shape

    def layout(self, parameter: Parameter) -> ParameterLayout:
        """How a parameter lies on a stage; on this one, though another holds it."""
        return self._layouts[id(parameter)]

    def laid(self, parameter: Parameter, t: torch.Tensor) -> torch.Tensor:
        """A DTensor from a process's shard of a parameter."""
        return from_local_tensor(t, self._layouts.get(id(parameter)))

    # -- a chunk -------------------------------------------------------------------------------
    def localize(self, graph: GraphModule, trained: Sequence[Node]) -> None:
        """Makes a chunk's graph take and return local shards.

        The gradients of `trained` are not summed over the data axes.
        """
        for node in [n for n in graph.graph.nodes if n.op == "placeholder"]:
            like = node.meta.get("example_value")
            if sharding.engine.is_dtensor(like):
                waiting = self.operator_sharding.waiting if node in trained else 0
                _insert_after(graph, node, sharding.engine.to_dtensor(like, waiting))
        _return_shards(graph)

    def shard_like(self, like: Any) -> torch.Tensor:
        """A meta tensor like this process's shard of a value."""
        shard: torch.Tensor = (
            sharding.engine.meta_shard(like) if sharding.engine.is_dtensor(like) else like
        )
        return shard

    def whole(self, t: torch.Tensor, like: Any) -> torch.Tensor:
        """A DTensor from this process's shard of a value, placed like `like`."""
        return sharding.engine.shard_to_dtensor(t, like) if sharding.engine.is_dtensor(like) else t

    @property
    def times(self) -> int:
        """The factor of the gradients, so that their mean over the data axes is the whole batch's."""
        return self.operator_sharding.data if sharding.engine.can_defer_sums() else 1

    # -- results -------------------------------------------------------------------------------
    def leave(self, result: Any) -> Any:
        """This process's part of a network's result."""
        return self.operator_sharding.batch.leave(result)

    # -- parameters ----------------------------------------------------------------------------
    def lay(self, network: Cell, parameter_stages: ParameterStages) -> None:
        """Keeps this process's shard of each parameter of its stage, and the layout of all others."""
        for parameter in network.get_parameters():
            layout = self._layouts[id(parameter)]
            if is_absent(parameter):
                parameter.layout = _layout_on_stage(
                    layout, parameter_stages.mesh, parameter_stages.of(parameter)[0]
                )
                total = sum_of(parameter)
                if total is not None and total.layout is None:
                    # Every process sums the gradients of all stages.
                    sharding.engine.distribute_parameter(total, layout)
            elif parameter.layout is None:
                sharding.engine.distribute_parameter(parameter, layout)
        mark_cells(network, (), self.strategy)
        place_states()


def _layout_on_stage(layout: ParameterLayout, mesh: Mesh, stage: int) -> ParameterLayout:
    """A layout as the processes of another stage have it."""
    size = mesh.size
    ranks = tuple(range(stage * size, (stage + 1) * size))
    return dataclasses.replace(layout, ranks=ranks, mesh=None)


def shard_stages(
    network: Cell, micro: tuple[Any, ...], strategy: Any, stages: int
) -> StageSharding:
    """The placement of `network`, called with a micro-batch like this process's `micro`. Collective."""
    batch = begin(strategy, stage_ranks(stages))
    parameters = list(network.get_parameters())
    new = [p for p in parameters if p.layout is None]
    whole = batch.enter(micro)
    layouts = dict(zip(map(id, new), planned_layouts(network, whole, {}, new), strict=True))
    layouts |= {id(p): p.layout for p in parameters if p.layout is not None}
    return StageSharding(strategy, OperatorSharding(batch, layouts.values()), layouts)


def _insert_after(graph: GraphModule, node: Node, fn: Any) -> None:
    with graph.graph.inserting_after(_last_placeholder(graph)):
        call = graph.graph.call_function(fn, (node,))
    call.meta = dict(node.meta)
    node.replace_all_uses_with(call, delete_user_cb=lambda user: user is not call)


def _last_placeholder(graph: GraphModule) -> Node:
    return [n for n in graph.graph.nodes if n.op == "placeholder"][-1]


def _return_shards(graph: GraphModule) -> None:
    end = next(n for n in reversed(graph.graph.nodes) if n.op == "output")
    several = isinstance(end.args[0], (tuple, list))
    shards = [_shard_of(graph, node) for node in (end.args[0] if several else (end.args[0],))]
    end.args = (tuple(shards) if several else shards[0],)
    graph.recompile()


def _shard_of(graph: GraphModule, node: Node) -> Node:
    like = node.meta["example_value"]
    if not sharding.engine.is_dtensor(like):
        return node
    end = next(n for n in reversed(graph.graph.nodes) if n.op == "output")
    with graph.graph.inserting_before(end):
        return graph.graph.call_function(sharding.engine.to_shard(like), (node,))
