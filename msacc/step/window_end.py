"""The end of an accumulation window: reduce, check for overflow, update, gather."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.trace_spans import span
from msacc.communication._peer_status import waiting
from msacc.ops.debug import all_finite
from msacc.step.async_messages import run_concurrently
from msacc.step.loss_payload import LossPayload
from msacc.step.plan import StepPlan
from msacc.step.scalars import Scalar
from msacc.step.step_runtime import StepRuntime
from msacc.step.valid_targets import ValidTargets
from msacc.step.window import Figures, Totals

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


@dataclass(frozen=True)
class WindowResult:
    """The loss of a window's last call, whether a gradient overflowed, and the loss scale they were computed with."""

    loss: torch.Tensor
    overflow: bool
    loss_scale: torch.Tensor


@dataclass(frozen=True)
class WindowEnd:
    """Turns what a window accumulated into an update; `step_name` is the step's in messages."""

    runtime: StepRuntime
    plan: StepPlan
    optimizer: Optimizer
    targets: ValidTargets
    loss_payload: LossPayload | None
    step_name: str

    def finish(self, times: float) -> WindowResult:
        """Reduces, checks, updates, gathers; `times` multiplies the gradient."""
        runtime, plan = self.runtime, self.plan
        sharded = runtime.operator_sharding
        runtime.window.announce(sharded.feeding if sharded else runtime.mesh.data_size)
        totals = self._reduce()
        self.targets.judge(totals.counts)
        scale = runtime.window.loss_scale()
        scale = scale if plan.loss_scale is None else scale.clone()
        overflow = self._skips_update(plan.drop_overflow and bool(totals.overflow))
        if not overflow and not self._is_empty(totals):
            self._update(totals, scale, times)
        if runtime.statistics is not None:
            runtime.statistics.apply()
        with waiting(f"the new parameters of {self.step_name}", tears=True):
            runtime.store.gather_updates()
        return WindowResult(totals.loss, overflow, scale)

    def _reduce(self) -> Totals:
        """Sums gradients and figures over the processes."""
        runtime = self.runtime
        # Sent with the gradients, unless their sums are needed first.
        figures = None if self._looks_at_gradients else self._figures(())
        with waiting(f"the sum of the gradients of {self.step_name}"):
            runtime.accumulator.finish(figures.tensors if figures else ())
            runtime.store.complete(runtime.accumulator.reduced)
        if figures is None:
            figures = self._figures(runtime.accumulator.reduced)
            with waiting(f"the loss of {self.step_name}"):
                run_concurrently(map(runtime.mesh.all_reduce_world, figures.tensors))
        return figures.totals()

    @property
    def _looks_at_gradients(self) -> bool:
        """Whether the gradients' norm or finiteness is needed."""
        return self.plan.clip_norm is not None or self.plan.drop_overflow

    def _figures(self, gradients: Sequence[torch.Tensor]) -> Figures:
        """Loss, weights and figures of the gradients: the squared norm of this process's share, and 1 where one of
        them is not finite.
        """
        norm2: Scalar = 0.0
        if self.plan.clip_norm is not None:
            norm2 = self.runtime.store.local_squared_norm(gradients)
        bad = (~all_finite.raw(gradients)).float() if self.plan.drop_overflow else 0.0
        return self.runtime.window.figures(norm2, bad, self.targets.take(), self.loss_payload)

    def _skips_update(self, overflow: bool) -> bool:
        """Whether to skip the update; the overflow callback may change the scale, and its result decides."""
        callback = self.plan.overflow_callback
        skip = None if callback is None else callback(Tensor(overflow))
        return overflow if skip is None else bool(skip)

    def _is_empty(self, totals: Totals) -> bool:
        """Whether nothing was accumulated.

        Over several processes an unweighted window is known not to be empty; asking waits for the device.
        """
        may_be_empty = self.plan.weighted or self.runtime.mesh.data_size == 1
        return may_be_empty and not totals.weight

    def _update(self, totals: Totals, scale: torch.Tensor, times: float) -> None:
        """Lets the optimizer apply the reduced sums."""
        store = self.runtime.store
        divided = float(getattr(self.optimizer, "loss_scale", 1.0))
        factor = self.runtime.window.factor(totals, scale, divided, times)
        factor_tensor = None if factor is None else wrap(factor)
        with span("optimizer"):
            gradients = store.gradients(self.runtime.accumulator.reduced)
            store.update(factor_tensor, *[wrap(g) for g in gradients])
