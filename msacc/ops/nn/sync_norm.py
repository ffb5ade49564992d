"""Batch normalization over the batches of several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist

from msacc.communication._groups import find
from msacc.communication._timeouts import new_group
from msacc.ops.comm.autograd import AllReduce
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence


def torch_group_name(name: str | None) -> str | None:
    """torch's name of MindSpore's group `name`, everybody for None; None for a process alone.

    Raises RuntimeError where there is no such group in a job.
    """
    if not dist.is_initialized():
        return None
    if name is None:
        return _name(dist.group.WORLD) if dist.get_world_size() > 1 else None
    process_group = find(name, "SyncBatchNorm")
    return process_group.torch_name if process_group.size > 1 else None


@op
def sync_batch_normalize(
    x: torch.Tensor,
    gamma: torch.Tensor | None,
    beta: torch.Tensor | None,
    mean: torch.Tensor | None,
    variance: torch.Tensor | None,
    rate: float,
    eps: float,
    group: str,
) -> torch.Tensor:
    """Normalise by the statistics of the whole group's batch; the running ones follow in place.

    Two reductions, mean and then variance: the sum of squares alone would lose digits.
    """
    axes = (0, *range(2, x.ndim))
    shape = (1, -1, *[1] * (x.ndim - 2))
    kind = torch.promote_types(x.dtype, torch.float32) if gamma is None else gamma.dtype
    values = x.to(kind)
    ones = torch.ones(1, dtype=kind, device=x.device) * (x.numel() // x.shape[1])
    sums = AllReduce.apply(torch.cat([values.sum(axes), ones]), "sum", group)
    count = sums[-1]
    center = sums[:-1] / count
    shifted = values - center.reshape(shape)
    batch_variance = AllReduce.apply(shifted.square().sum(axes), "sum", group) / count
    if mean is not None and variance is not None:
        with torch.no_grad():
            mean.detach().lerp_(center.detach().to(mean.dtype), rate)
            unbiased = batch_variance.detach() * (count / (count - 1))
            variance.detach().lerp_(unbiased.to(variance.dtype), rate)
    out = shifted * torch.rsqrt(batch_variance + eps).reshape(shape)
    if gamma is not None and beta is not None:
        out = out * gamma.reshape(shape) + beta.reshape(shape)
    return out.to(x.dtype)


def sharing_group(groups: Sequence[Sequence[int]] | None) -> str | None:
    """torch's name of the group that shares statistics, or None for this process alone.

    `groups`: lists of ranks; None is all processes, 0 each by itself.
    """
    if groups == 0 or not dist.is_initialized() or dist.get_world_size() == 1:
        return None
    if groups is None:
        return _name(dist.group.WORLD)
    # Every process has to take part in making every group.
    group_names = [new_group(group) for group in groups]
    for group, members in zip(group_names, groups, strict=True):
        if dist.get_rank() in members and len(members) > 1:
            return _name(group)
    return None


def rank_and_size() -> tuple[int, int]:
    """This process's rank and how many there are; (0, 1) where they do not communicate."""
    return (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)


def _name(group: Any) -> str:
    return group.group_name
