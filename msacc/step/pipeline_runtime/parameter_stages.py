"""Which stages hold a parameter, and how its value is sent to the others."""

from __future__ import annotations

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.common.settings import settings
from msacc.step.mesh import Mesh, row_group

_ATTRIBUTE = "_parameter_stages"


class ParameterStages:
    """The stages of each Parameter of a network, and of its optimizer's state. Created by all processes alike."""

    def __init__(self, mesh: Mesh, stages: dict[int, tuple[int, ...]], parameters: list[Parameter]):
        self.mesh, self._stages = mesh, stages
        for parameter in parameters:
            parameter.__dict__[_ATTRIBUTE] = self
        shared = sorted({s for s in stages.values() if len(s) > 1})
        rank = dist.get_rank()
        rows = torch.tensor(mesh.pipelines)
        self._groups = {s: row_group(rows[:, list(s)], rank) for s in shared}

    def of(self, parameter: Parameter) -> tuple[int, ...]:
        """The stages that hold it; one that the network does not read is the last one's."""
        return self._stages.get(id(parameter), (self.mesh.stages - 1,))

    def is_here(self, parameter: Parameter) -> bool:
        """Whether this process holds it."""
        return self.mesh.stage in self.of(parameter)

    def follow(self, state: Parameter, parameter: Parameter) -> None:
        """Assigns an optimizer state to the stages of its parameter."""
        self._stages[id(state)] = self.of(parameter)
        state.__dict__[_ATTRIBUTE] = self

    def group(self, stages: tuple[int, ...]) -> dist.ProcessGroup | None:
        """The processes of these stages that pass this process's part of the batch along."""
        return self._groups[stages]

    def whole(self, parameter: Parameter, value: torch.Tensor | None) -> torch.Tensor:
        """Broadcasts its value from the stage that holds it to all processes of the pipeline. Collective."""
        if value is None:
            kind = mstype.to_torch(parameter.dtype)
            value = torch.empty(parameter.shape, dtype=kind, device=settings.device)
        elif not value.is_contiguous():
            value = value.contiguous()
        self.spread(parameter, value)
        return value

    def spread(self, parameter: Parameter, value: torch.Tensor) -> None:
        """Fills `value` from the stage that holds the parameter, in place. Collective."""
        mesh = self.mesh
        dist.broadcast(value, mesh.pipeline_ranks[self.of(parameter)[0]], group=mesh.pipe_group)


def stages_of_parameter(parameter: Parameter) -> ParameterStages | None:
    """The stages of a pipeline's parameters; None for a parameter that every process has."""
    return parameter.__dict__.get(_ATTRIBUTE)


def on_this_stage(parameter: Parameter) -> bool:
    """Whether this process's stage holds a parameter; without a pipeline it does."""
    parameter_stages = stages_of_parameter(parameter)
    return not is_absent(parameter) and (
        parameter_stages is None or parameter_stages.is_here(parameter)
    )
