"""Parameters of which each process has loaded its optimizer's shard: the shards sent around."""

from __future__ import annotations

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.communication._peer_status import waiting
from msacc.train.resharding.parameter_slicing import Box
from msacc.train.resharding.training_layouts import Shards, whole_shape, within


def is_shard(shards: Shards, parameter: Parameter, shape: tuple[int, ...]) -> bool:
    """Whether a value of `shape` is what files hold of a parameter that the optimizer shards."""
    bucket = shards.bucket(parameter)
    if bucket is None or bucket.num_shards == 1 or shards.cut(parameter) == shards.base(parameter):
        return False
    return shape == shards.slice_shape(parameter)


def joined(shards: Shards, parameter: Parameter, part: torch.Tensor) -> torch.Tensor:
    """What operators leave here of a parameter, from the shards of it that the processes of the stage have.

    Collective where the optimizer shards it; else it is `part`.
    """
    base, cut = shards.base(parameter), shards.cut(parameter)
    part = part.to(settings.device).contiguous()
    if base == cut:
        return part
    shape = whole_shape(parameter)
    places = range(shards.processes)
    corners, boxes = ([c.box(i, shape) for i in places] for c in (base, cut))
    own = corners[shards.place]
    result = part.new_empty([s.stop - s.start for s in own])
    found = _received(shards, part, corners, boxes)
    for place, value in found.items():
        result[within(boxes[place], own)] = value
    return result


def _received(
    shards: Shards, part: torch.Tensor, corners: list[Box], boxes: list[Box]
) -> dict[int, torch.Tensor]:
    """{place: its shard} of those that make up what this process holds."""
    mine, ranks = shards.place, shards.ranks
    found = {p: part if p == mine else torch.empty_like(part) for p in _from(mine, corners, boxes)}
    messages = [
        dist.P2POp(dist.isend, part, ranks[place])
        for place in range(shards.processes)
        if place != mine and mine in _from(place, corners, boxes)
    ]
    messages += [dist.P2POp(dist.irecv, t, ranks[p]) for p, t in found.items() if p != mine]
    with waiting("the shards of a parameter that was loaded"):
        for message in dist.batch_isend_irecv(messages) if messages else ():
            message.wait()
    return found


def _from(place: int, corners: list[Box], boxes: list[Box]) -> list[int]:
    """The places whose shards make up what the process at `place` holds: its own, and the first with each other."""
    first: dict[tuple[int, ...], int] = {}
    order = [place, *(p for p in range(len(boxes)) if p != place)]
    for other in order:
        if corners[other] == corners[place]:
            first.setdefault(tuple(s.start for s in boxes[other]), other)
    return sorted(first.values())
