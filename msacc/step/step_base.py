"""The set-up of a step: before and at its first call."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import clones
from msacc.common.tensor import Tensor
from msacc.communication._peer_status import explain_lost_peers
from msacc.nn.cell import Cell
from msacc.step.context_settings import world_size
from msacc.step.function_cell import Function
from msacc.step.loss_payload import LossPayload
from msacc.step.plan import StepPlan
from msacc.step.replan import reread_plan, warn_late_changes
from msacc.step.step_runtime import StepRuntime, begin
from msacc.step.valid_targets import ValidTargets
from msacc.step.validation import check_plan


class StepBase(Cell):
    """A network, an optimizer and a plan; its runtime is built at the first call, which is collective.

    Wrappers and the parallel context are read once more then, so that settings made since the step was built
    count.
    """

    plan: StepPlan
    micro_size: int | str

    def __init__(
        self,
        network: Any,
        optimizer: Any,
        plan: StepPlan,
        has_aux: bool = False,
        prefix: str = "accu_grads",
    ):
        super().__init__(auto_prefix=False)
        self.optimizer, self.has_aux, self._prefix = optimizer, has_aux, prefix
        self.accu_grads: Any = None
        self.scale = plan.scale
        self._follow(network, plan)
        self.completed_steps = 0
        self.loss_payload: LossPayload | None = None
        self._step_runtime: StepRuntime | None = None
        self._sample: tuple[Any, ...] = ()
        self._used = torch.ones(())

    def _follow(self, network: Any, plan: StepPlan) -> None:
        """Adopts a plan, before the first call."""
        plan.gradient_communication()
        if not isinstance(network, Cell):  # an AutoParallel around a function
            network = Function(network, self.optimizer.parameters)
        check_plan(network, plan)
        self.network, self.plan, self.micro_size = network, plan, plan.micro_size
        # In one process the sums are part of the step, and of its checkpoint.
        single = plan.standalone or world_size() == 1
        if single and self.accu_grads is None:
            self.accu_grads = clones(self.optimizer.parameters, self._prefix, "zeros")
        elif not single:
            self._drop_sums()
        counted = plan.count is not None
        self.targets = ValidTargets(None if counted else network, plan.remainder == "short")

    def _drop_sums(self) -> None:
        for total in self.accu_grads or ():
            self._params.pop(total.name, None)
        self.accu_grads = None

    def step_runtime(self, inputs: tuple[Any, ...] | None = None) -> StepRuntime:
        """Mesh, parameter store, micro-step and sums; built at the first call, whose `inputs` determine a
        pipeline's stages. Collective.
        """
        own = self._step_runtime
        if own is None or own.store.released:
            with explain_lost_peers("the beginning of training"):
                own = self.__dict__["_step_runtime"] = self._begin(inputs)
            runtime().step_began(self)
        return own

    def reread_context(self) -> None:
        """Until the first call: read wrappers and the parallel context again."""
        if self._step_runtime is not None:
            return
        network, plan = reread_plan(self.network, self.plan)
        if network is not self.network or plan != self.plan:
            self._follow(network, plan)
        self.plan = plan

    def _begin(self, inputs: tuple[Any, ...] | None) -> StepRuntime:
        self.reread_context()
        for wrapper in self.plan.source.wrappers if self.plan.source else ():
            wrapper.on_step_begin()
        arguments = self.network, self.optimizer, self.plan, self.has_aux, self.accu_grads
        step_runtime = begin(*arguments, inputs or self._sample)
        step_runtime.micro.set_train(self.training)
        return step_runtime

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self._step_runtime is not None:
            self._step_runtime.micro.set_train(mode)
        return super().set_train(mode)

    def reread_changes(self, inputs: tuple[Any, ...] = ()) -> None:
        """Builds the runtime, or warns of late changes. A dry run with `inputs` places sharded operators."""
        self.__dict__["_sample"] = inputs
        if self._step_runtime is not None:
            warn_late_changes(self.plan)
        self.step_runtime(inputs)

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a new run with the current values; RuntimeError in the middle of a window."""
        self.check_no_window("A training step")
        return {**super().__getstate__(), "_step_runtime": None, "loss_payload": None}

    def check_no_window(self, what: str) -> None:
        """RuntimeError where gradients wait for an update, which `what` would lose."""
        if self._step_runtime is not None and self._step_runtime.window.micros:
            raise RuntimeError(
                f"{what} is replaced or copied in the middle of a window of {self._step_runtime.window.micros} "
                "micro-batches, whose gradients would be lost: finish it, or forget_window() first."
            )

    @property
    def under_way(self) -> str:
        """The name of the current step in messages."""
        return f"training step {self.completed_steps + 1} of this run"

    # -- whole values --------------------------------------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order. All processes must call it."""
        return self.step_runtime().store.whole_parameters()

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. All processes must call it."""
        return self.step_runtime().store.whole_states()
