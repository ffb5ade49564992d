"""Runs the micro-batches of a step's calls: forward, backward, and their gradients and losses into the window."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.trace_spans import span
from msacc.communication._peer_status import waiting
from msacc.step.batches import split
from msacc.step.pipeline_runtime.engine import PipelineEngine
from msacc.step.plan import StepPlan
from msacc.step.scalars import Scalar
from msacc.step.step_flag import inside_step
from msacc.step.step_runtime import StepRuntime
from msacc.step.valid_targets import ValidTargets


@dataclass(frozen=True)
class MicroBatches:
    """The micro-batches of one call, with what they run on; `step_name` is the step's in messages.

    With `has_aux` the network gives (loss, other outputs...).
    """

    runtime: StepRuntime
    plan: StepPlan
    targets: ValidTargets
    has_aux: bool
    step_name: str

    def run_batch(self, inputs: tuple[Any, ...], micro_size: int) -> None:
        """Cuts a call's batch into `micro_size` micro-batches and runs them."""
        window = self.runtime.window
        micros = split(inputs, micro_size, self.plan.remainder)
        if self.plan.switch.on:
            window.fold(len(micros))
        if self.runtime.pipeline is not None:
            self.run_stages(self.runtime.pipeline, micros)
            return
        for k, (micro, weight) in enumerate(zip(micros, window.weights(micros), strict=False), 1):
            self.run(micro, weight, last=k == len(micros))
        for _ in range(micro_size - len(micros)):
            # Fewer, larger micro-batches than asked for; other processes may have more.
            self._send_nothing(micros[0])

    def run_stages(self, pipeline: PipelineEngine, micros: list[tuple[Any, ...]]) -> None:
        """Runs forward and backward of all micro-batches in the order of the pipeline's schedule."""
        window = self.runtime.window
        for micro in micros:
            self.targets.see(micro)
        window.sample = micros[0]
        scale, weights = window.loss_scale(), window.weights(micros)
        seeds = [window.seed(scale, weight) for weight in weights]
        with span("pipeline"), inside_step(), waiting(f"the stages of {self.step_name}"):
            losses = pipeline.train(micros, seeds)
        for loss, weight in zip(losses, weights, strict=False):
            window.add(loss, weight)

    def run(self, inputs: tuple[Any, ...], weight: Scalar | None = None, last: bool = False) -> Any:
        """Forward and backward of one micro-batch; returns the network's result, None if not run.

        `last`: the window ends with it, if this call ends one, so that its gradients leave at once.
        """
        window, accumulator = self.runtime.window, self.runtime.accumulator
        if self.runtime.pipeline is not None:
            raise NotImplementedError(
                "A pipeline runs all micro-batches of a step together: call the step with the whole batch."
            )
        self.targets.see(inputs)
        window.sample = inputs
        if weight is not None and not bool(weight):
            window.add(None, weight)
            return self._send_nothing(inputs)
        scale = window.loss_scale()
        accumulator.begin_micro_batch(self.plan.switch.on, last)
        with span(f"micro-batch {window.micros}"), self._collecting(), inside_step():
            out = self._differentiate(wrap(window.seed(scale, weight)), inputs)
        with waiting(f"the gradients of a micro-batch of {self.step_name}"):
            out = accumulator.micro_result(out, self.plan.switch.on)
        loss = out[0] if self.has_aux else out
        window.add(loss._t, weight)
        return out

    def add_gradients(
        self, grads: Sequence[Tensor], parameters: Sequence[Parameter], weight: float
    ) -> None:
        """Adds one micro-batch's gradients of `parameters`, which were computed elsewhere.

        With `count`, `weight` is the number of valid targets that they are the mean over.
        """
        window, operator_sharding = self.runtime.window, self.runtime.operator_sharding
        if self.plan.count is not None:
            window.agree(weight)
            weight = weight / window.unit
        if operator_sharding is not None:
            grads = operator_sharding.own(grads, parameters)
        tensors = [g._t if weight == 1.0 else g._t * weight for g in grads]
        self.runtime.accumulator.add_gradients(tensors, self.plan.switch.on)
        window.start_call()
        window.add(None, weight)

    def _differentiate(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        """Runs the compiled micro-step, with sharded operators where they have strategies."""
        runtime = self.runtime
        if runtime.operator_sharding is None:
            return runtime.micro(sens, *inputs)
        return runtime.operator_sharding.run(runtime.micro, sens, inputs)

    def _collecting(self, keep: bool = True) -> AbstractContextManager[None]:
        """Collects the batch statistics of a micro-batch, where the plan asks for the whole batch's."""
        statistics = self.runtime.statistics
        return nullcontext() if statistics is None else statistics.one_micro_batch(keep)

    def _send_nothing(self, inputs: tuple[Any, ...]) -> None:
        """Takes part in a micro-batch's collectives without gradients."""
        if not self.runtime.accumulator.needs_forward:
            self.runtime.accumulator.add_gradients(None, self.plan.switch.on)
            return
        with self._collecting(keep=False), inside_step():
            self._differentiate(wrap(torch.zeros((), device=settings.device)), inputs)
