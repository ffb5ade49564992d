"""Accumulators that reduce gradients after every micro-batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.tensor_marks import with_static_address
from msacc.communication.message_buffers import acquire, release
from msacc.step.accumulators.flat_buffer import FlatBuffer
from msacc.step.accumulators.reduce_overlapped import MAX_IN_FLIGHT, BucketAccumulator
from msacc.step.async_messages import Communication, ReverseOrderQueue, run_concurrently
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh


class ReduceEachMicro(BucketAccumulator):
    """Gradients are sent as the micro-step delivers them, and are reduced before the next one starts.

    A message that ran on beside the next micro-batch would hold full gradients there, and with its shard of
    the sums more than ReduceOverlapped does.
    """

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self.totals: list[torch.Tensor] = []
        self.buffers: list[FlatBuffer | None] = [None] * len(buckets)
        self._queue = ReverseOrderQueue(self._send_bucket, len(buckets), MAX_IN_FLIGHT)
        self._sync = True

    def prepare(self) -> None:
        """Allocates the sums."""
        self.totals = [
            with_static_address(bucket.new(self._size(bucket))) for bucket in self.buckets
        ]

    def _size(self, bucket: Bucket) -> int:
        """Elements of a bucket's sums that this process keeps."""
        return bucket.shard_numel

    def begin_micro_batch(self, sync: bool, last: bool) -> None:
        """A micro-batch begins: whether its gradients may be reduced."""
        self._sync = sync

    def add_gradient(self, bucket: int, index: int, grad: torch.Tensor) -> None:
        """Adds a gradient to the bucket's buffer."""
        self._buffer(bucket).add_gradient(index, grad)

    def bucket_ready(self, bucket: int) -> None:
        """Sends the bucket."""
        if self._sync:
            self._queue.mark_ready(bucket)

    def _buffer(self, i: int) -> FlatBuffer:
        """The buffer of a bucket's gradients until it is sent."""
        buffer = self.buffers[i]
        if buffer is None:
            bucket = self.buckets[i]
            flat = acquire(bucket.assignment.size, self.totals[i])
            buffer = self.buffers[i] = FlatBuffer(bucket, flat)
        return buffer

    def micro_result(self, out: Any, sync: bool) -> Any:
        """Waits for what was sent; returns the network's output."""
        if sync:
            self._queue.finish()
        return out

    def add_gradients(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Sends gradients and adds the reduced ones. None: this process has none."""
        self._sync = sync
        if grads is not None:
            self._put_all(grads)
        self.micro_result(None, sync)

    def _send_bucket(self, i: int) -> Communication:
        """Sends one bucket's gradients, zeros where this process has none."""
        flat, self.buffers[i] = self._buffer(i).full(), None
        yield from self._reduce_bucket(self.buckets[i], flat, self.totals[i])
        release(flat)

    def _reduce_bucket(
        self, bucket: Bucket, flat: torch.Tensor, total: torch.Tensor
    ) -> Communication:
        """Reduces one micro-batch's gradients of a bucket and adds them to `total`."""
        raise NotImplementedError

    def _finish_bucket(self, i: int) -> Communication:
        """What a bucket's sums need at the end of the window; `reduced[i]` may be replaced."""
        yield from ()

    def _is_unreduced(self, i: int) -> bool:
        """Whether a bucket's sums are those of this process alone until the end of the window."""
        return False

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Sends deferred gradients and completes the sums."""
        # The deferred buckets are the same on all processes.
        deferred = [i for i, flat in enumerate(self.buffers) if flat is not None]
        run_concurrently(map(self._send_bucket, deferred))
        self.reduced = list(self.totals)
        unreduced = [t for i, t in enumerate(self.totals) if self._is_unreduced(i)]
        means = self.mesh.sums_and_means(figures, unreduced)
        run_concurrently([*means, *map(self._finish_bucket, range(len(self.totals)))])

    def clear(self) -> None:
        """Discards the window's sums."""
        self._queue.reset()
        self.buffers, self.reduced = [None] * len(self.buckets), []
        torch._foreach_zero_(self.totals)

    def state(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        state = {f"accu_grads.piece{i}": t for i, t in enumerate(self.totals)}
        for i in range(len(self.buckets)):
            # Zeros where nothing is deferred, so that a checkpoint's values have a buffer to be loaded into.
            state[f"accu_grads.unsent{i}"] = self._buffer(i).full()
        return state
