"""Sums that stay local until the last micro-batch of a window, and are reduced during its backward pass."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.accumulators.base import Accumulator
from msacc.step.accumulators.flat_buffer import FlatBuffer
from msacc.step.async_messages import Communication, ReverseOrderQueue, run_concurrently
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import MAX_BYTES
from msacc.step.mesh import Mesh
from msacc.step.overlapped_micro_step import OverlappedMicroStep

# Buckets whose messages run beside the backward pass: one completes while the next is sent.
MAX_IN_FLIGHT = 2


class BucketAccumulator(Accumulator):
    """An accumulator that receives gradients bucket by bucket."""

    buckets: Sequence[Bucket]
    mesh: Mesh

    def micro_step(self, network: Cell, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that delivers them."""
        members = [[slot.index for slot in bucket.assignment.slots] for bucket in self.buckets]
        return OverlappedMicroStep(network, weights, members, self, self._overlaps(), has_aux)

    def _overlaps(self) -> bool:
        """Whether gradients are delivered while the backward pass computes others.

        One message waits for all of them, and while they are few a hook on each costs more than it frees.
        """
        sent = [bucket for bucket in self.buckets if not self._is_small(bucket)]
        return len(sent) > 1 or sum(bucket.assignment.nbytes for bucket in sent) > MAX_BYTES

    def _is_small(self, bucket: Bucket) -> bool:
        """Whether a bucket can wait for the end of the window, to be sent in one message with others."""
        return bucket.num_shards == 1 and self.mesh.is_small(bucket.shard)

    def add_gradient(self, bucket: int, index: int, grad: torch.Tensor) -> None:
        """Adds one micro-batch's gradient of one parameter, by its index in a bucket."""
        raise NotImplementedError

    def bucket_ready(self, bucket: int) -> None:
        """All gradients of this micro-batch are in the bucket."""
        raise NotImplementedError

    def _put_all(self, grads: Sequence[torch.Tensor]) -> None:
        for i in reversed(range(len(self.buckets))):
            for index, slot in enumerate(self.buckets[i].assignment.slots):
                self.add_gradient(i, index, grads[slot.index])
            self.bucket_ready(i)


class ReduceOverlapped(BucketAccumulator):
    """Unsharded sums in flat buffers, one message for each of them, sent during the window's last backward pass."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self._queue = ReverseOrderQueue(self._reduce, len(buckets), MAX_IN_FLIGHT)
        self._last = False

    def prepare(self) -> None:
        """Allocates the sums."""
        self.buffers = [
            FlatBuffer(bucket, bucket.new(bucket.assignment.size)) for bucket in self.buckets
        ]
        self.reduced = [
            buffer.flat if bucket.num_shards == 1 else bucket.new(bucket.shard_numel)
            for bucket, buffer in zip(self.buckets, self.buffers, strict=True)
        ]
        # Sent at the end, in one message with others.
        self._small = [
            buffer.flat
            for bucket, buffer in zip(self.buckets, self.buffers, strict=True)
            if self._is_small(bucket)
        ]

    def begin_micro_batch(self, sync: bool, last: bool) -> None:
        """A micro-batch begins: whether it ends a window."""
        self._last = sync and last

    def add_gradient(self, bucket: int, index: int, grad: torch.Tensor) -> None:
        """Adds a gradient."""
        self.buffers[bucket].add_gradient(index, grad)

    def bucket_ready(self, bucket: int) -> None:
        """Sends the bucket, if it is complete."""
        if self._last:
            self._queue.mark_ready(bucket)

    def add_gradients(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Adds the gradients."""
        self._last = False
        if grads is not None:
            self._put_all(grads)

    def _reduce(self, i: int) -> Communication:
        gradients, shard = self.buffers[i].full(), self.reduced[i]
        if any(gradients is small for small in self._small):
            return
        if self.buckets[i].num_shards == 1:
            yield from self.mesh.all_reduce_mean(gradients)
        else:
            yield from self.mesh.reduce_scatter_mean(gradients, shard, self.buckets[i].sizes)

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Reduces what is not reduced yet."""
        self._queue.start_all()
        run_concurrently(self.mesh.sums_and_means(figures, self._small))
        self._queue.finish()

    def clear(self) -> None:
        """Discards the window's sums."""
        self._queue.reset()
        for buffer in self.buffers:
            buffer.reset()

    def state(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        state: dict[str, torch.Tensor] = {}
        for bucket, buffer in zip(self.buckets, self.buffers, strict=True):
            buffer.full()
            state |= {
                f"accu_grads.{p.name}": v
                for p, v in zip(bucket.parameters, buffer.views, strict=True)
            }
        return state
