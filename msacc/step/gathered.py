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

from msacc.common.torch_private import collectives


class UnderWay:
    """The reduction that a backward pass started last."""

    def __init__(self) -> None:
        self.latest: torch.Tensor | None = None

    def start(self, whole: torch.Tensor, size: int, group: str) -> torch.Tensor:
        """This process's piece of the sum, which is there after `finish` or the next `start`."""
        self.finish()
        self.latest = collectives.reduce_scatter_tensor(whole.contiguous(), "sum", size, group)
        return self.latest

    def finish(self) -> None:
        """Wait for it."""
        latest, self.latest = self.latest, None
        if latest is not None:
            collectives.wait_tensor(latest)


under_way = UnderWay()


class StandIn(torch.autograd.Function):
    """Something as large as the whole bucket to autograd. Gradient: reduce-scatter, not waited for op by op."""

    @staticmethod
    def forward(ctx: Any, piece: torch.Tensor, size: int, group: str) -> torch.Tensor:
        ctx.size, ctx.group = size, group
        return piece.new_zeros(1).expand(piece.numel() * size)

    @staticmethod
    def backward(ctx: Any, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if torch.compiler.is_compiling():
            out = collectives.reduce_scatter_tensor(dout.contiguous(), "sum", ctx.size, ctx.group)
            return collectives.wait_tensor(out), None, None
        return under_way.start(dout, ctx.size, ctx.group), None, None


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
    return collectives.wait_tensor(collectives.all_gather_into_tensor(piece, size, group))
