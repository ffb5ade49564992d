"""One optimizer step: local micro-batches, gradient reduction, overflow check, update, gathering of the parameters.

The micro-step is the one that runs in a single process: full local parameters and gradients.
The collectives around it make it parallel (see `accumulators` and `parameter_store`). A window may span several
calls: calls inside `no_sync()` accumulate only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.cell_tree import refresh_names_once
from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import clones
from msacc.common.tensor import Tensor, wrap
from msacc.communication._peer_status import explain_lost_peers
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell
from msacc.nn.cell.calling import check_declared_inputs, run
from msacc.step.context_settings import world_size
from msacc.step.loss_payload import LossPayload
from msacc.step.micro_batches import MicroBatches
from msacc.step.micro_size import find_micro_size
from msacc.step.plan import StepPlan
from msacc.step.plan_reader import reread_plan, warn_late_changes
from msacc.step.scalars import Scalar
from msacc.step.step_runtime import StepRuntime, begin, local_batch
from msacc.step.valid_targets import valid_targets
from msacc.step.validation import step_network
from msacc.step.window_end import WindowEnd, WindowResult

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class TrainStep(Cell):
    """A network, an optimizer and a plan. Called with one step's local batch, it trains and returns the loss summed
    over the micro-batches.

    The loss is the mean over the processes of that sum, as one network over the global batch would
    report it; with `plan.drop_overflow` (loss, overflow, loss scale). With `has_aux` the network gives
    (loss, other outputs...).

    What the step works with, its `step_runtime`, is built at the first call, which is collective. Wrappers and the
    parallel context are read once more then, so that settings made since the step was built count.
    """

    def __init__(
        self,
        network: Cell,
        optimizer: Optimizer,
        plan: StepPlan,
        has_aux: bool = False,
        prefix: str = "accu_grads",
    ):
        super().__init__(auto_prefix=False)
        self.optimizer, self.has_aux = optimizer, has_aux
        self.accu_grads: Any = None
        self.scale = plan.scale
        self.network = step_network(network, optimizer, plan)
        self.plan = plan
        self.micro_size = plan.micro_size
        self.targets = valid_targets(self.network, plan)
        self.completed_steps = 0
        self.loss_payload: LossPayload | None = None
        self._msacc_prefix = prefix
        self._msacc_step_runtime: StepRuntime | None = None
        # The inputs of the last call, with which a pipeline that begins anew knows its stages.
        self._msacc_inputs: tuple[Any, ...] = ()
        self._msacc_make_sums()

    # -- a call --------------------------------------------------------------------------------
    def __call__(self, *inputs: Any, **kwargs: dict[str, Any] | None) -> Any:
        if execution.now.graph:
            raise RuntimeError(
                "an accumulating or sharded train step cannot be part of another graph: call it directly."
            )
        if self._msacc_uncalled:
            refresh_names_once(self)
        if kwargs:
            raise TypeError(f"A train step takes positional inputs only, but got {sorted(kwargs)}.")
        check_declared_inputs(self, inputs, {})
        if any(self._msacc_hooks.values()):
            return run(self, inputs, {})
        return self.construct(*inputs)

    def construct(self, *inputs: Any) -> Any:
        """One step, or a part of one inside `no_sync()`."""
        self.reread_changes(inputs)
        if self.micro_size == "auto":
            self.micro_size = self._msacc_fitting(self.local_batch(inputs))
        window = self.step_runtime().window
        window.start_call()
        try:
            with explain_lost_peers(f"a micro-batch of {self.under_way}"):
                self._msacc_micro_batches().run_batch(
                    self.local_batch(inputs), int(self.micro_size)
                )
        except BaseException:
            # Half a batch must not be part of the next one's gradient.
            self.forget_window()
            raise
        if self.plan.switch.on:
            return self._msacc_outputs(self._msacc_finish_window())
        return self._msacc_outputs(WindowResult(window.local_loss(), False, window.loss_scale()))

    def _msacc_fitting(self, inputs: tuple[Any, ...]) -> int:
        return find_micro_size(self.network, inputs, self.plan.memory, self.optimizer.parameters)

    def _msacc_outputs(self, result: WindowResult) -> Any:
        if not self.plan.drop_overflow:
            return wrap(result.loss)
        return wrap(result.loss), Tensor(result.overflow), wrap(result.loss_scale)

    def local_batch(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """This process's part of the batch: slices are joined, a full batch is cut."""
        if self.plan.standalone:
            return inputs
        step_runtime = self.step_runtime(inputs)
        if step_runtime.operator_sharding is not None:
            return inputs
        return local_batch(inputs, self.plan, step_runtime.mesh)

    @property
    def under_way(self) -> str:
        """The name of the current step in messages."""
        return f"training step {self.completed_steps + 1} of this run"

    # -- a window, micro-batch by micro-batch --------------------------------------------------
    def micro_batch(
        self, inputs: tuple[Any, ...], weight: Scalar | None = None, last: bool = False
    ) -> Any:
        """Forward and backward of one micro-batch; returns the network's result, None if not run.

        `last`: the window ends with it, if this call ends one, so that its gradients leave at once.
        """
        return self._msacc_micro_batches(inputs).run(inputs, weight, last)

    def take_gradients(self, where: str, grads: Sequence[Tensor], weight: float = 1.0) -> None:
        """Add one micro-batch's gradients, one for each parameter of the optimizer; ValueError for another number.

        With `count`, `weight` is the number of valid targets that they are the mean over.
        """
        parameters, micro_batches = self.optimizer.parameters, self._msacc_micro_batches()
        if len(grads) != len(parameters):
            raise ValueError(
                f"{where}: {len(parameters)} parameters need as many gradients, but got {len(grads)}."
            )
        micro_batches.add_gradients(grads, parameters, float(weight))

    def _msacc_micro_batches(self, inputs: tuple[Any, ...] | None = None) -> MicroBatches:
        step_runtime = self.step_runtime(inputs)
        return MicroBatches(step_runtime, self.plan, self.targets, self.has_aux, self.under_way)

    def finish_window(self, times: float = 1.0) -> tuple[torch.Tensor, bool]:
        """Reduces, checks, updates, gathers, clears; returns (loss of the last call, whether it overflowed).

        `times` multiplies the gradient.
        """
        result = self._msacc_finish_window(times)
        return result.loss, result.overflow

    def _msacc_finish_window(self, times: float = 1.0) -> WindowResult:
        step_runtime, payload, name = self.step_runtime(), self.loss_payload, self.under_way
        end = WindowEnd(step_runtime, self.plan, self.optimizer, self.targets, payload, name)
        result = end.finish(times)
        self.forget_window()
        self.completed_steps += 1
        return result

    def forget_window(self) -> None:
        """Drop what was accumulated since the last update."""
        self.step_runtime().forget_window()

    def check_no_window(self, what: str) -> None:
        """RuntimeError where gradients wait for an update, which `what` would lose."""
        if self._msacc_step_runtime is not None and self._msacc_step_runtime.window.micros:
            raise RuntimeError(
                f"{what} is replaced or copied in the middle of a window of {self._msacc_step_runtime.window.micros} "
                "micro-batches, whose gradients would be lost: finish it, or forget_window() first."
            )

    # -- the runtime ---------------------------------------------------------------------------
    def step_runtime(self, inputs: tuple[Any, ...] | None = None) -> StepRuntime:
        """Mesh, parameter store, micro-step and sums; built at the first call, whose `inputs` determine a
        pipeline's stages. Collective.
        """
        own = self._msacc_step_runtime
        if own is None or own.store.released:
            with explain_lost_peers("the beginning of training"):
                own = self.__dict__["_msacc_step_runtime"] = self._msacc_begin(inputs)
            runtime().step_began(self)
        return own

    def _msacc_begin(self, inputs: tuple[Any, ...] | None) -> StepRuntime:
        self._msacc_reread_context()
        for wrapper in self.plan.source.wrappers if self.plan.source else ():
            wrapper.on_step_begin()
        arguments = self.network, self.optimizer, self.plan, self.has_aux, self.accu_grads
        step_runtime = begin(*arguments, inputs or self._msacc_inputs)
        step_runtime.micro.set_train(self.training)
        return step_runtime

    def reread_changes(self, inputs: tuple[Any, ...] = ()) -> None:
        """Builds the runtime, or warns of late changes. A dry run with `inputs` places sharded operators."""
        self.__dict__["_msacc_inputs"] = inputs
        if self._msacc_step_runtime is not None:
            warn_late_changes(self.plan)
        self.step_runtime(inputs)

    def _msacc_reread_context(self) -> None:
        """Until the first call: read wrappers and the parallel context again."""
        if self._msacc_step_runtime is not None:
            return
        network, plan = reread_plan(self.network, self.plan)
        if network is not self.network or plan != self.plan:
            self.network = step_network(network, self.optimizer, plan)
            self.plan, self.micro_size = plan, plan.micro_size
            self.targets = valid_targets(self.network, plan)
            self._msacc_make_sums()
        self.plan = plan

    def _msacc_make_sums(self) -> None:
        """In one process the sums are part of the step, and of its checkpoint."""
        if not self.plan.standalone and world_size() > 1:
            self._msacc_drop_sums()
        elif self.accu_grads is None:
            self.accu_grads = clones(self.optimizer.parameters, self._msacc_prefix, "zeros")

    def _msacc_drop_sums(self) -> None:
        sums = {id(total) for total in self.accu_grads or ()}
        for name in [n for n, p in self._params.items() if id(p) in sums]:
            del self._params[name]
        self.accu_grads = None

    # -- the Cell ------------------------------------------------------------------------------
    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self._msacc_step_runtime is not None:
            self._msacc_step_runtime.micro.set_train(mode)
        return super().set_train(mode)

    def update_parameters_name(self, prefix: str = "", recurse: bool = True) -> None:
        """As in a TrainOneStepCell: what it trains has its own name for a path."""
        own_names = [parameter.name for parameter in self.optimizer.parameters]
        super().update_parameters_name(prefix, recurse)
        if recurse:
            for parameter, name in zip(self.optimizer.parameters, own_names, strict=True):
                parameter.name = prefix + name

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a new run with the current values; RuntimeError in the middle of a window."""
        self.check_no_window("A training step")
        return {**super().__getstate__(), "_msacc_step_runtime": None, "loss_payload": None}

    # -- whole values --------------------------------------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order. All processes must call it."""
        return self.step_runtime().store.whole_parameters()

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. All processes must call it."""
        return self.step_runtime().store.whole_states()
