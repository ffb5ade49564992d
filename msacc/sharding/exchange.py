"""Messages in which each process of a group sends every other one a part: all-to-all, with its gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common.torch_private import collectives
from msacc.sharding.strategy_state import GridGroup

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


def start_all_to_all(
    t: torch.Tensor, received: list[int], sent: list[int], group: str
) -> torch.Tensor:
    """Begins to send `sent[i]` elements of axis 0 to process i; the result is there after `finish`.

    `group`: torch's name of the processes.
    """
    out: torch.Tensor = collectives.all_to_all_single(t.contiguous(), received, sent, group)
    return out


def finish(pending: torch.Tensor) -> torch.Tensor:
    """What `start_all_to_all` began, received."""
    out: torch.Tensor = collectives.wait_tensor(pending)
    return out


class _AllToAll(torch.autograd.Function):
    """The gradient goes back the way that the values came."""

    @staticmethod
    def forward(
        ctx: AutogradContext, t: torch.Tensor, received: list[int], sent: list[int], group: str
    ) -> torch.Tensor:
        ctx.counts, ctx.group = (sent, received), group  # the other way round
        return finish(start_all_to_all(t, received, sent, group))

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        received, sent = ctx.counts
        return finish(start_all_to_all(dout, received, sent, ctx.group)), None, None, None


def move_cut(t: torch.Tensor, whole: int, cut: int, group: GridGroup) -> torch.Tensor:
    """A shard whose axis `whole` is joined over the group and whose axis `cut` is cut over it instead.

    The group's size divides the length of axis `cut`. Each process sends all of its shard but its own part.
    """
    counts = [1] * group.size
    parts = t.unflatten(cut, (group.size, -1)).movedim(cut, 0)
    joined = _AllToAll.apply(parts, counts, counts, group.name)
    return joined.movedim(0, whole).flatten(whole, whole + 1)


# -- zig-zag -----------------------------------------------------------------------------------
# In n processes a sequence has 2n chunks. Process r holds 2r and 2r + 1, or in zig-zag order r and 2n - 1 - r: then
# each has as many pairs of a query and an earlier key to compute.
def to_zigzag(t: torch.Tensor, axis: int, group: GridGroup) -> torch.Tensor:
    """This process's two chunks along `axis` in zig-zag order, from those in the sequence's own order."""
    sent, received, swapped = _zigzag_counts(group)
    chunks = t.unflatten(axis, (2, -1)).movedim(axis, 0)
    chunks = chunks.flip(0) if swapped else chunks
    return (
        _AllToAll.apply(chunks, received, sent, group.name).movedim(0, axis).flatten(axis, axis + 1)
    )


def from_zigzag(t: torch.Tensor, axis: int, group: GridGroup) -> torch.Tensor:
    """The opposite of `to_zigzag`."""
    sent, received, swapped = _zigzag_counts(group)
    chunks = t.unflatten(axis, (2, -1)).movedim(axis, 0)
    chunks = _AllToAll.apply(chunks, sent, received, group.name)
    return (chunks.flip(0) if swapped else chunks).movedim(0, axis).flatten(axis, axis + 1)


def _zigzag_counts(group: GridGroup) -> tuple[list[int], list[int], bool]:
    """Chunks sent to each process, chunks received from each, and whether the second goes to an earlier process."""
    n, r = group.size, group.rank
    holders = [min(chunk, 2 * n - 1 - chunk) for chunk in (2 * r, 2 * r + 1)]
    sources = [chunk // 2 for chunk in (r, 2 * n - 1 - r)]
    sent, received = ([ends.count(i) for i in range(n)] for ends in (holders, sources))
    return sent, received, holders[0] > holders[1]
