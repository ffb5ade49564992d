"""A training step whose operators are sharded: the data axes of the grid, and what such a step does not support."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from msacc.auto_parallel_context import get_auto_parallel_context
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.sharding.parameter_layout import ParameterLayout
from msacc.sharding.strategy_state import sharding
from msacc.step.context_settings import world_size
from msacc.step.parameter_placement import place_parameters
from msacc.step.plan import StepPlan
from msacc.step.sharded_batch import ShardedBatch
from msacc.step.sharding_context import begin, sharded_operators


class OperatorSharding:
    """What a TrainStep needs of a network whose operators are cut.

    The first axes of the grid that cut no parameter are those over which gradients may wait until the window's
    end: the data axes of `mesh`. The others are summed over within each micro-batch.
    """

    def __init__(self, batch: ShardedBatch, layouts: Iterable[ParameterLayout]):
        self.batch = batch
        used = {i for layout in layouts for i, a in enumerate(layout.placed) if a is not None}
        waiting = min(used, default=len(sharding.grid))
        self.data = math.prod(sharding.grid[:waiting])
        self.model = math.prod(sharding.grid[waiting:])
        # Over how many processes the samples are dealt out.
        self.feeding = math.prod(
            n for n, a in zip(sharding.grid, batch.rows_at, strict=False) if a == 0
        )

    @property
    def waiting(self) -> int:
        """How many axes of the grid are data axes. Strategies given later make more of the same ones."""
        return next(
            i for i in range(len(sharding.grid) + 1) if math.prod(sharding.grid[:i]) == self.data
        )

    def run(self, micro: Cell, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        """One micro-batch of this process's inputs; what it gives is this process's."""
        whole = self.batch.enter(inputs)
        with sharded_operators(self.waiting):
            out = micro(sens, *whole)
        return self.batch.leave(out)

    def finished(
        self, value: Any, grads: Sequence[Tensor], weights: Sequence[Parameter]
    ) -> tuple[Any, list[Tensor]]:
        """The loss as all processes know it, and gradients whose mean over the data axes is the whole batch's."""
        first = value[0] if isinstance(value, tuple) else value
        if first.ndim == 0 and sharding.engine.is_dtensor(first._t):
            first = wrap(sharding.engine.reduce_partial(first._t).to_local())
            value = (first, *value[1:]) if isinstance(value, tuple) else first
        return value, self.own(grads, weights)

    def own(self, grads: Sequence[Tensor], weights: Sequence[Parameter]) -> list[Tensor]:
        """This process's shards of gradients, whose mean over the data axes is the whole batch's."""
        local_gradient, waiting = sharding.engine.local_gradient, self.waiting
        return [
            wrap(local_gradient(g._t, w.layout.placements, waiting))
            for g, w in zip(grads, weights, strict=True)
        ]


def shards_operators(plan: StepPlan) -> bool:
    """Whether a step cuts operators over processes."""
    return plan.operators and not plan.standalone and sharding.has_strategies and world_size() > 1


def shard_operators(network: Cell, plan: StepPlan, sample: tuple[Any, ...]) -> OperatorSharding:
    """How the operators of `network` are cut in a step. Collective."""
    check_supported(plan)
    batch = begin(plan.strategy)
    place_parameters(network, batch.enter(sample), {}, plan.strategy)
    return OperatorSharding(
        batch, [p.layout for p in network.get_parameters() if p.layout is not None]
    )


def check_supported(plan: StepPlan) -> None:
    """NotImplementedError for what does not go with operators that are cut."""
    unfit = unsupported_reason(plan)
    if unfit is not None:
        raise NotImplementedError(unfit)


def unsupported_reason(plan: StepPlan) -> str | None:
    """What of a plan does not go with operators that are cut."""
    if plan.weighted:
        return (
            "Micro-batches that weigh differently (count=..., remainder='short') do not go with operators that are cut "
            "over processes: each process knows its own part of the batch alone."
        )
    if get_auto_parallel_context("force_fp32_communication"):
        return (
            "force_fp32_communication does not go with operators that are cut over processes, whose partial sums are "
            "of their own type; leave it out, and keep what is summed in float32 (Cell.to_float)."
        )
    if plan.running_statistics == "batch":
        return (
            "running_statistics='batch' does not go with operators that are cut over processes, where BatchNorm sees "
            "the micro-batch of all of them; leave it out."
        )
    return None


def without_level3(plan: StepPlan) -> StepPlan:
    """The plan of a step whose operators are cut: layers cannot be gathered one by one, which is said once."""
    if plan.level != "level3":
        return plan
    once(
        "cut:level3",
        "optimizer_level='level3' beside operators that are cut over processes does what 'level2' does: parameters "
        "are gathered once a step and not layer by layer.",
    )
    return replace(plan, level="level2")
