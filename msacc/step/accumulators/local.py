"""Sums that stay unsharded on their process until the end of the window."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor_marks import with_static_address
from msacc.nn.cell import Cell
from msacc.step.accumulators.base import Accumulator
from msacc.step.async_messages import run_concurrently
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.micro_step import MicroStep, sum_parameters


class ParameterAccumulator(Accumulator):
    """`sums` are Parameters, one for each of the optimizer's; the micro-step adds to them itself."""

    sums: list[Parameter]

    def micro_step(self, network: Cell, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        return MicroStep(network, weights, self.sums, has_aux)

    def add_gradients(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Adds the gradients."""
        if grads is not None:
            torch._foreach_add_([parameter._t for parameter in self.sums], list(grads))

    def state(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        return {parameter.name: parameter._t for parameter in self.sums}


class SingleProcess(ParameterAccumulator):
    """One process: the sums are part of the step and of its checkpoint."""

    def __init__(self, sums: Sequence[Parameter]):
        self.sums = list(sums)

    def prepare(self) -> None:
        """Fills the sums with zeros."""
        self.reduced = [with_static_address(parameter.init_data()._t) for parameter in self.sums]


class ReduceOnce(ParameterAccumulator):
    """Several processes: the sums are views of flat buffers, one message for each at the end of the window."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh

    def micro_step(self, network: Cell, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        self.sums = sum_parameters(weights)
        return super().micro_step(network, weights, has_aux)

    def prepare(self) -> None:
        """Makes the sums views of flat buffers."""
        self.full = [bucket.new(bucket.assignment.size) for bucket in self.buckets]
        self.reduced = [
            with_static_address(full if bucket.num_shards == 1 else bucket.new(bucket.shard_numel))
            for bucket, full in zip(self.buckets, self.full, strict=True)
        ]
        for bucket, full in zip(self.buckets, self.full, strict=False):
            for slot, view in zip(bucket.assignment.slots, bucket.views(full), strict=True):
                self.sums[slot.index]._t = view
                self.sums[slot.index]._msacc_init = None

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Reduces all buckets at the same time."""
        parts = list(zip(self.buckets, self.full, self.reduced, strict=True))
        unsharded = [full for _, full, reduced in parts if reduced is full]
        means = self.mesh.sums_and_means(figures, unsharded)
        scattered = (
            self.mesh.reduce_scatter_mean(full, reduced, bucket.sizes)
            for bucket, full, reduced in parts
            if reduced is not full
        )
        run_concurrently([*means, *scattered])

    def clear(self) -> None:
        """Discards the window's sums."""
        if self.full:
            torch._foreach_zero_(self.full)


class StageLayerSums(ReduceOnce):
    """A pipeline at level3: the backward pass adds this process's shards of sharded layers, summed over the others."""

    def prepare(self) -> None:
        """Allocates shards; the sums of what is not sharded are views of flat buffers."""
        self.full = self.reduced = [bucket.new(bucket.shard_numel) for bucket in self.buckets]
        for bucket, shard in zip(self.buckets, self.full, strict=True):
            whole = bucket.num_shards == 1
            views = bucket.views(shard) if whole else [shard] * len(bucket.assignment.slots)
            for slot, view in zip(bucket.assignment.slots, views, strict=True):
                self.sums[slot.index]._t, self.sums[slot.index]._msacc_init = view, None

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Sums the shards over the replicas, and reduces what is not sharded."""
        unsharded = [t for b, t in zip(self.buckets, self.full, strict=True) if b.num_shards == 1]
        shards = [t for b, t in zip(self.buckets, self.full, strict=True) if b.num_shards > 1]
        means = self.mesh.sums_and_means(figures, unsharded)
        run_concurrently([*means, *map(self.mesh.all_reduce_replicas, shards)])

    def state(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        return {f"accu_grads.piece{i}": shard for i, shard in enumerate(self.full)}
