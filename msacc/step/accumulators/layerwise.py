"""The sums of level3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.step.accumulators.base import Sums
from msacc.step.async_messages import together
from msacc.step.bucket import Bucket
from msacc.step.mesh import Mesh


class InBackward(Sums):
    """The backward pass has summed the gradients of sharded layers over the processes already.

    `sums`: the pieces as Parameters, for the micro-step to add to; filled by `prepare`.
    """

    needs_a_run = True

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh):
        self.buckets, self.mesh = buckets, mesh
        self.sums: list[Parameter] = []

    def prepare(self) -> None:
        """Allocate the sums."""
        self.pieces = [torch.zeros_like(bucket.piece) for bucket in self.buckets]
        self.sums[:] = [
            bucket.parameters[0].twin(piece, "accu_grads")
            for bucket, piece in zip(self.buckets, self.pieces, strict=True)
        ]

    def take(self, grads: Any, sync: bool) -> None:
        """Refused: nobody has whole gradients here."""
        raise NotImplementedError("level3 takes no gradients from elsewhere: give it the inputs.")

    def finish(self) -> None:
        """Reduce what the backward pass did not."""
        together(
            self.mesh.average(piece) if bucket.pieces == 1 else self.mesh.average_replicas(piece)
            for bucket, piece in zip(self.buckets, self.pieces, strict=True)
        )

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        return {f"accu_grads.piece{i}": piece for i, piece in enumerate(self.pieces)}
