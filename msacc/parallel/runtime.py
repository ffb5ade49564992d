"""What several processes do at a Cell's call, at a gradient, when a step begins and at a save.

`msacc.parallel` installs it once, in place of what one process does (`msacc.common.distributed_runtime`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from msacc.common.distributed_runtime import Runtime
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.graph.distributed_cells import DistributedCells
from msacc.nn.cell import Cell
from msacc.parallel import functional_step
from msacc.parallel.pipeline_api import inference
from msacc.parallel.pipeline_api.own_cut import find_own_cut
from msacc.sharding.strategy_state import sharding
from msacc.step.step import TrainStep
from msacc.train.sharded_checkpoints import restore_slices, strategy_save
from msacc.train.sharded_checkpoints.save_contents import saved_values


class MultiProcess(Runtime):
    """The runtime of a job, of one process or of several: each part finds out whether it has anything to do."""

    def runs_over_stages(self, cell: Cell) -> bool:
        """Whether the Cell is a part of a pipeline, or the context makes it one."""
        return DistributedCells.exist and inference.runs_over_stages(cell)

    def call_over_stages(self, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """One micro-batch through the stages; the result on every process."""
        return inference.call_over_stages(cell, args, kwargs)

    def call_outermost(
        self,
        call: Callable[..., Any],
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """The call with this process's part of the batch, its operators sharded where they have strategies."""
        return functional_step.call_outermost(call, fn, args, kwargs)

    def before_recorded_forward(self, cell: Cell, args: tuple[Any, ...]) -> None:
        """Begins the pipelines that the gradient of this forward pass will run through."""
        if DistributedCells.exist:
            functional_step.begin_before_gradient(cell, args)

    def shards_forward(self) -> bool:
        """Whether the script gave operators strategies, in a mode that heeds them."""
        return not sharding.active and functional_step.shards_operators()

    def align_gradients(
        self, inputs: Sequence[torch.Tensor], gradients: list[torch.Tensor]
    ) -> list[torch.Tensor]:
        """Gradients of sharded tensors are reduced to their tensors' placements."""
        return (
            gradients
            if sharding.engine is None
            else sharding.engine.redistribute_gradients(inputs, gradients)
        )  # type: ignore[no-any-return]

    def reduce_gradients(
        self, value: Any, gradients: list[Tensor], has_aux: bool, weights: Sequence[Parameter]
    ) -> tuple[Any, list[Tensor]]:
        """The means over the processes where each computes a part of the batch."""
        return functional_step.reduce_gradients(value, gradients, has_aux, weights)

    def wrapper_made(self, cell: Cell, network: Cell) -> None:
        """One that cuts its batch by `_MicroBatch` runs over the stages."""
        find_own_cut(cell, network)

    def step_began(self, step: TrainStep) -> None:
        """Moves slices that were loaded before to where the step wants them, and writes the strategy file."""
        restore_slices.restore_slices(step)
        strategy_save.write_strategy(step)

    def gather_parameters(
        self, cell: Cell, integrated_save: bool, by: str = "first"
    ) -> Iterator[tuple[str, Any]] | None:
        """Whole values of what other processes hold parts of, or this process's slices."""
        return saved_values(cell, integrated_save, by)
