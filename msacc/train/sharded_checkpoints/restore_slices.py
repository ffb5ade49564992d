"""Restores slices that were loaded before a step began, once the step has placed its parameters."""

from __future__ import annotations

from collections.abc import Iterator

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.tensor import wrap
from msacc.step.context_settings import world_size
from msacc.step.pending_slices import pending_slice_shape, take_pending_slice
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.step.step import TrainStep
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts, full_shape
from msacc.train.sharded_checkpoints.optimizer_shard_exchange import combine_shards


def restore_slices(step: TrainStep) -> None:
    """Sets parameters from loaded slices; RuntimeError on all processes where one does not fit. Collective."""
    if step.plan.standalone or world_size() == 1:
        return
    shards = JobLayouts(step)
    here = [p for _, p in step.parameters_and_names() if on_this_stage(p)]
    loaded_names = [p.name for p in here if pending_slice_shape(p)]
    gathered: list[tuple[list[str], list[str], list[str]]] = [([], [], [])] * world_size()
    dist.all_gather_object(
        gathered, (loaded_names, [p.name for p in here], list(_problems(shards, here)))
    )
    if not any(names for names, _, _ in gathered):
        return
    if problems := [
        *(text for _, _, texts in gathered for text in texts),
        *_missing_slices(gathered),
    ]:
        raise RuntimeError("\n".join(problems))
    for parameter in [p for _, p in step.parameters_and_names()]:
        part = take_pending_slice(parameter)
        if part is not None and on_this_stage(parameter):
            parameter.set_data(wrap(combine_shards(shards, parameter, part)))


def _problems(shards: JobLayouts, here: list[Parameter]) -> Iterator[str]:
    """Messages about slices that do not fit the layouts of this process."""
    for parameter in here:
        shape = pending_slice_shape(parameter)
        if shape is None:
            continue
        whole, expected = full_shape(parameter), shards.slice_shape(parameter)
        if shape != expected:
            yield (
                f"rank {dist.get_rank()} has loaded a slice of shape {shape} of '{parameter.name}', but the step lays "
                f"slices of shape {expected} of the whole {whole}: convert the checkpoint with transform_checkpoints."
            )


def _missing_slices(gathered: list[tuple[list[str], list[str], list[str]]]) -> Iterator[str]:
    """Parameters of which some processes have loaded a slice and others that hold them have not."""
    for name in sorted({n for loaded, _, _ in gathered for n in loaded}):
        ranks = [
            r
            for r, (loaded, present, _) in enumerate(gathered)
            if name in present and name not in loaded
        ]
        if ranks:
            yield (
                f"'{name}' was loaded as slices, but not on the ranks {ranks}, which hold parts of it too: load each "
                "process's own file on all of them."
            )
