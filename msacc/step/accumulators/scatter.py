"""Where gradients travel after every micro-batch: scattered over the processes, or reduced completely."""

from __future__ import annotations

import torch

from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat
from msacc.step.accumulators.reduce_each_micro import Each
from msacc.step.async_messages import Way
from msacc.step.bucket import Bucket


class ScatterEach(Each):
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
            yield from reduce_scatter_flat(flat, part, self.mesh.data_group)
        else:
            yield from self.mesh.scatter(flat, part)
        held.add_(part)

    def _complete(self, i: int) -> Way:
        bucket, held = self.buckets[i], self.parts[i]
        if self._spread(bucket):
            flat = held.new_empty(held.numel() * self.mesh.data_size)
            yield all_gather_flat(flat, held, self.mesh.data_group)
            self.pieces[i] = flat[: bucket.layout.size].div_(self.mesh.data_size)
        elif bucket.pieces > 1:
            yield from self.mesh.average_replicas(held)
        else:
            yield from self.mesh.average(held)


class SyncAlways(Each):
    """Every micro-batch's gradients are reduced completely."""

    def _send(self, bucket: Bucket, flat: torch.Tensor, held: torch.Tensor) -> Way:
        if bucket.pieces == 1:
            part = flat
            yield from self.mesh.average(flat)
        else:
            part = torch.empty_like(held)
            yield from self.mesh.mean_piece(flat, part)
        held.add_(part)
