"""An accumulation window: its losses and weights, and what its gradient sums are divided by."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.step.batches import announce, rows
from msacc.step.loss_payload import LossPayload
from msacc.step.mesh import Mesh
from msacc.step.plan import StepPlan
from msacc.step.scalars import Scalar, double, joined, on_device, plain


@dataclass
class Totals:
    """The sums over all processes for one window, after one small message."""

    loss: torch.Tensor
    weight: Scalar
    norm2: Scalar
    overflow: Scalar
    counts: Sequence[Scalar]


@dataclass
class Figures:
    """A process's figures of one window, in tensors that are summed over all processes before `totals`."""

    tensors: list[torch.Tensor]
    totals: Callable[[], Totals]


class Window:
    """Adds up one window's losses and weights.

    Micro-batches weigh the same, or as many as their samples (`remainder="short"`) or valid targets
    (`count`). Weights are relative to a power of two that all processes agree on once, so that the
    seed of a gradient stays near 1, in float16 too.
    """

    def __init__(self, plan: StepPlan, mesh: Mesh):
        self.plan, self.mesh = plan, mesh
        self.unit = 0.0
        # The inputs of the last micro-batch.
        self.sample: tuple[Any, ...] = ()
        # How many micro-batches the window had whose batch size was logged.
        self.announced = 0
        self.unscaled = plain(1.0)
        self.open()

    def open(self) -> None:
        """Begin a new window."""
        self.micros: int = 0
        self.weight: Scalar = 0.0
        # What the seeds of a window that is one call were divided by; None where the window may be several calls.
        self.folded: float | None = None
        self.start_call()

    def start_call(self) -> None:
        """Begin a new call: the loss reported is that of the window's last call."""
        self.loss: Scalar = 0.0
        self.call_weight: Scalar = 0.0
        self.call_micros = 0

    def announce(self, processes: int) -> None:
        """Logs the effective batch size, where this window has another number of micro-batches than the last."""
        if self.micros != self.announced:
            self.announced = self.micros
            announce(self.sample, self.micros, processes)

    def loss_scale(self) -> torch.Tensor:
        """The loss scale of the coming micro-batch, a 0-d float32 tensor."""
        scale = self.plan.loss_scale
        return self.unscaled if scale is None else plain(scale()).reshape(())

    def weights(self, micros: Sequence[tuple[Any, ...]]) -> list[Scalar | None]:
        """The weight of each micro-batch; None where all weigh the same. Collective the first time."""
        if not self.plan.weighted:
            return [None] * len(micros)
        counts = [self._measure(micro) for micro in micros]
        if not self.unit:
            self.agree(max(float(f) for f in counts))
        return [f / self.unit for f in counts]

    def fold(self, micros: int) -> None:
        """Of a window that is one call: divide by the number of its micro-batches in the seeds of their gradients.

        That saves a pass over the sums. Where these are multiplied in any case they stay as they are.
        """
        plan = self.plan
        scaled = plan.weighted or plan.drop_overflow or plan.clip_norm is not None
        if not scaled and plan.reduction == "mean" and not self.micros:
            self.folded = float(micros * plan.inner_micro_batches)

    def seed(self, scale: torch.Tensor, weight: Scalar | None) -> torch.Tensor:
        """The seed of a micro-batch's backward pass."""
        if weight is not None:
            return scale * (weight if isinstance(weight, float) else weight.to(scale.dtype))
        return scale if self.folded in (None, 1.0) else scale / self.folded

    def _measure(self, micro: tuple[Any, ...]) -> Scalar:
        if self.plan.count is not None:
            return plain(self.plan.count(*micro)).to(torch.float64).reshape(())
        return float(rows(micro))

    def agree(self, largest: float) -> None:
        """Fixes the unit of the weights. Collective the first time."""
        if self.unit:
            return
        highest = torch.tensor(largest, device=settings.device)
        self.mesh.all_reduce_max(highest)
        self.unit = 2.0 ** math.floor(math.log2(max(float(highest), 1.0)))

    def add(self, loss: torch.Tensor | None, weight: Scalar | None) -> None:
        """Adds one micro-batch; `loss` None: it was not run, having no valid targets."""
        share: Scalar = 1.0 if weight is None else weight
        self.micros, self.call_micros = self.micros + 1, self.call_micros + 1
        self.weight, self.call_weight = self.weight + share, self.call_weight + share
        if loss is not None:
            value = loss.detach().double()
            mean = value.mean() if value.ndim else value
            self.loss = self.loss + (mean if weight is None else mean * weight)

    def local_loss(self) -> torch.Tensor:
        """This process's loss of this call: the sum over the micro-batches."""
        loss = double(self.loss)
        if self.plan.weighted:
            loss = loss / double(self.call_weight).clamp(min=1e-30) * self.call_micros
        return loss.float()

    def figures(
        self,
        norm2: Scalar,
        bad: Scalar,
        counts: Sequence[Scalar],
        loss_payload: LossPayload | None,
    ) -> Figures:
        """This process's figures. `counts`: three more to add up."""
        micros = float(self.call_micros)
        own: list[Scalar] = [self.loss, self.call_weight, self.weight, norm2, bad, micros]
        if self.mesh.is_single_process:
            return Figures([], lambda: self._totals(own, counts))
        riding = loss_payload.local_values() if loss_payload else ()
        note = joined([*own, *counts, *map(float, riding)])
        if not self.mesh.has_loss:
            # Only processes of the last stage have the loss: the others contribute zeros.
            note[[0, 1, 2, 5, 6, 7, 8]] = 0.0

        def totals() -> Totals:
            if loss_payload:
                loss_payload.receive_totals(note[9:].tolist())
            sums = note[:9].tolist() if note.is_cpu else note[:9].unbind()
            return self._totals(sums[:6], sums[6:])

        return Figures([note], totals)

    def _totals(self, head: Sequence[Scalar], counts: Sequence[Scalar]) -> Totals:
        """The totals, from the sums over all processes."""
        loss_sum, call_weight, weight, norm2, bad, micros = head
        size = self.mesh.size
        if self.plan.weighted:
            # Processes may have had other numbers of micro-batches: their mean, so that all report one loss.
            loss: Scalar = double(loss_sum) / double(call_weight).clamp(min=1e-30) * (micros / size)
        else:
            loss = loss_sum / size
        # One call's micro-batches are as many on all processes.
        weight = weight / size if self.folded is None else self.weight
        weight = weight if self.plan.reduction == "mean" else 1.0
        return Totals(on_device(loss, torch.float32), weight, norm2, bad, counts)

    def factor(
        self, totals: Totals, scale: torch.Tensor, divided: float, times: float
    ) -> torch.Tensor | None:
        """What the reduced sums are multiplied by, `times` more; the optimizer divides by `divided` itself.

        None for one that is known to be 1.
        """
        plan = self.plan
        whole = times if plan.mean else times * self.mesh.data_size
        factor: Scalar = whole * (self.folded or 1.0) / totals.weight / plan.inner_micro_batches
        if plan.drop_overflow:
            factor = factor / scale.double()
        if plan.clip_norm is not None:
            norm = torch.sqrt(double(totals.norm2) / self.mesh.replicas) * factor / divided
            factor = factor * torch.clamp(plan.clip_norm / norm, max=1.0)
        if isinstance(factor, float) and factor == 1.0:
            return None
        return on_device(factor, torch.float32)
