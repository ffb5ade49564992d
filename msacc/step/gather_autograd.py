"""Gathering a bucket for a layer, and reducing its gradient once, while the backward pass goes on.

A bucket may be gathered several times in one forward pass (a layer that runs twice, a tied weight). All of
these share one stand-in: a tensor of the bucket's size without memory. Autograd sums their gradients there and
asks for one reduction, as soon as the last of them is known.

Op by op a reduction is started and left alone until the next one is due, which is after the backward of the
layers between: one is under way, so that one layer's gradient more is alive. On NCCL both happen on streams of
their own: to wait is to order the streams. In a graph `regather` places the waits the same way.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import library

from msacc.common.torch_private import collectives, process_group
from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat
from msacc.step.async_messages import Sent


class UnderWay:
    """The reduction that a backward pass started last."""

    def __init__(self) -> None:
        self.latest: Sent | None = None

    def start(self, whole: torch.Tensor, size: int, group: str) -> torch.Tensor:
        """This process's piece of the sum, which is there after `finish` or the next `start`."""
        self.finish()
        piece = whole.new_empty(whole.numel() // size)
        self.latest = Sent(reduce_scatter_flat(whole.contiguous(), piece, process_group(group)))
        return piece

    def finish(self) -> None:
        """Wait for it."""
        latest, self.latest = self.latest, None
        if latest is not None:
            latest.arrive()


under_way = UnderWay()


class StandIn(torch.autograd.Function):
    """Something as large as the whole bucket to autograd. Gradient: its sum's piece, not waited for op by op."""

    @staticmethod
    def forward(ctx: Any, piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
        ctx.size, ctx.group = size, group
        return piece.new_zeros(1).expand(piece.numel() * size)

    @staticmethod
    def backward(ctx: Any, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if torch.compiler.is_compiling():
            return _reduced(dout.contiguous(), ctx.size, ctx.group), None, None
        return under_way.start(dout, ctx.size, ctx.group), None, None


def _reduced(whole: torch.Tensor, size: int, group: str) -> torch.Tensor:
    """The piece in a graph, whose wait and what follows it `regather` moves; see `pieces` for a
    processor's messages.
    """
    if not whole.is_cpu:
        out = collectives.reduce_scatter_tensor(whole, "sum", size, group)
        return collectives.wait_tensor(out)
    parts = [whole.numel() // size] * size
    box = collectives.wait_tensor(collectives.all_to_all_single(whole, parts, parts, group))
    rows = box.view(size, -1)
    found = rows[0]
    for i in range(1, size):
        found = found + rows[i]
    return found


class Gathered(torch.autograd.Function):
    """The whole bucket from every process's piece. Gradient: the stand-in's."""

    @staticmethod
    def forward(
        ctx: Any, stand_in: torch.Tensor, piece: torch.Tensor, size: int, group: str
    ) -> torch.Tensor:
        return gather(piece, size, group)

    @staticmethod
    def backward(ctx: Any, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return dout, None, None, None


def gather(piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
    """The whole bucket, without a gradient."""
    if not piece.is_cpu:
        return collectives.wait_tensor(collectives.all_gather_into_tensor(piece, size, group))
    if torch.compiler.is_compiling():
        return torch.ops.msacc.gathered(piece, size, group)
    return _gathered_now(piece, size, group)


def _gathered_now(piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
    whole = piece.new_empty(piece.numel() * size)
    all_gather_flat(whole, piece, process_group(group)).wait()
    return whole


@library.custom_op("msacc::gathered", mutates_args=())
def _gathered(piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return _gathered_now(piece, size, group)


@_gathered.register_fake
def _(piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return piece.new_empty(piece.numel() * size)


# A graph's gather on a processor: the bucket is there when it returns.
GATHERED = torch.ops.msacc.gathered.default
