"""What every way to gather gradients offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell


class Sums:
    """The gradient sums of one step.

    After `finish`, `pieces` holds the mean over the processes of the window's sums: whole gradients, or this
    process's piece of each bucket. All processes take part in every `take` and `finish`, which start the messages
    of all buckets and then wait for them in that order.
    """

    pieces: list[torch.Tensor]
    # Whether others wait for a forward and backward pass of this process, with gradients or without.
    needs_a_run = False

    def micro_step(self, network: Any, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell of one micro-batch, made once, before `prepare`."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Allocate."""

    def expect(self, sync: bool, last: bool) -> None:
        """A micro-batch comes: whether its gradients may travel, and whether it is its call's last."""

    def result(self, out: Any, sync: bool) -> Any:
        """What the network gave, of what the Cell gave; gradients among it are taken in."""
        return out

    def take(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Add gradients that come from elsewhere; None: this process has none.

        `sync`: whether this call's gradients may travel, together with those that waited.
        """
        raise NotImplementedError

    def finish(self) -> None:
        """Reduce what is not reduced yet."""

    def clear(self) -> None:
        """Forget the window."""
        torch._foreach_zero_(self.pieces)

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        raise NotImplementedError
