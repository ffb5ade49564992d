"""Where gradients gather, and when they travel.

    Whole         one process: beside the parameters, nothing travels
    ReduceOnce    whole local sums; one reduction per step. Fewest messages, most memory.
    ScatterEach   each micro-batch's gradients are reduce-scattered into a piece of the sums; one
                  all-reduce (over replicas) or all-gather (without sharding) per step.
    SyncAlways    every micro-batch's gradients are reduced completely.

After `finish`, `pieces` holds the mean over the processes of the window's sums: whole gradients, or this
process's piece of each bucket. All processes take part in every `take` and `finish`, which start the messages of
all buckets and then wait for them in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.communication.single import gather_into, reduce_scatter_into
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.micro import MicroGrads, MicroStep, holders
from msacc.step.ways import Way, together


class Sums:
    """The gradient sums of one step."""

    pieces: list[torch.Tensor]
    # Whether others wait for a forward and backward pass of this process, with gradients or without.
    needs_a_run = False

    def prepare(self) -> None:
        """Allocate."""

    def result(self, out: Any, sync: bool) -> Any:
        """What the network gave, of what the Cell gave; gradients among it are taken in."""
        return out

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add gradients that come from elsewhere; None: this process has none."""
        raise NotImplementedError

    def finish(self) -> None:
        """Reduce what is not reduced yet."""

    def clear(self) -> None:
        """Forget the window."""
        torch._foreach_zero_(self.pieces)

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        raise NotImplementedError


class Whole(Sums):
    """One process: `sums` are Parameters, one for each of the optimizer's."""

    def __init__(self, sums: Sequence[Parameter]):
        self.sums = list(sums)

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        return MicroStep(network, weights, self.sums, has_aux)

    def prepare(self) -> None:
        """Zeros."""
        self.pieces = [held.init_data()._t for held in self.sums]

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add."""
        if grads is not None:
            torch._foreach_add_(self.pieces, list(grads))

    def held(self) -> dict[str, torch.Tensor]:
        """The sums, by name."""
        return {held.name: held._t for held in self.sums}


class ReduceOnce(Sums):
    """Sums stay whole and local until the end of the window."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh, parameters: Sequence[Parameter]):
        self.buckets, self.mesh = buckets, mesh
        self.sums = holders(parameters)

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        return MicroStep(network, weights, self.sums, has_aux)

    def prepare(self) -> None:
        """Make the sums views of flat buffers."""
        self.full = [bucket.new(bucket.layout.size) for bucket in self.buckets]
        self.pieces = [
            full if bucket.pieces == 1 else bucket.new(bucket.piece_size)
            for bucket, full in zip(self.buckets, self.full)
        ]
        for bucket, full in zip(self.buckets, self.full):
            for slot, view in zip(bucket.layout.slots, bucket.views(full)):
                self.sums[slot.index]._t = view
                self.sums[slot.index]._init = None

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add."""
        if grads is not None:
            torch._foreach_add_([s._t for s in self.sums], list(grads))

    def finish(self) -> None:
        """Reduce, all buckets at the same time."""
        together(map(self._reduce, self.buckets, self.full, self.pieces))

    def _reduce(self, bucket: Bucket, full: torch.Tensor, piece: torch.Tensor) -> Way:
        if bucket.pieces == 1:
            yield from self.mesh.average(full)
        else:
            yield from self.mesh.scatter(full, piece)
            yield from self.mesh.average_replicas(piece)

    def clear(self) -> None:
        """Forget the window."""
        if self.full:
            torch._foreach_zero_(self.full)

    def held(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        return {held.name: held._t for held in self.sums}


class _Each(Sums):
    """Gradients come out of the micro-step and are sent before the next starts, all buckets at the same time.

    A message that ran on beside the next micro-batch would hold whole gradients there, and with its piece of
    the sums more than ReduceOnce does.
    """

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh, parameters: Sequence[Parameter]):
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
                waiting = self.unsent[i] = pack(bucket, None)
            named[f"accu_grads.unsent{i}"] = waiting
        return named


class ScatterEach(_Each):
    """The sums are pieces; where parameters are whole, all processes share the sums out."""

    def _spread(self, bucket: Bucket) -> bool:
        """Whether the sums of a whole bucket are cut up: parameters too small to shard are not."""
        return bucket.pieces == 1 and self.mesh.shard_size == 1 and self.mesh.data_size > 1

    def _size(self, bucket: Bucket) -> int:
        if self._spread(bucket):
            return -(-bucket.layout.size // self.mesh.data_size)
        return bucket.piece_size

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> Way:
        if bucket.pieces == 1 and not self._spread(bucket):
            held.add_(flat)
            return
        part = torch.empty_like(held)
        if self._spread(bucket):
            missing = held.numel() * self.mesh.data_size - flat.numel()
            flat = torch.nn.functional.pad(flat, (0, missing)) if missing else flat
            yield reduce_scatter_into(part, flat, group=self.mesh.data_group, async_op=True)
        else:
            yield from self.mesh.scatter(flat, part)
        held.add_(part)

    def _complete(self, i: int) -> Way:
        bucket, held = self.buckets[i], self.parts[i]
        if self._spread(bucket):
            flat = held.new_empty(held.numel() * self.mesh.data_size)
            yield gather_into(flat, held, group=self.mesh.data_group, async_op=True)
            self.pieces[i] = flat[: bucket.layout.size].div_(self.mesh.data_size)
        elif bucket.pieces > 1:
            yield from self.mesh.average_replicas(held)
        else:
            yield from self.mesh.average(held)


class SyncAlways(_Each):
    """Every micro-batch's gradients are reduced completely."""

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> Way:
        if bucket.pieces == 1:
            part = flat
            yield from self.mesh.average(flat)
        else:
            part = torch.empty_like(held)
            yield from self.mesh.scatter(flat, part)
            yield from self.mesh.average_replicas(part)
        held.add_(part)


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


TRAVEL: dict[str, type[ReduceOnce | _Each]] = {
    "reduce_once": ReduceOnce,
    "scatter_each": ScatterEach,
    "sync_always": SyncAlways,
}
