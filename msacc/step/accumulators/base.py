"""The interface of all gradient accumulators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell


class Accumulator:
    """The gradient sums of one step.

    After `finish`, `reduced` holds the mean over the processes of the window's sums: full gradients, or this
    process's shard of each bucket. All processes take part in every `add_gradients` and `finish`, which start the
    messages of all buckets and then wait for them in that order.
    """

    reduced: list[torch.Tensor]
    # Whether other processes need a forward and backward pass of this one, with gradients or without.
    needs_forward = False

    def micro_step(self, network: Cell, weights: Sequence[Parameter], has_aux: bool) -> Cell:
        """The Cell of one micro-batch, created once, before `prepare`."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Allocates the sums."""

    def begin_micro_batch(self, sync: bool, last: bool) -> None:
        """A micro-batch begins: whether its gradients may be reduced, and whether it is its call's last."""

    def micro_result(self, out: Any, sync: bool) -> Any:
        """The network's output, from the Cell's output; gradients among it are accumulated."""
        return out

    def add_gradients(self, grads: Sequence[torch.Tensor] | None, sync: bool) -> None:
        """Adds gradients computed elsewhere; None: this process has none.

        `sync`: whether this call's gradients may be reduced, together with those that were deferred.
        """
        raise NotImplementedError

    def finish(self, figures: Sequence[torch.Tensor] = ()) -> None:
        """Reduces what is not reduced yet, and sums `figures` over all processes: one message with small gradients."""

    def clear(self) -> None:
        """Discards the window's sums."""
        torch._foreach_zero_(self.reduced)

    def state(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        raise NotImplementedError
