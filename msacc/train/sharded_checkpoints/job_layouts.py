"""The layouts of a training job's parameters, in the terms of strategy files.

Operators cut a parameter as its `layout` says. The shards of the optimizer are flat pieces while it trains; in files
they are even slices along the first axis, as MindSpore has them, where that divides.
"""

from __future__ import annotations

import math
from typing import Any

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket, ShardedPlaceholder
from msacc.step.context_settings import world_size
from msacc.step.parameter_store import bucket_by_parameter
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages, stages_of_parameter
from msacc.train.resharding.parameter_slicing import Box, SliceLayout, slice_layout


class JobLayouts:
    """The bucket, stage and slicing of each parameter of a cell.

    `stage` is this process's, of `processes` processes; without a pipeline there is one stage, the job.
    """

    def __init__(self, cell: Cell):
        self._buckets = bucket_by_parameter()
        self.stages = _stages_of_cell(cell)
        self.stage: int | None = 0
        self.processes = world_size()
        if self.stages is not None:
            mesh = self.stages.mesh
            self.stage, self.processes = mesh.stage, len(mesh.pipelines)

    @property
    def ranks(self) -> tuple[int, ...]:
        """This stage's processes."""
        if self.stages is None or self.stage is None:
            return tuple(range(self.processes))
        return tuple(pipe[self.stage] for pipe in self.stages.mesh.pipelines)

    def is_first(self, parameter: Parameter) -> bool:
        """Whether this process's stage is the first that holds a parameter."""
        stages = stages_of_parameter(parameter)
        return stages is None or stages.of(parameter)[0] == self.stage

    def has_placement(self, parameter: Parameter) -> bool:
        """Whether a step that has begun has placed it."""
        cut = parameter.layout is not None or stages_of_parameter(parameter) is not None
        return cut or self.bucket(parameter) is not None

    def bucket(self, parameter: Parameter) -> Bucket | None:
        """The bucket that holds a parameter or a state; None for what stands by itself."""
        placeholder: Any = parameter._msacc_init
        return (
            placeholder.bucket
            if isinstance(placeholder, ShardedPlaceholder)
            else self._buckets.get(id(parameter))
        )

    def base(self, parameter: Parameter) -> SliceLayout:
        """How operators cut it."""
        layout = parameter.layout
        if layout is None:
            return SliceLayout((self.processes,), ((),) * len(parameter.shape))
        if list(layout.ranks) != sorted(layout.ranks):
            raise NotImplementedError(
                f"{parameter.name!r} lies on the processes {list(layout.ranks)}, which a strategy file cannot say: "
                "leave rank_list out of its Layout, or save with integrated_save=True."
            )
        return slice_layout(layout.device_matrix, layout.tensor_map)

    def cut(self, parameter: Parameter) -> SliceLayout:
        """How it is cut in files: `base`, and the optimizer's shards where they divide its first axis."""
        base, bucket = self.base(parameter), self.bucket(parameter)
        if bucket is None or bucket.num_shards == 1 or not parameter.shape or not base.free():
            return base
        step = math.prod(base.grid[base.free()[-1] + 1 :])
        cut = SliceLayout(base.grid, base.axes, step, bucket.num_shards)
        try:
            cut.box(0, full_shape(parameter))
        except ValueError:
            return base
        return cut

    @property
    def stage_rank(self) -> int:
        """This process's rank in its stage."""
        return dist.get_rank() % self.processes if dist.is_initialized() else 0

    def slice_shape(self, parameter: Parameter) -> tuple[int, ...]:
        """The shape of this process's slice of it in files."""
        box = self.cut(parameter).box(0, full_shape(parameter))
        return tuple(s.stop - s.start for s in box)


def full_shape(parameter: Parameter) -> tuple[int, ...]:
    """The shape of all parts together."""
    layout = parameter.layout
    return tuple(parameter.shape if layout is None else layout.shape)


def _stages_of_cell(cell: Cell) -> ParameterStages | None:
    """The stages that the parameters of a cell are on."""
    stages_of_parameters = (stages_of_parameter(p) for _, p in cell.parameters_and_names())
    return next((stages for stages in stages_of_parameters if stages is not None), None)


def relative_box(part: Box, box: Box) -> Box:
    """A part of a box, counted from the box's corner."""
    return tuple(slice(p.start - b.start, p.stop - b.start) for p, b in zip(part, box, strict=True))
