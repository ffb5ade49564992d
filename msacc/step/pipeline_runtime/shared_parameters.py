"""sync_pipeline_shared_parameters: stages that share a parameter take the values of the first of them."""

from __future__ import annotations

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.local_shard import local_tensor
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage, stages_of_parameter


def sync_pipeline_shared_parameters(net: Cell) -> None:
    """Give what several stages of a pipeline share, such as a tied embedding, the values that the first one has.

    `net`: a Cell that has run as a pipeline, or was compiled; all processes must call it. Training keeps shared
    parameters equal by itself; this is for values that were set on the first stage alone. Raises TypeError for a
    `net` that is no Cell.
    """
    if not isinstance(net, Cell):
        raise TypeError(
            f"For 'sync_pipeline_shared_parameters', the argument 'net' should be a Cell, but got {net!r}."
        )
    for parameter in net.get_parameters():
        parameter_stages = stages_of_parameter(parameter)
        if (
            parameter_stages is None
            or len(parameter_stages.of(parameter)) == 1
            or not on_this_stage(parameter)
        ):
            continue
        stages, shard = parameter_stages.of(parameter), _local_shard(parameter)
        if shard.numel():
            dist.broadcast(
                shard,
                parameter_stages.mesh.pipeline_ranks[stages[0]],
                group=parameter_stages.group(stages),
            )


def _local_shard(parameter: Parameter) -> torch.Tensor:
    """This process's shard of a parameter or optimizer state."""
    placeholder = parameter._msacc_init
    return (
        placeholder.local_elements()
        if isinstance(placeholder, ShardedPlaceholder)
        else local_tensor(parameter.init_data())
    )
