"""The strategy file of a job: one for each stage of a pipeline, or one with all of them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import torch.distributed as dist

from msacc.nn.cell import Cell
from msacc.step.context_settings import world_size
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.step.step import TrainStep
from msacc.train.resharding.parameter_slicing import SliceLayout
from msacc.train.resharding.strategy_writing import write_strategy_file
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts

# On a parameter: a strategy file tells how it is cut.
_MARK = "_in_strategy_file"
Cuts = dict[str, SliceLayout]


def follows_strategy(cell: Cell) -> bool:
    """Whether slices of `cell` lie as a strategy file says: one was written, or operators cut a parameter."""
    return any(
        _MARK in p.__dict__ or (p.layout is not None and p.layout.is_cut)
        for _, p in cell.parameters_and_names()
    )


def write_strategy(step: TrainStep) -> None:
    """Write the strategy file that a step was asked for, as it begins. Collective."""
    if step.plan.standalone or world_size() == 1:
        return
    path, shards = step.plan.strategy_file, JobLayouts(step)
    cuts = cuts_of(step, shards, step.plan.only_trainable) if path else {}
    requests: list[Any] = [None] * world_size()
    dist.all_gather_object(requests, (path, shards.stage, cuts))
    if not any(requested_path for requested_path, _, _ in requests):
        return
    for _, parameter in step.parameters_and_names():
        parameter.__dict__[_MARK] = True
    if path:
        write_strategy_file(path, _stages(path, requests))


def _stages(path: str, requests: list[tuple[str, int, Cuts]]) -> dict[int, Cuts]:
    """{stage: cuts} of all that write to one path."""
    stages: dict[int, Cuts] = defaultdict(dict)
    for theirs, stage, cuts in requests:
        if theirs == path:
            stages[stage] |= cuts
    return dict(sorted(stages.items()))


def cuts_of(cell: Cell, shards: JobLayouts, only_trainable: bool) -> Cuts:
    """{name: how it is cut} of the parameters of this process's stage."""
    return {
        p.name: shards.cut(p)
        for _, p in cell.parameters_and_names()
        if p.shape and on_this_stage(p) and (p.requires_grad or not only_trainable)
    }
