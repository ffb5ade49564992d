"""The divisor of a window's gradient sums: weights of micro-batches, loss scale, clipping; and the overflow check."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.step.batches import rows
from msacc.step.loss_payload import LossPayload
from msacc.step.mesh import Mesh
from msacc.step.plan import StepPlan

# A number where it is known without asking the device: the weight of micro-batches that all weigh the same.
Scalar = torch.Tensor | float


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

    sample: tuple[Any, ...]

    def __init__(self, plan: StepPlan, mesh: Mesh):
        self.plan, self.mesh = plan, mesh
        self.unit, self.sample = 0.0, ()
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
        note = _joined([*own, *counts, *map(float, riding)])
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
        return Totals(_on_device(loss, torch.float32), weight, norm2, bad, counts)

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
        return _on_device(factor, torch.float32)


def squared_norm(grads: Sequence[torch.Tensor]) -> torch.Tensor:
    """The sum of squares of all gradients, of absolute values where they are complex, in float32."""
    if not grads:
        return torch.zeros((), device=settings.device)
    plain = [torch.view_as_real(g.resolve_conj()) if g.is_complex() else g for g in grads]
    return torch.stack([g.float().square().sum() for g in plain]).sum()


def double(figure: Scalar) -> torch.Tensor:
    """A 0-d float64 tensor on the device."""
    return _on_device(figure, torch.float64)


def _joined(figures: Sequence[Scalar]) -> torch.Tensor:
    """All figures in one float64 tensor on the device."""
    if settings.device.type == "cpu":
        return torch.tensor([float(figure) for figure in figures], dtype=torch.float64)
    return torch.stack([double(figure) for figure in figures])


def plain(value: Any) -> torch.Tensor:
    """A torch tensor of a Tensor or a number."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, (int, float)):
        return _on_device(float(value), torch.float32)
    return torch.as_tensor(value, dtype=torch.float32, device=settings.device)


def _on_device(figure: Scalar, dtype: torch.dtype) -> torch.Tensor:
    """Fills a number in on the device: a copy from the host would wait for the device's queue."""
    if isinstance(figure, float):
        return torch.full((), figure, dtype=dtype, device=settings.device)
    return torch.as_tensor(figure, dtype=dtype, device=settings.device)
