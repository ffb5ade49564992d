"""Sends values that one process has loaded to the processes that hold replicas of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.nn.cell import Cell
from msacc.step.local_shard import local_shape
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage, stages_of_parameter
from msacc.train.resharding.redundancy import Groups, replica_groups
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts


def receive_missing(net: Cell, loaded: Mapping[str, Any]) -> Iterator[tuple[str, Parameter]]:
    """Name and value of each parameter of `net` that others have loaded and this process has not. Collective.

    TypeError in one process, where nobody else could have it.
    """
    if not (dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1):
        raise TypeError(
            "For 'load_param_into_net', remove_redundancy=True needs several processes, but this is one: leave it out."
        )
    loaded_shapes: list[Any] = [None] * dist.get_world_size()
    shapes = {n: tuple(v.shape) for n, v in loaded.items() if isinstance(v, Parameter)}
    dist.all_gather_object(loaded_shapes, shapes)
    rank, shards = dist.get_rank(), JobLayouts(net)
    for _, parameter in net.parameters_and_names():
        name = parameter.name
        if not on_this_stage(parameter):
            continue
        groups = _replica_groups(shards, parameter)
        if any(name not in loaded_shapes[r] for group in groups for r in group):
            _check(
                parameter,
                [rank_shapes[name] for rank_shapes in loaded_shapes if name in rank_shapes],
            )
        for group in groups:
            holders = [r for r in group if name in loaded_shapes[r]]
            receivers = [r for r in group if name not in loaded_shapes[r]]
            if not holders or not receivers:
                continue
            if rank == holders[0]:
                _send(parameter, loaded[name], receivers)
            elif rank in receivers:
                yield name, _receive(parameter, holders[0])


def _check(parameter: Parameter, shapes: list[tuple[int, ...]]) -> None:
    """RuntimeError where what was loaded is not what a process holds: nobody knows yet whose it is."""
    wrong = [shape for shape in shapes if math.prod(shape) != math.prod(local_shape(parameter))]
    if wrong:
        raise RuntimeError(
            f"For 'load_param_into_net', '{parameter.name}' of shape {tuple(parameter.shape)} was saved in slices of "
            f"shape {wrong[0]}, which can be sent to others once the network is laid out alike: call "
            "Model.infer_train_layout, Model.infer_predict_layout or Model.build first."
        )


def _replica_groups(shards: JobLayouts, parameter: Parameter) -> Groups:
    """The processes that hold the same of a parameter, those of other stages that share it among them."""
    parameter_stages = stages_of_parameter(parameter)
    stages = (0,) if parameter_stages is None else parameter_stages.of(parameter)
    pipes = (
        [(r,) for r in shards.ranks]
        if parameter_stages is None
        else parameter_stages.mesh.pipelines
    )
    groups = replica_groups(shards.base(parameter))
    return tuple(tuple(sorted(pipes[p][s] for s in stages for p in group)) for group in groups)


def _send(parameter: Parameter, value: Parameter, to: list[int]) -> None:
    t = value.init_data().to_torch().detach()
    t = t.to(settings.device, mstype.to_torch(parameter.dtype)).contiguous()
    for rank in to:
        dist.send(t, rank)


def _receive(parameter: Parameter, source: int) -> Parameter:
    t = torch.empty(
        local_shape(parameter), dtype=mstype.to_torch(parameter.dtype), device=settings.device
    )
    dist.recv(t, source)
    return Parameter(wrap(t), name=parameter.name)
