"""Accumulators whose gradients are reduced after every micro-batch: reduce-scattered, or all-reduced."""

from __future__ import annotations

import torch

from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat
from msacc.step.accumulators.reduce_each_micro import ReduceEachMicro
from msacc.step.async_messages import Communication
from msacc.step.bucket import Bucket


class ScatterEach(ReduceEachMicro):
    """The sums are shards; where parameters are unsharded, all processes share the sums out."""

    def _shards_sums(self, bucket: Bucket) -> bool:
        """Whether the sums of an unsharded bucket are sharded: those of parameters too small to shard are not."""
        return bucket.num_shards == 1 and self.mesh.shard_size == 1 and self.mesh.data_size > 1

    def _size(self, bucket: Bucket) -> int:
        if self._shards_sums(bucket):
            return -(-bucket.assignment.size // self.mesh.data_size)
        return bucket.shard_numel

    def _reduce_bucket(
        self, bucket: Bucket, flat: torch.Tensor, total: torch.Tensor
    ) -> Communication:
        if bucket.num_shards == 1 and not self._shards_sums(bucket):
            total.add_(flat)
            return
        shard = torch.empty_like(total)
        if self._shards_sums(bucket):
            padding = total.numel() * self.mesh.data_size - flat.numel()
            flat = torch.nn.functional.pad(flat, (0, padding)) if padding else flat
            yield from reduce_scatter_flat(flat, shard, self.mesh.data_group)
        else:
            yield from self.mesh.reduce_scatter(flat, shard, bucket.sizes)
        total.add_(shard)

    def _is_unreduced(self, i: int) -> bool:
        return self.buckets[i].num_shards == 1 and not self._shards_sums(self.buckets[i])

    def _finish_bucket(self, i: int) -> Communication:
        bucket, total = self.buckets[i], self.totals[i]
        if self._shards_sums(bucket):
            flat = total.new_empty(total.numel() * self.mesh.data_size)
            yield all_gather_flat(flat, total, self.mesh.data_group)
            self.reduced[i] = flat[: bucket.assignment.size].div_(self.mesh.data_size)
        elif bucket.num_shards > 1:
            yield from self.mesh.all_reduce_replicas(total)


class SyncAlways(ReduceEachMicro):
    """Every micro-batch's gradients are all-reduced."""

    def _reduce_bucket(
        self, bucket: Bucket, flat: torch.Tensor, total: torch.Tensor
    ) -> Communication:
        if bucket.num_shards == 1:
            shard = flat
            yield from self.mesh.all_reduce_mean(flat)
        else:
            shard = torch.empty_like(total)
            yield from self.mesh.reduce_scatter_mean(flat, shard, bucket.sizes)
        total.add_(shard)
