"""All-gather of a bucket for a layer, and one reduce-scatter of its gradient during the backward pass.

A bucket may be gathered several times in one forward pass (a layer that runs twice, a tied weight). All of
these share one leaf: a tensor of the bucket's size without memory. Autograd sums their gradients there and
asks for one reduction, as soon as the last of them is computed.

Op by op a reduction is started and left alone until the next one is due, which is after the backward of the
layers between: one is in flight, so that one layer's gradient more is alive. On NCCL both run on streams of
their own: to wait is to order the streams. A recorded run has the same calls in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import library

from msacc.common.torch_private import collectives, process_group
from msacc.common.without_values import is_recorded
from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat
from msacc.step.async_messages import InFlight

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


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
    def forward(ctx: AutogradContext, shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
        ctx.size, ctx.group = size, group
        return shard.new_zeros(1).expand(shard.numel() * size)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if is_recorded():
            return torch.ops.msacc.start_reduction(dout, ctx.size, ctx.group), None, None
        return pending_reduction.start(dout, ctx.size, ctx.group), None, None


class AllGather(torch.autograd.Function):
    """The full bucket from every process's shard. Gradient: passed to the leaf."""

    @staticmethod
    def forward(
        ctx: AutogradContext, leaf: torch.Tensor, shard: torch.Tensor, size: int, group: str
    ) -> torch.Tensor:
        return all_gather(shard, size, group)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return dout, None, None, None


def all_gather(shard: torch.Tensor, size: int, group: str) -> torch.Tensor:
    """The full bucket, without a gradient."""
    if not shard.is_cpu:
        return collectives.wait_tensor(collectives.all_gather_into_tensor(shard, size, group))
    if is_recorded():
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


@library.custom_op("msacc::start_reduction", mutates_args=())
def _start_reduction(full: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return pending_reduction.start(full, size, group)


@_start_reduction.register_fake
def _(full: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return full.new_empty(full.numel() // size)


@library.custom_op("msacc::finish_reduction", mutates_args=())
def _finish_reduction() -> None:
    pending_reduction.finish()


@_finish_reduction.register_fake
def _() -> None:
    return None


def finish_reduction() -> None:
    """Waits for the reduction that the backward pass started last."""
    if is_recorded():
        torch.ops.msacc.finish_reduction()
    else:
        pending_reduction.finish()
