"""The end of an accumulation window: reduce, check for overflow, update, gather, clear."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.trace_spans import span
from msacc.communication._peer_status import waiting
from msacc.ops.debug import all_finite
from msacc.step.async_messages import run_concurrently
from msacc.step.batches import announce
from msacc.step.gradient_scale import Figures, Scalar, plain
from msacc.step.step_base import StepBase


class WindowEnd(StepBase):
    """The end of a step."""

    # The micro-batches of the window whose batch size was logged.
    _announced = 0

    def finish_window(self, times: float = 1.0) -> tuple[torch.Tensor, bool]:
        """Reduces, checks, updates, gathers, clears; returns (loss of the last call, whether it overflowed).

        `times` multiplies the gradient.
        """
        runtime, plan = self.step_runtime(), self.plan
        feeding = runtime.cutting.feeding if runtime.cutting else runtime.mesh.data_size
        if runtime.window.micros != self._announced:
            self.__dict__["_announced"] = runtime.window.micros
            announce(runtime.window.sample, runtime.window.micros, feeding)
        # Sent with the gradients, unless their sums are needed first.
        figures = None if self._asks_gradients else self._figures(())
        with waiting(f"the sum of the gradients of {self.under_way}"):
            runtime.sums.finish(figures.tensors if figures else ())
            runtime.store.complete(runtime.sums.reduced)
        gradients = runtime.sums.reduced
        if figures is None:
            figures = self._figures(gradients)
            with waiting(f"the loss of {self.under_way}"):
                run_concurrently(map(runtime.mesh.all_reduce_world, figures.tensors))
        totals = figures.totals()
        self.targets.judge(totals.counts)
        self._used = self._scale() if plan.loss_scale is None else self._scale().clone()
        overflow = self._judged(plan.drop_overflow and bool(totals.overflow))
        # Over several processes an unweighted window is known not to be empty; asking waits for the device.
        empty = (plan.weighted or runtime.mesh.data_size == 1) and not totals.weight
        if not overflow and not empty:
            divided = float(getattr(self.optimizer, "loss_scale", 1.0))
            factor = runtime.window.factor(totals, self._used, divided, times)
            factor_tensor = None if factor is None else wrap(factor)
            with span("optimizer"):
                runtime.store.update(
                    factor_tensor, *[wrap(g) for g in runtime.store.gradients(gradients)]
                )
        if runtime.statistics is not None:
            runtime.statistics.apply()
        with waiting(f"the new parameters of {self.under_way}", tears=True):
            runtime.store.gather_updates()
        self.forget_window()
        self.completed_steps += 1
        return totals.loss, overflow

    def _judged(self, overflow: bool) -> bool:
        """Whether to skip the update; the overflow callback may change the scale, and its result decides."""
        skip = (
            None
            if self.plan.overflow_callback is None
            else self.plan.overflow_callback(Tensor(overflow))
        )
        return overflow if skip is None else bool(skip)

    @property
    def _asks_gradients(self) -> bool:
        """Whether the gradients' norm or finiteness is needed."""
        return self.plan.clip_norm is not None or self.plan.drop_overflow

    def _figures(self, gradients: Sequence[torch.Tensor]) -> Figures:
        """Loss, weights and figures of the gradients: the squared norm of this process's share, and 1 where one of
        them is not finite.
        """
        norm2: Scalar = 0.0
        if self.plan.clip_norm is not None:
            norm2 = self.step_runtime().store.local_squared_norm(gradients)
        bad = (~all_finite.raw(gradients)).float() if self.plan.drop_overflow else 0.0
        return self.step_runtime().window.figures(
            norm2, bad, self.targets.take(), self.loss_payload
        )

    def forget_window(self) -> None:
        """Drop what was accumulated since the last update."""
        runtime = self.step_runtime()
        runtime.sums.clear()
        runtime.window.open()
        if runtime.statistics is not None:
            runtime.statistics.clear()

    def _scale(self) -> torch.Tensor:
        """The loss scale, a 0-d float32 tensor."""
        scale = self.plan.loss_scale
        return self.step_runtime().window.unscaled if scale is None else plain(scale()).reshape(())
