"""Sums that stay whole on their process until the end of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.torch_private import keeps_place
from msacc.nn.cell import Cell
from msacc.step.accumulators.base import Sums
from msacc.step.async_messages import Way, together
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh
from msacc.step.micro_step import MicroStep, holders


class Local(Sums):
    """`sums` are Parameters, one for each of the optimizer's; the micro-step adds to them itself."""

    sums: list[Parameter]

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        return MicroStep(network, weights, self.sums, has_aux)

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add."""
        if grads is not None:
            torch._foreach_add_([held._t for held in self.sums], list(grads))

    def held(self) -> dict[str, torch.Tensor]:
        """The sums so far, by name."""
        return {held.name: held._t for held in self.sums}


class Whole(Local):
    """One process: the sums are part of the step and of its checkpoint."""

    def __init__(self, sums: Sequence[Parameter]):
        self.sums = list(sums)

    def prepare(self) -> None:
        """Zeros."""
        self.pieces = [keeps_place(held.init_data()._t) for held in self.sums]


class ReduceOnce(Local):
    """Several processes: the sums are views of flat buffers, one message for each at the end of the window."""

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell that adds to the sums itself."""
        self.sums = holders(weights)
        return super().micro_step(network, weights, has_aux)

    def prepare(self) -> None:
        """Make the sums views of flat buffers."""
        self.full = [bucket.new(bucket.layout.size) for bucket in self.buckets]
        self.pieces = [
            keeps_place(full if bucket.pieces == 1 else bucket.new(bucket.piece_size))
            for bucket, full in zip(self.buckets, self.full, strict=True)
        ]
        for bucket, full in zip(self.buckets, self.full, strict=False):
            for slot, view in zip(bucket.layout.slots, bucket.views(full), strict=True):
                self.sums[slot.index]._t = view
                self.sums[slot.index]._init = None

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
