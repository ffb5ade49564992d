"""Pieces of a flat buffer, gathered or summed over a group: by the messages that its backend is quick at.

NCCL and its kind have one collective for each. gloo's own gather passes pieces on from neighbour to neighbour and its
reduce-scatter sends every piece to everyone; here each process broadcasts its piece in place, and gets the others'
parts of its own piece to add up itself: each byte is sent once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication.message_buffers import borrow, give_back
from msacc.communication.torch_collective_names import gather_into, reduce_scatter_into

# Bytes, for each process but two, below which gloo's own gather costs less than as many broadcasts.
_SMALL = 2 * 2**20


class Works:
    """Several messages to wait for."""

    def __init__(self, works: Sequence[Any]):
        self._works = works

    def wait(self) -> None:
        """Wait for all."""
        for work in self._works:
            work.wait()


def gather_pieces(full: torch.Tensor, piece: torch.Tensor, group: Any) -> Any:
    """Start to fill `full` with every process's piece; `piece` may be this process's part of it. Returns a work."""
    size = group.size()
    if not _by_hand(full) or full.nbytes < _SMALL * (size - 2):
        return gather_into(full, piece, group=group, async_op=True)
    parts = full.view(torch.uint8).chunk(size)
    own = parts[group.rank()]
    if own.data_ptr() != piece.data_ptr():
        own.copy_(piece.view(torch.uint8))
    sent = enumerate(parts)
    return Works([dist.broadcast(t, group_src=i, group=group, async_op=True) for i, t in sent])


def sum_pieces(
    full: torch.Tensor, out: torch.Tensor, group: Any, mean: bool = False
) -> Iterator[Any]:
    """Into `out`, this process's piece of the sum of `full` over the group, or of the mean.

    Yields a work; the values are there when it has been waited for and this goes on.
    """
    if _by_hand(full):
        box = borrow(full.numel(), full)
        parts = box.view(torch.uint8), full.view(torch.uint8)
        yield dist.all_to_all_single(*parts, group=group, async_op=True)
        _add_up(box.view(group.size(), -1), out)
        give_back(box)
        if mean:
            out.mul_(1.0 / group.size())
        return
    yield reduce_scatter_into(out, full, group=group, async_op=True)
    if mean:
        out.div_(group.size())


def _add_up(rows: torch.Tensor, out: torch.Tensor) -> None:
    """The sum of all rows, of which there are two or more: torch.sum along the first axis takes much longer."""
    torch.add(rows[0], rows[1], out=out)
    for row in rows[2:]:
        out.add_(row)


def _by_hand(t: torch.Tensor) -> bool:
    """Whether the backend is gloo: the only one for tensors of a processor."""
    return t.device.type == "cpu"
