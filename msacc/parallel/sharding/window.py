"""The bookkeeping of one window: what each micro-batch weighs, and what the sums are divided by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.parallel.sharding.options import StepOptions


@dataclass
class Totals:
    """What all processes found in one window, after one small message."""

    loss: torch.Tensor
    weight: torch.Tensor
    norm2: torch.Tensor
    overflow: torch.Tensor
    counts: torch.Tensor


class Window:
    """Adds up one window's losses and weights.

    Micro-batches weigh the same, or as many as their samples (`remainder="short"`) or valid targets
    (`count`). Weights are relative to a power of two that all processes agree on once, so that the
    seed of a gradient stays near 1, in float16 too.
    """

    sample: tuple[Any, ...]

    def __init__(self, options: StepOptions, world: int):
        self.options, self.world = options, world
        self.unit, self.sample = 0.0, ()
        self.weighted = options.reduction == "mean" and (
            options.count is not None or options.remainder == "short"
        )
        self.open()

    def open(self) -> None:
        """Begin a new window."""
        self.micros, self.weight = 0, zero()
        self.start_call()

    def start_call(self) -> None:
        """Begin a new call: the loss reported is that of the window's last call."""
        self.loss, self.call_weight, self.call_micros = zero(), zero(), 0

    def weights(self, micros: Sequence[tuple[Any, ...]]) -> list[torch.Tensor | None]:
        """What each micro-batch weighs; None where all weigh the same. Collective the first time."""
        if not self.weighted:
            return [None] * len(micros)
        found = [self._measure(micro) for micro in micros]
        if not self.unit:
            self.unit = self._agree(max(float(f) for f in found))
        return [f / self.unit for f in found]

    def _measure(self, micro: tuple[Any, ...]) -> torch.Tensor:
        if self.options.count is not None:
            return plain(self.options.count(*micro)).to(torch.float64).reshape(())
        size = max(a.shape[0] for a in micro if isinstance(a, Tensor) and a.shape)
        return torch.tensor(float(size), device=settings.device, dtype=torch.float64)

    def _agree(self, largest: float) -> float:
        highest = torch.tensor(largest, device=settings.device)
        if self.world > 1:
            dist.all_reduce(highest, op=dist.ReduceOp.MAX)
        return 2.0 ** math.floor(math.log2(max(float(highest), 1.0)))

    def add(self, loss: torch.Tensor | None, weight: torch.Tensor | None) -> None:
        """Take in one micro-batch; `loss` None: it was not run, having no valid targets."""
        share = one() if weight is None else weight
        self.micros, self.call_micros = self.micros + 1, self.call_micros + 1
        self.weight, self.call_weight = self.weight + share, self.call_weight + share
        if loss is not None:
            self.loss = self.loss + loss.detach().double().mean() * share

    def local_loss(self) -> torch.Tensor:
        """This process's loss of this call: the sum over the micro-batches."""
        if not self.weighted:
            return self.loss.float()
        return (self.loss / self.call_weight.clamp(min=1e-30) * self.call_micros).float()

    def share(self, norm2: torch.Tensor, bad: torch.Tensor, counts: torch.Tensor) -> Totals:
        """Totals over all processes. `counts`: three more figures to add up."""
        head = torch.stack([self.loss, self.call_weight, self.weight, norm2.double(), bad.double()])
        note = torch.cat([head, counts.to(head.device)])
        if self.world > 1:
            dist.all_reduce(note)
        loss = note[0] / self.world
        if self.weighted:
            loss = note[0] / note[1].clamp(min=1e-30) * self.call_micros
        weight = note[2] / self.world if self.options.reduction == "mean" else one()
        return Totals(loss.float(), weight, note[3], note[4], note[5:])


def one() -> torch.Tensor:
    """1 in float64, on the device."""
    return torch.ones((), device=settings.device, dtype=torch.float64)


def zero() -> torch.Tensor:
    """0 in float64, on the device."""
    return torch.zeros((), device=settings.device, dtype=torch.float64)


def plain(value: Any) -> torch.Tensor:
    """A torch tensor of a Tensor or a number."""
    if isinstance(value, Tensor):
        return value._t
    return torch.as_tensor(value, dtype=torch.float32, device=settings.device)
