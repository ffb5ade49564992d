"""When gradients travel: three ways to the same sum, with other messages and another memory.

    reduce_once    whole local sums; one reduction per step. Fewest messages, most memory.
    scatter_each   each micro-batch's gradients are reduce-scattered into a piece of the sums; one
                   all-reduce (over replicas) or all-gather (without sharding) per step.
    sync_always    every micro-batch's gradients are reduced completely.

Each leaves in `bucket.grad_piece` the mean over the processes of the window's sums. All processes take
part in every `take` and `finish`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.parallel.sharding.bucket import Bucket
from msacc.parallel.sharding.cells import MicroGrads, MicroStep, holders
from msacc.parallel.sharding.mesh import Mesh


class ReduceOnce:
    """Sums stay whole and local until the end of the window."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh, parameters: Sequence[Parameter]):
        self.buckets, self.mesh = buckets, mesh
        self.sums = holders(parameters)

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        return MicroStep(network, weights, self.sums, has_aux)

    def prepare(self) -> None:
        """Make the sums views of flat buffers."""
        for bucket in self.buckets:
            bucket.expose_grads(self.sums)

    def result(self, out: Any, sync: bool) -> Any:
        """What the network gave; the gradients are in the sums already."""
        return out

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add gradients that come from elsewhere; None: this process has none."""
        if grads is not None:
            torch._foreach_add_([s._t for s in self.sums], list(grads))

    def finish(self) -> None:
        """Reduce."""
        for bucket in self.buckets:
            bucket.reduce()

    def clear(self) -> None:
        """Forget the window."""
        for bucket in self.buckets:
            bucket.clear()

    def held(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        return {held.name: held._t for held in self.sums}


class _Each:
    """Gradients come out of the micro-step one by one and are sent before the next starts."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh, parameters: Sequence[Parameter]):
        self.buckets, self.mesh = buckets, mesh
        self.sums: list[torch.Tensor] = []
        self.unsent: list[torch.Tensor | None] = [None] * len(buckets)

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that returns the gradients."""
        return MicroGrads(network, weights, has_aux)

    def prepare(self) -> None:
        """Allocate the sums."""
        self.sums = [bucket.piece.new_zeros(self._size(bucket)) for bucket in self.buckets]

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
        for i, bucket in enumerate(self.buckets):
            flat = bucket.pack(given)
            waiting = self.unsent[i]
            if waiting is not None:
                flat.add_(waiting)
            self.unsent[i] = None if sync else flat
            if sync:
                self._send(bucket, flat, self.sums[i])

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> None:
        raise NotImplementedError

    def _complete(self, bucket: Bucket, held: torch.Tensor) -> torch.Tensor:
        return held

    def finish(self) -> None:
        """Send what waits, complete the sums."""
        for i, bucket in enumerate(self.buckets):
            waiting = self.unsent[i]
            if waiting is not None:
                self._send(bucket, waiting, self.sums[i])
                self.unsent[i] = None
            bucket.grad_piece = self._complete(bucket, self.sums[i])

    def clear(self) -> None:
        """Forget the window."""
        self.unsent = [None] * len(self.buckets)
        for i, bucket in enumerate(self.buckets):
            bucket.grad_piece = None
            self.sums[i].zero_()

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        named = {f"accu_grads.piece{i}": t for i, t in enumerate(self.sums)}
        for i, (bucket, waiting) in enumerate(zip(self.buckets, self.unsent)):
            if waiting is None:
                waiting = self.unsent[i] = bucket.pack(None)
            named[f"accu_grads.unsent{i}"] = waiting
        return named


class ScatterEach(_Each):
    """The sums are pieces; where parameters are whole, all processes share the sums out."""

    def _spread(self, bucket: Bucket) -> bool:
        """Whether the sums of a whole bucket are cut up: parameters too small to shard are not."""
        return bucket.pieces == 1 and self.mesh.shard_size == 1 and self.mesh.world > 1

    def _size(self, bucket: Bucket) -> int:
        if self._spread(bucket):
            return -(-bucket.layout.size // self.mesh.world)
        return bucket.piece_size

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> None:
        if self._spread(bucket):
            missing = held.numel() * self.mesh.world - flat.numel()
            flat = torch.nn.functional.pad(flat, (0, missing)) if missing else flat
            part = torch.empty_like(held)
            dist.reduce_scatter_tensor(part, flat)
            held.add_(part)
        elif bucket.pieces > 1:
            part = torch.empty_like(held)
            dist.reduce_scatter_tensor(part, flat, group=self.mesh.shard_group)
            held.add_(part)
        else:
            held.add_(flat)

    def _complete(self, bucket: Bucket, held: torch.Tensor) -> torch.Tensor:
        if self._spread(bucket):
            flat = held.new_empty(held.numel() * self.mesh.world)
            dist.all_gather_into_tensor(flat, held)
            return flat[: bucket.layout.size].div_(self.mesh.world)
        if bucket.pieces > 1:
            self.mesh.average_replicas(held)
        else:
            self.mesh.average(held)
        return held


class SyncAlways(_Each):
    """Every micro-batch's gradients are reduced completely."""

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> None:
        if bucket.pieces == 1:
            self.mesh.average(flat)
            held.add_(flat)
        else:
            part = torch.empty_like(held)
            self.mesh.scatter_mean(flat, part)
            held.add_(part)


FLAVOURS = {"reduce_once": ReduceOnce, "scatter_each": ScatterEach, "sync_always": SyncAlways}
