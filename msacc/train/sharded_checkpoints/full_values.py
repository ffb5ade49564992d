"""Full values of parameters whose parts other processes hold. Collective."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.local_shard import full_tensor, local_tensor
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage, stages_of_parameter


class BucketValues:
    """The values in a bucket, gathered once for all parameters in it."""

    def __init__(self) -> None:
        self._values: dict[tuple[int, int], list[torch.Tensor]] = {}

    def of(self, placeholder: ShardedPlaceholder) -> torch.Tensor:
        """This process's part of a parameter. Collective: one message for each bucket."""
        key = (id(placeholder.bucket), id(placeholder.shard))
        if key not in self._values:
            self._values = {key: placeholder.bucket.full_values(placeholder.shard)}
        return self._values[key][slot_index(placeholder)]


def full_values(cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """Name and whole value of each parameter; every process must go through it. One message per bucket and stage."""
    latest = BucketValues()
    for _, parameter in cell.parameters_and_names():
        yield parameter.name, wrap(_whole(parameter, latest))


def full_value(parameter: Parameter) -> Tensor:
    """The whole value of a Parameter, on every process, outside of steps: a Tensor of its shape and dtype, a copy.

    `parameter`: one of a network that trains on several processes, or of its optimizer's state, wherever its parts
    lie: spread by `hsdp` at any level, cut by strategies, on the stages of a pipeline. All processes of the job must
    call it together, for the same Parameter; at level3 the Cell that it belongs to is gathered for it.

    Raises TypeError for another `parameter`. MindSpore has no such function: there a value comes from a checkpoint.
    """
    if not isinstance(parameter, Parameter):
        raise TypeError(
            f"For 'full_value', 'parameter' should be a Parameter, but got {type(parameter).__name__}."
        )
    return wrap(_whole(parameter, BucketValues()).clone())


def _whole(parameter: Parameter, latest: BucketValues) -> torch.Tensor:
    stages = stages_of_parameter(parameter)
    if stages is None:
        return _of_stage(parameter, latest)
    value = _of_stage(parameter, latest) if on_this_stage(parameter) else None
    return stages.whole(parameter, value)


def _of_stage(parameter: Parameter, latest: BucketValues) -> torch.Tensor:
    """The whole value of a parameter whose parts this process and others of its stage hold."""
    placeholder: Any = parameter._msacc_init
    if not isinstance(placeholder, ShardedPlaceholder):
        parameter.init_data()
        return full_tensor(local_tensor(parameter), parameter.layout)
    return full_tensor(latest.of(placeholder), placeholder.layout).clone()


def slot_index(placeholder: ShardedPlaceholder) -> int:
    """Its index among the bucket's parameters."""
    return placeholder.bucket.assignment.slots.index(placeholder.slot)
