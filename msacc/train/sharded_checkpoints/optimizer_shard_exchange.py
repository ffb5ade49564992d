"""Exchange of loaded optimizer shards between the processes of a stage."""

from __future__ import annotations

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.communication._peer_status import waiting
from msacc.train.resharding.parameter_slicing import Box
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts, full_shape, relative_box


def is_shard(shards: JobLayouts, parameter: Parameter, shape: tuple[int, ...]) -> bool:
    """Whether a value of `shape` is what files hold of a parameter that the optimizer shards."""
    bucket = shards.bucket(parameter)
    if bucket is None or bucket.num_shards == 1 or shards.cut(parameter) == shards.base(parameter):
        return False
    return shape == shards.slice_shape(parameter)


def combine_shards(shards: JobLayouts, parameter: Parameter, part: torch.Tensor) -> torch.Tensor:
    """What operators leave here of a parameter, from the shards of it that the processes of the stage have.

    Collective where the optimizer shards it; else it is `part`.
    """
    base, cut = shards.base(parameter), shards.cut(parameter)
    part = part.to(settings.device).contiguous()
    if base == cut:
        return part
    shape = full_shape(parameter)
    ranks = range(shards.processes)
    corners, boxes = ([c.box(i, shape) for i in ranks] for c in (base, cut))
    box = corners[shards.stage_rank]
    result = part.new_empty([s.stop - s.start for s in box])
    shards_by_rank = _exchange(shards, part, corners, boxes)
    for stage_rank, value in shards_by_rank.items():
        result[relative_box(boxes[stage_rank], box)] = value
    return result


def _exchange(
    shards: JobLayouts, part: torch.Tensor, corners: list[Box], boxes: list[Box]
) -> dict[int, torch.Tensor]:
    """{place: its shard} of those that make up what this process holds."""
    stage_rank, ranks = shards.stage_rank, shards.ranks
    shards_by_rank = {
        p: part if p == stage_rank else torch.empty_like(part)
        for p in _providers(stage_rank, corners, boxes)
    }
    messages = [
        dist.P2POp(dist.isend, part, ranks[place])
        for place in range(shards.processes)
        if place != stage_rank and stage_rank in _providers(place, corners, boxes)
    ]
    messages += [
        dist.P2POp(dist.irecv, t, ranks[p]) for p, t in shards_by_rank.items() if p != stage_rank
    ]
    with waiting("the shards of a parameter that was loaded"):
        for message in dist.batch_isend_irecv(messages) if messages else ():
            message.wait()
    return shards_by_rank


def _providers(place: int, corners: list[Box], boxes: list[Box]) -> list[int]:
    """The places whose shards make up what the process at `place` holds: its own, and the first with each other."""
    first: dict[tuple[int, ...], int] = {}
    order = [place, *(p for p in range(len(boxes)) if p != place)]
    for other in order:
        if corners[other] == corners[place]:
            first.setdefault(tuple(s.start for s in boxes[other]), other)
    return sorted(first.values())
