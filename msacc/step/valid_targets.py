"""Warns once where micro-batches with unequal numbers of valid targets have equal weights.

A loss that ignores some targets averages over the others. The mean of such means is not the mean over
the whole batch, unless every micro-batch has as many valid targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.tensor_tree import leaves
from msacc.common.warn_once import once
from msacc.step.plan import StepPlan
from msacc.step.scalars import Scalar, double


class ValidTargets:
    """Counts the targets that the first loss with an `ignore_index` in `network` does not ignore.

    The targets are taken to be the last integer Tensor among a micro-batch's inputs. `by_size`: micro-
    batches weigh as many as their samples, so the share of valid targets is what should agree.
    """

    def __init__(self, network: Any, by_size: bool = False):
        cells = network.cells_and_names() if hasattr(network, "cells_and_names") else ()
        sums = (getattr(cell, "ignore_index", None) for _, cell in cells)
        self.ignored = next((i for i in sums if isinstance(i, int)), None)
        self.by_size, self._looks = by_size, 0
        self._sums: torch.Tensor | None = None

    def see(self, inputs: tuple[Any, ...]) -> None:
        """Count one micro-batch's valid targets, without waiting for the device."""
        if self.ignored is None or not self._looks_next:
            return
        targets = [a._t for a in leaves(inputs) if not a._t.is_floating_point() and a.ndim]
        if targets:
            valid = targets[-1] != self.ignored
            count = valid.double().mean() if self.by_size else valid.sum().double()
            seen = torch.stack([torch.ones_like(count), count, count * count])
            self._sums = seen if self._sums is None else self._sums + seen

    @property
    def _looks_next(self) -> bool:
        """Whether this step's counts are checked."""
        return not self._looks & (self._looks + 1)

    def take(self) -> Sequence[Scalar]:
        """(micro-batches, sum of counts, sum of their squares) since the last call."""
        sums, self._sums = self._sums, None
        return (0.0, 0.0, 0.0) if sums is None else sums.unbind()

    def judge(self, figures: Sequence[Scalar]) -> None:
        """Warns once if the counts differed. Checks in steps 1, 2, 4, 8, ...: it waits for the device."""
        if self.ignored is None:
            return
        looks, self._looks = self._looks_next, self._looks + 1
        if not looks:
            return
        number, total, squares = torch.stack([double(f) for f in figures]).tolist()
        if number * squares > total * total * (1 + 1e-9):
            once(
                "unequal-targets",
                f"gradient accumulation: the micro-batches' numbers of valid targets differ (ignore_index="
                f"{self.ignored}), yet each {'sample' if self.by_size else 'micro-batch'} weighs the same, as in "
                "MindSpore; the gradient is not that of the whole batch. GradAccumulation(count=...) weighs by "
                "targets.",
            )


def valid_targets(network: Any, plan: StepPlan) -> ValidTargets:
    """The counts of a step: none where micro-batches weigh as many as their targets."""
    return ValidTargets(None if plan.count is not None else network, plan.remainder == "short")
