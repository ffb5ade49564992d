"""What each process writes into its own file: its slices, or its share of what several processes hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.step.pipeline_runtime.shared_parameters import sync_pipeline_shared_parameters
from msacc.train.resharding.redundancy import replica_groups, save_assignment
from msacc.train.sharded_checkpoints.full_values import BucketValues
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts, full_shape, relative_box


def local_slices(cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """Name and slice of each parameter of this process's stage. Collective."""
    shards = JobLayouts(cell)
    for parameter, local in _local_tensors(cell):
        yield parameter.name, wrap(_file_slice(shards, parameter, local))


def deduplicated_values(cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """Name and value of what this process saves where each value is saved by one process. Collective.

    What several stages hold is the first one's to save.
    """
    shards = JobLayouts(cell)
    groups = {
        p.name: tuple(
            tuple(shards.ranks[stage_rank] for stage_rank in g)
            for g in replica_groups(shards.base(p))
        )
        for _, p in cell.parameters_and_names()
        if shards.is_first(p)
    }
    mine = save_assignment(groups).get(dist.get_rank(), ())
    for parameter, local in _local_tensors(cell):
        if parameter.name in mine:
            yield parameter.name, wrap(local.clone())


def operator_slices(cell: Cell) -> dict[str, dict[str, Any]]:
    """{name: grid, axes and ranks} of the parameters here that operators cut, as in SliceLayout; ranks by place."""
    shards = JobLayouts(cell)
    layouts = {p.name: shards.base(p) for _, p in cell.parameters_and_names() if on_this_stage(p)}
    return {
        name: {
            "grid": list(layout.grid),
            "axes": [list(axes) for axes in layout.axes],
            "ranks": list(shards.ranks),
        }
        for name, layout in layouts.items()
        if any(layout.axes)
    }


def _local_tensors(cell: Cell) -> Iterator[tuple[Parameter, torch.Tensor]]:
    """Each parameter of this process's stage and its tensor here. Collective."""
    sync_pipeline_shared_parameters(cell)
    latest = BucketValues()
    for _, parameter in cell.parameters_and_names():
        placeholder: Any = parameter._msacc_init
        if isinstance(placeholder, ShardedPlaceholder):
            yield parameter, latest.of(placeholder)
        elif on_this_stage(parameter):
            yield parameter, _local(parameter.init_data()._t)


def _file_slice(shards: JobLayouts, parameter: Parameter, local: torch.Tensor) -> torch.Tensor:
    """This process's slice in files of its tensor."""
    base, cut = shards.base(parameter), shards.cut(parameter)
    stage_rank, shape = shards.stage_rank, full_shape(parameter)
    return local[relative_box(cut.box(stage_rank, shape), base.box(stage_rank, shape))].clone()


def _local(t: torch.Tensor) -> torch.Tensor:
    """This process's part of a distributed tensor."""
    return t.to_local() if hasattr(t, "to_local") else t
