"""Sums whose gradients leave their process after every micro-batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.torch_private import keeps_place
from msacc.communication.message_buffers import acquire, release
from msacc.step.accumulators.flat_buffer import Filled
from msacc.step.accumulators.reduce_overlapped import MOST, Given
from msacc.step.async_messages import InTurn, Way, together
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh


class Each(Given):
    """Gradients are sent as the micro-step gives them, and have arrived before the next starts.

    A message that ran on beside the next micro-batch would hold whole gradients there, and with its piece of
    the sums more than ReduceEarly does.
    """

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self.parts: list[torch.Tensor] = []
        self.unsent: list[Filled | None] = [None] * len(buckets)
        self._under_way = InTurn(self._leave, len(buckets), MOST)
        self._sync = True

    def prepare(self) -> None:
        """Allocate the sums."""
        self.parts = [keeps_place(bucket.new(self._size(bucket))) for bucket in self.buckets]

    def _size(self, bucket: Bucket) -> int:
        """Elements of a bucket's sums that this process keeps."""
        return bucket.piece_size

    def expect(self, sync: bool, last: bool) -> None:
        """A micro-batch comes: whether its gradients may travel."""
        self._sync = sync

    def put(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        """Pack."""
        self._waiting(bucket).put(place, grad)

    def close(self, bucket: int) -> None:
        """Send."""
        if self._sync:
            self._under_way.may_start(bucket)

    def _waiting(self, i: int) -> Filled:
        """What gathers of a bucket until it is sent."""
        found = self.unsent[i]
        if found is None:
            bucket = self.buckets[i]
            flat = acquire(bucket.layout.size, self.parts[i])
            found = self.unsent[i] = Filled(bucket, flat)
        return found

    def result(self, out: Any, sync: bool) -> Any:
        """Wait for what was sent; return what the network gave."""
        if sync:
            self._under_way.finish()
        return out

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Send gradients and add what comes back. None: this process has none."""
        self._sync = sync
        if grads is not None:
            self._put_all(grads)
        self.result(None, sync)

    def _leave(self, i: int) -> Way:
        """Send one bucket's gradients, zeros where this process has none."""
        flat, self.unsent[i] = self._waiting(i).whole(), None
        yield from self._send(self.buckets[i], flat, self.parts[i])
        release(flat)

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> Way:
        """Reduce one micro-batch's gradients of a bucket and add them to what is `held` of the sums."""
        raise NotImplementedError

    def _complete(self, i: int) -> Way:
        """What a bucket's sums need at the end of the window; `pieces[i]` may be replaced."""
        yield from ()

    def finish(self) -> None:
        """Send what waits, complete the sums."""
        # What waits does so on all processes alike.
        waits = [i for i, flat in enumerate(self.unsent) if flat is not None]
        together(map(self._leave, waits))
        self.pieces = list(self.parts)
        together(map(self._complete, range(len(self.parts))))

    def clear(self) -> None:
        """Forget the window."""
        self._under_way.forget()
        self.unsent, self.pieces = [None] * len(self.buckets), []
        torch._foreach_zero_(self.parts)

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        named = {f"accu_grads.piece{i}": t for i, t in enumerate(self.parts)}
        for i in range(len(self.buckets)):
            # Zeros where nothing waits, so that what a checkpoint holds has a place to be loaded into.
            named[f"accu_grads.unsent{i}"] = self._waiting(i).whole()
        return named
