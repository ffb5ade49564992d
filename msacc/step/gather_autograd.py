"""All-gather of a bucket for a layer, and one reduce-scatter of its gradient during the backward pass.

A bucket may be gathered several times in one forward pass (a layer that runs twice, a tied weight). All of
these share one leaf: a tensor of the bucket's size without memory. Autograd sums their gradients there and
asks for one reduction, as soon as the last of them is computed.

Op by op a reduction is started and left alone until the next one is due, which is after the backward of the
layers between: one is in flight, so that one layer's gradient more is alive. On NCCL both run on streams of
their own: to wait is to order the streams. In a graph `regather_pass` places the waits the same way.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import library

from msacc.common.torch_private import collectives, process_group
from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat, widened
from msacc.step.async_messages import InFlight


class PendingReduction:
    """The reduction that a backward pass started last."""

    def __init__(self) -> None:
        self.latest: InFlight | None = None

    def start(self, full: torch.Tensor, size: int, group: str) -> torch.Tensor:
        """This process's shard of the sum, which is valid after `finish` or the next `start`."""
        self.finish()
        shard = full.new_empty(full.numel() // size)
        self.latest = InFlight(reduce_scatter_flat(full.contiguous(), shard, process_group(group)))
        return shard

    def finish(self) -> None:
        """Waits for it."""
        latest, self.latest = self.latest, None
        if latest is not None:
            latest.wait()


pending_reduction = PendingReduction()


class BucketLeaf(torch.autograd.Function):
    """A leaf as large as the full bucket, without memory.

    Gradient: this process's shard of the sum, not waited for op by op.
    """

    @staticmethod
    def forward(ctx: Any, shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
        ctx.size, ctx.group = size, group
        return shard.new_zeros(1).expand(shard.numel() * size)

    @staticmethod
    def backward(ctx: Any, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if torch.compiler.is_compiling():
            return _reduce_scatter(dout.contiguous(), ctx.size, ctx.group), None, None
        return pending_reduction.start(dout, ctx.size, ctx.group), None, None


def _reduce_scatter(full: torch.Tensor, size: int, group: str) -> torch.Tensor:
    """The reduce-scatter in a graph, whose wait and arithmetic `regather_pass` moves.

    See `flat_collectives` for the messages of a CPU.
    """
    if not full.is_cpu:
        out = collectives.reduce_scatter_tensor(widened(full), "sum", size, group)
        return collectives.wait_tensor(out).to(full.dtype)
    parts = [full.numel() // size] * size
    received = collectives.wait_tensor(collectives.all_to_all_single(full, parts, parts, group))
    rows = widened(received.view(size, -1))
    total = rows[0]
    for i in range(1, size):
        total = total + rows[i]
    return total.to(full.dtype)


class AllGather(torch.autograd.Function):
    """The full bucket from every process's shard. Gradient: passed to the leaf."""

    @staticmethod
    def forward(
        ctx: Any, leaf: torch.Tensor, shard: torch.Tensor, size: int, group: str
    ) -> torch.Tensor:
        return all_gather(shard, size, group)

    @staticmethod
    def backward(ctx: Any, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return dout, None, None, None


def all_gather(shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
    """The full bucket, without a gradient."""
    if not shard.is_cpu:
        return collectives.wait_tensor(collectives.all_gather_into_tensor(shard, size, group))
    if torch.compiler.is_compiling():
        return torch.ops.msacc.all_gather_bucket(shard, size, group)
    return _all_gather_now(shard, size, group)


def _all_gather_now(shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
    full = shard.new_empty(shard.numel() * size)
    all_gather_flat(full, shard, process_group(group)).wait()
    return full


@library.custom_op("msacc::all_gather_bucket", mutates_args=())
def _all_gather_op(shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return _all_gather_now(shard, size, group)


@_all_gather_op.register_fake
def _(shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return shard.new_empty(shard.numel() * size)


# A graph's all-gather on a CPU: the bucket is complete when it returns.
ALL_GATHER_OP = torch.ops.msacc.all_gather_bucket.default
