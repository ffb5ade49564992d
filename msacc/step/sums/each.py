"""Sums whose gradients leave their process after every micro-batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.micro import MicroGrads
from msacc.step.sums.sums import Sums
from msacc.step.ways import Way, together


class Each(Sums):
    """Gradients come out of the micro-step and are sent before the next starts, all buckets at the same time.

    A message that ran on beside the next micro-batch would hold whole gradients there, and with its piece of
    the sums more than ReduceOnce does.
    """

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self.parts: list[torch.Tensor] = []
        self.unsent: list[torch.Tensor | None] = [None] * len(buckets)

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that returns the gradients."""
        return MicroGrads(network, weights, has_aux)

    def prepare(self) -> None:
        """Allocate the sums."""
        self.parts = [bucket.new(self._size(bucket)) for bucket in self.buckets]

    def _size(self, bucket: Bucket) -> int:
        """Elements of a bucket's sums that this process keeps."""
        return bucket.piece_size

    def result(self, out: Any, sync: bool) -> Any:
        """Send the gradients; return what the network gave."""
        value, grads = out
        given = []
        for grad in grads:
            given.append(grad._t)
            # The caller holds the Tensor; its memory goes as soon as `pack` has copied it.
            grad._t = None
        self.take(given, sync)
        return value

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Send gradients and add what comes back; a list is emptied on the way. None: this process has none."""
        given = grads if grads is None or isinstance(grads, list) else list(grads)
        together(self._sent(given, sync))

    def _sent(self, given: list[Any] | None, sync: bool) -> Iterator[Way]:
        """Each bucket is packed while those before it are under way."""
        for i, bucket in enumerate(self.buckets):
            flat = pack(bucket, given)
            waiting = self.unsent[i]
            if waiting is not None:
                flat.add_(waiting)
            self.unsent[i] = None if sync else flat
            if sync:
                yield self._send(bucket, flat, self.parts[i])

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> Way:
        """Reduce one micro-batch's gradients of a bucket and add them to what is `held` of the sums."""
        raise NotImplementedError

    def _complete(self, i: int) -> Way:
        """What a bucket's sums need at the end of the window; `pieces[i]` may be replaced."""
        yield from ()

    def finish(self) -> None:
        """Send what waits, complete the sums."""
        waiting = zip(self.buckets, self.unsent, self.parts)
        together(self._send(b, flat, held) for b, flat, held in waiting if flat is not None)
        self.unsent = [None] * len(self.buckets)
        self.pieces = list(self.parts)
        together(map(self._complete, range(len(self.parts))))

    def clear(self) -> None:
        """Forget the window."""
        self.unsent, self.pieces = [None] * len(self.buckets), []
        torch._foreach_zero_(self.parts)

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        named = {f"accu_grads.piece{i}": t for i, t in enumerate(self.parts)}
        for i, (bucket, waiting) in enumerate(zip(self.buckets, self.unsent)):
            if waiting is None:
                # Zeros, so that what a checkpoint holds has a place to be loaded into.
                waiting = self.unsent[i] = pack(bucket, None)
            named[f"accu_grads.unsent{i}"] = waiting
        return named


def pack(bucket: Bucket, grads: list[Any] | None) -> torch.Tensor:
    """One micro-batch's gradients as one flat tensor, zeros where there are none.

    Takes them out of the list, so that each is freed as soon as it is copied.
    """
    flat = bucket.new(bucket.layout.size)
    if grads is not None:
        for slot, view in zip(bucket.layout.slots, bucket.views(flat)):
            view.copy_(grads[slot.index])
            grads[slot.index] = None
    return flat
