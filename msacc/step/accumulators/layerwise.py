"""The gradient accumulator of level3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.step.accumulators.base import Accumulator
from msacc.step.async_messages import run_concurrently
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh


class LayerwiseAccumulator(Accumulator):
    """The backward pass has already reduced the gradients of sharded layers over the processes.

    `sums`: the shards as Parameters, for the micro-step to add to; allocated by `prepare`.
    """

    needs_forward = True

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self.sums: list[Parameter] = []

    def prepare(self) -> None:
        """Allocates the sums."""
        self.reduced = [torch.zeros_like(bucket.shard) for bucket in self.buckets]
        self.sums[:] = [
            bucket.parameters[0].with_tensor(shard, "accu_grads")
            for bucket, shard in zip(self.buckets, self.reduced, strict=True)
        ]

    def add_gradients(self, grads: Any, sync: bool) -> None:
        """Refused: no process has full gradients here."""
        raise NotImplementedError("level3 takes no gradients from elsewhere: give it the inputs.")

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Reduces what the backward pass did not."""
        pairs = list(zip(self.buckets, self.reduced, strict=True))
        unsharded = [total for bucket, total in pairs if bucket.num_shards == 1]
        sharded = [total for bucket, total in pairs if bucket.num_shards > 1]
        means = self.mesh.sums_and_means(figures, unsharded)
        run_concurrently([*means, *map(self.mesh.all_reduce_replicas, sharded)])

    def state(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        return {f"accu_grads.piece{i}": shard for i, shard in enumerate(self.reduced)}
