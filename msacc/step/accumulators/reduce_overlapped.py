"""Sums that stay on their process until the last micro-batch of a window, and leave it while that runs backward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.accumulators.base import Sums
from msacc.step.accumulators.flat_buffer import Filled
from msacc.step.async_messages import InTurn, Way
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.overlapped_micro_step import GivingStep

# Buckets whose messages are under way beside the backward pass: one arrives while the next is sent.
MOST = 2


class Given(Sums):
    """What the micro-step gives its gradients to, bucket by bucket."""

    buckets: Sequence[Bucket]

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that gives them."""
        members = [[slot.index for slot in bucket.layout.slots] for bucket in self.buckets]
        return GivingStep(network, weights, members, self, has_aux)

    def put(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        """Take one micro-batch's gradient of one parameter, by its place in a bucket."""
        raise NotImplementedError

    def close(self, bucket: int) -> None:
        """The bucket has all gradients of this micro-batch."""
        raise NotImplementedError

    def _put_all(self, grads: Sequence[torch.Tensor]) -> None:
        for i in reversed(range(len(self.buckets))):
            for place, slot in enumerate(self.buckets[i].layout.slots):
                self.put(i, place, grads[slot.index])
            self.close(i)


class ReduceEarly(Given):
    """Whole sums in flat buffers, one message for each of them: in the window's last backward pass, as it goes on."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self._under_way = InTurn(self._reduce, len(buckets), MOST)
        self._last = False

    def prepare(self) -> None:
        """Allocate the sums."""
        self.full = [Filled(bucket, bucket.new(bucket.layout.size)) for bucket in self.buckets]
        self.pieces = [
            full.flat if bucket.pieces == 1 else bucket.new(bucket.piece_size)
            for bucket, full in zip(self.buckets, self.full, strict=True)
        ]

    def expect(self, sync: bool, last: bool) -> None:
        """The micro-batch that comes now ends a window or does not."""
        self._last = sync and last

    def put(self, bucket: int, place: int, grad: torch.Tensor) -> None:
        """Add."""
        self.full[bucket].put(place, grad)

    def close(self, bucket: int) -> None:
        """Send what is complete."""
        if self._last:
            self._under_way.may_start(bucket)

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add."""
        self._last = False
        if grads is not None:
            self._put_all(grads)

    def _reduce(self, i: int) -> Way:
        full, piece = self.full[i].whole(), self.pieces[i]
        if self.buckets[i].pieces == 1:
            yield from self.mesh.average(full)
        else:
            yield from self.mesh.mean_piece(full, piece)

    def finish(self) -> None:
        """Reduce what is not reduced yet."""
        self._under_way.finish()

    def clear(self) -> None:
        """Forget the window."""
        self._under_way.forget()
        for full in self.full:
            full.forget()

    def held(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        found: dict[str, torch.Tensor] = {}
        for bucket, full in zip(self.buckets, self.full, strict=True):
            full.whole()
            found |= {
                f"accu_grads.{p.name}": v
                for p, v in zip(bucket.parameters, full.views, strict=True)
            }
        return found
