"""One optimizer step: local micro-batches, gradient reduction, overflow check, update, gathering of the parameters.

The micro-step is the one that runs in a single process: full local parameters and gradients.
The collectives around it make it parallel (see `accumulators` and `parameter_store`). A window may span several
calls: calls inside `no_sync()` accumulate only.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.trace_spans import span
from msacc.communication._peer_status import explain_lost_peers, waiting
from msacc.graph.execution_state import execution
from msacc.step.batches import split
from msacc.step.gradient_scale import Scalar
from msacc.step.micro_size import find_micro_size
from msacc.step.step_flag import inside_step
from msacc.step.step_runtime import own_part
from msacc.step.window_end import WindowEnd


class TrainStep(WindowEnd):
    """Called with one step's local batch, it trains and returns the loss summed over the micro-batches.

    The loss is the mean over the processes of that sum, as one network over the global batch would
    report it; with `plan.drop_overflow` (loss, overflow, loss scale). With `has_aux` the network gives
    (loss, other outputs...).
    """

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if execution.in_graph:
            raise RuntimeError(
                "an accumulating or sharded train step cannot be part of another graph: call it directly."
            )
        if kwargs:
            raise TypeError(f"A train step takes positional inputs only, but got {sorted(kwargs)}.")
        self._check_declared_inputs(inputs, {})
        if any(self._hooks.values()):
            return self._call_with_extras(*inputs)
        return self.construct(*inputs)

    def construct(self, *inputs: Any) -> Any:
        """One step, or a part of one inside `no_sync()`."""
        self.reread_changes(inputs)
        if self.micro_size == "auto":
            self.micro_size = self._fitting(self.own_part(inputs))
        window = self.step_runtime().window
        window.start_call()
        try:
            with explain_lost_peers(f"a micro-batch of {self.under_way}"):
                self._accumulate(self.own_part(inputs))
        except BaseException:
            # Half a batch must not be part of the next one's gradient.
            self.forget_window()
            raise
        self._used = self._scale()
        if self.plan.switch.on:
            return self._outputs(*self.finish_window())
        return self._outputs(window.local_loss(), False)

    def _fitting(self, inputs: tuple[Any, ...]) -> int:
        return find_micro_size(self.network, inputs, self.plan.memory, self.optimizer.parameters)

    def _outputs(self, loss: torch.Tensor, overflow: bool) -> Any:
        if not self.plan.drop_overflow:
            return wrap(loss)
        return wrap(loss), Tensor(overflow), wrap(self._used)

    def own_part(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """This process's part of the batch: slices are joined, a full batch is cut."""
        runtime = None if self.plan.standalone else self.step_runtime(inputs)
        if runtime is None or runtime.cutting is not None:
            return inputs
        return own_part(inputs, self.plan, runtime.mesh)

    def _accumulate(self, inputs: tuple[Any, ...]) -> None:
        """Run the micro-batches of one call."""
        window = self.step_runtime().window
        micros = split(inputs, int(self.micro_size), self.plan.remainder)
        if self.plan.switch.on:
            window.fold(len(micros))
        if self.step_runtime().pipeline is not None:
            self._run_stages(micros)
            return
        for k, (micro, weight) in enumerate(zip(micros, window.weights(micros), strict=False), 1):
            self.micro_batch(micro, weight, last=k == len(micros))
        for _ in range(int(self.micro_size) - len(micros)):
            # Fewer, larger micro-batches than asked for; other processes may have more.
            self._send_nothing(micros[0])

    def _run_stages(self, micros: list[tuple[Any, ...]]) -> None:
        """Runs forward and backward of all micro-batches in the order of the pipeline's schedule."""
        runtime, scale = self.step_runtime(), self._scale()
        assert runtime.pipeline is not None
        for micro in micros:
            self.targets.see(micro)
        runtime.window.sample = micros[0]
        weights = runtime.window.weights(micros)
        seeds = [runtime.window.seed(scale, weight) for weight in weights]
        with span("pipeline"), inside_step(), waiting(f"the stages of {self.under_way}"):
            losses = runtime.pipeline.train(micros, seeds)
        for loss, weight in zip(losses, weights, strict=False):
            runtime.window.add(loss, weight)

    def micro_batch(
        self, inputs: tuple[Any, ...], weight: Scalar | None = None, last: bool = False
    ) -> Any:
        """Forward and backward of one micro-batch; returns the network's result, None if not run.

        `last`: the window ends with it, if this call ends one, so that its gradients leave at once.
        """
        runtime = self.step_runtime(inputs)
        if runtime.pipeline is not None:
            raise NotImplementedError(
                "A pipeline runs all micro-batches of a step together: call the step with the whole batch."
            )
        self.targets.see(inputs)
        runtime.window.sample = inputs
        if weight is not None and not bool(weight):
            runtime.window.add(None, weight)
            return self._send_nothing(inputs)
        scale = self._scale()
        runtime.sums.begin_micro_batch(self.plan.switch.on, last)
        number = runtime.window.micros
        with span(f"micro-batch {number}"), self._collecting(), inside_step():
            out = self._run(wrap(runtime.window.seed(scale, weight)), inputs)
        with waiting(f"the gradients of a micro-batch of {self.under_way}"):
            out = runtime.sums.micro_result(out, self.plan.switch.on)
        loss = out[0] if self.has_aux else out
        runtime.window.add(loss._t, weight)
        return out

    def take_gradients(self, where: str, grads: Sequence[Tensor], weight: float = 1.0) -> None:
        """Add one micro-batch's gradients, one for each parameter of the optimizer; ValueError for another number.

        With `count`, `weight` is the number of valid targets that they are the mean over.
        """
        runtime, expected = self.step_runtime(), len(self.optimizer.parameters)
        if len(grads) != expected:
            raise ValueError(
                f"{where}: {expected} parameters need as many gradients, but got {len(grads)}."
            )
        share = float(weight)
        if self.plan.count is not None:
            runtime.window.agree(share)
            share = share / runtime.window.unit
        local_grads = (
            grads
            if runtime.cutting is None
            else runtime.cutting.own(grads, self.optimizer.parameters)
        )
        tensors = [g._t if share == 1.0 else g._t * share for g in local_grads]
        runtime.sums.add_gradients(tensors, self.plan.switch.on)
        runtime.window.start_call()
        runtime.window.add(None, share)

    def _run(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        """Runs one micro-batch, with sharded operators where they have strategies."""
        runtime = self.step_runtime()
        if runtime.cutting is None:
            return runtime.micro(sens, *inputs)
        return runtime.cutting.run(runtime.micro, sens, inputs)

    def _collecting(self, keep: bool = True) -> AbstractContextManager[None]:
        statistics = self.step_runtime().statistics
        return nullcontext() if statistics is None else statistics.one_micro_batch(keep)

    def _send_nothing(self, inputs: tuple[Any, ...]) -> None:
        """Takes part in a micro-batch's collectives without gradients."""
        runtime = self.step_runtime()
        if not runtime.sums.needs_forward:
            runtime.sums.add_gradients(None, self.plan.switch.on)
            return
        with self._collecting(keep=False), inside_step():
            self._run(wrap(torch.zeros((), device=settings.device)), inputs)
