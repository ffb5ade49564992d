"""Slices that were loaded before a step began, laid where the step has put its parameters."""

from __future__ import annotations

from collections.abc import Iterator

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.tensor import wrap
from msacc.step.context_settings import world_size
from msacc.step.pending_slices import pending_slice_shape, take_pending_slice
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.step.step_base import StepBase
from msacc.train.resharding.optimizer_shard_exchange import joined
from msacc.train.resharding.training_layouts import Shards, whole_shape


def restore_slices(step: StepBase) -> None:
    """Lay what was kept; RuntimeError on all processes where something does not fit. Collective."""
    if step.plan.alone or world_size() == 1:
        return
    shards = Shards(step)
    here = [p for _, p in step.parameters_and_names() if on_this_stage(p)]
    kept = [p.name for p in here if pending_slice_shape(p)]
    told: list[tuple[list[str], list[str], list[str]]] = [([], [], [])] * world_size()
    dist.all_gather_object(told, (kept, [p.name for p in here], list(_problems(shards, here))))
    if not any(names for names, _, _ in told):
        return
    if problems := [*(text for _, _, found in told for text in found), *_missing_slices(told)]:
        raise RuntimeError("\n".join(problems))
    for parameter in [p for _, p in step.parameters_and_names()]:
        part = take_pending_slice(parameter)
        if part is not None and on_this_stage(parameter):
            parameter.set_data(wrap(joined(shards, parameter, part)))


def _problems(shards: Shards, here: list[Parameter]) -> Iterator[str]:
    """What does not fit the layouts of this process."""
    for parameter in here:
        given = pending_slice_shape(parameter)
        if given is None:
            continue
        whole, expected = whole_shape(parameter), shards.slice_shape(parameter)
        if given != expected:
            yield (
                f"rank {dist.get_rank()} has loaded a slice of shape {given} of '{parameter.name}', but the step lays "
                f"slices of shape {expected} of the whole {whole}: convert the checkpoint with transform_checkpoints."
            )


def _missing_slices(told: list[tuple[list[str], list[str], list[str]]]) -> Iterator[str]:
    """Parameters of which some processes have loaded a slice and others that hold them have not."""
    for name in sorted({n for kept, _, _ in told for n in kept}):
        ranks = [r for r, (kept, held, _) in enumerate(told) if name in held and name not in kept]
        if ranks:
            yield (
                f"'{name}' was loaded as slices, but not on the ranks {ranks}, which hold parts of it too: load each "
                "process's own file on all of them."
            )
