"""What save_checkpoint writes for a Cell on this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch.distributed as dist

from msacc.common.distributed_runtime import named_values
from msacc.common.parameter import Parameter
from msacc.communication._peer_status import waiting
from msacc.nn.cell import Cell
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.context_settings import world_size
from msacc.step.pipeline_runtime.parameter_stages import stages_of_parameter
from msacc.train.sharded_checkpoints.full_values import full_values
from msacc.train.sharded_checkpoints.local_save import flat_slices, local_values
from msacc.train.sharded_checkpoints.slice_save import deduplicated_values, local_slices
from msacc.train.sharded_checkpoints.strategy_save import follows_strategy


def saved_values(
    cell: Cell, integrated_save: bool, by: str = "first"
) -> Iterator[tuple[str, Any]] | None:
    """What save_checkpoint writes for `cell`; None where this process writes nothing.

    `by`: the "first" process writes, "each" does, each its "share" of what several hold, or one does "alone", without
    a word to the others.
    """
    if by == "share":
        with waiting("the values of a checkpoint"):
            return iter(list(deduplicated_values(cell)))
    if not integrated_save and world_size() > 1 and follows_strategy(cell):
        with waiting("the slices of a checkpoint"):
            return iter(list(local_slices(cell)))
    if not any(_is_distributed(p) for _, p in cell.parameters_and_names()):
        return named_values(cell)
    if not integrated_save:
        return flat_slices(cell)
    if by == "alone":
        return local_values(cell)
    with waiting("the values of a checkpoint"):
        pairs = list(full_values(cell))
    first = not dist.is_initialized() or dist.get_rank() == 0
    return iter(pairs) if first or by == "each" else None


def _is_distributed(parameter: Parameter) -> bool:
    """Whether other processes hold parts of it, or all of it: those of other stages."""
    is_sliced = (
        isinstance(parameter._msacc_init, ShardedPlaceholder) or parameter.layout is not None
    )
    return is_sliced or stages_of_parameter(parameter) is not None
