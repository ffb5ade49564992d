"""A step before and at its first call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common.parameter import clones
from msacc.common.tensor import Tensor
from msacc.communication._peer_status import explain_lost_peers
from msacc.nn.cell import Cell
from msacc.step.context_settings import world_size
from msacc.step.function_cell import Function
from msacc.step.loss_payload import Rider
from msacc.step.plan import StepPlan
from msacc.step.replan import renewed, say_unheard_changes
from msacc.step.step_runtime import Live, begin
from msacc.step.valid_targets import ValidTargets
from msacc.step.validation import check_plan

# Who is told that a step has begun: what knows of files lies above.
TOLD: list[Callable[[Begun], None]] = []


class Begun(Cell):
    """A network, an optimizer and a plan; what the plan takes is made at the first call, which is collective.

    Wrappers and the parallel context are read once more then, so that what was set since the step was built
    is heard.
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
        self.taken = 0
        self.rider: Rider | None = None
        self._live: Live | None = None
        self._sample: tuple[Any, ...] = ()
        self._used = torch.ones(())

    def _follow(self, network: Any, plan: StepPlan) -> None:
        """Take on a plan, before the first call."""
        plan.travel()
        if not isinstance(network, Cell):  # an AutoParallel around a function
            network = Function(network, self.optimizer.parameters)
        check_plan(network, plan)
        self.network, self.plan, self.micro_size = network, plan, plan.micro_size
        # In one process the sums are part of the step, and of its checkpoint.
        single = plan.alone or world_size() == 1
        if single and self.accu_grads is None:
            self.accu_grads = clones(self.optimizer.parameters, self._prefix, "zeros")
        elif not single:
            self._drop_sums()
        counted = plan.count is not None
        self.targets = ValidTargets(None if counted else network, plan.remainder == "short")

    def _drop_sums(self) -> None:
        for held in self.accu_grads or ():
            self._params.pop(held.name, None)
        self.accu_grads = None

    def live(self, inputs: tuple[Any, ...] | None = None) -> Live:
        """What the step works with; made at the first call, whose `inputs` show a pipeline what is
        where. Collective.
        """
        found = self._live
        if found is None or found.store.released:
            with explain_lost_peers("the beginning of training"):
                found = self.__dict__["_live"] = self._begin(inputs)
            for tell in TOLD:
                tell(self)
        return found

    def hear_context(self) -> None:
        """Until the first call: read wrappers and the parallel context again."""
        if self._live is not None:
            return
        network, plan = renewed(self.network, self.plan)
        if network is not self.network or plan != self.plan:
            self._follow(network, plan)
        self.plan = plan

    def _begin(self, inputs: tuple[Any, ...] | None) -> Live:
        self.hear_context()
        for wrapper in self.plan.source.wrappers if self.plan.source else ():
            wrapper.begins()
        given = self.network, self.optimizer, self.plan, self.has_aux, self.accu_grads
        live = begin(*given, inputs or self._sample)
        live.micro.set_train(self.training)
        return live

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self._live is not None:
            self._live.micro.set_train(mode)
        return super().set_train(mode)

    def hear_changes(self, inputs: tuple[Any, ...] = ()) -> None:
        """Begin, or say what is asked too late. Networks that are cut are looked through with `inputs`."""
        self.__dict__["_sample"] = inputs
        if self._live is not None:
            say_unheard_changes(self.plan)
        self.live(inputs)

    def __getstate__(self) -> dict[str, Any]:
        """A copy begins anew, with the values of now; RuntimeError in the middle of a window."""
        self.check_no_window("A training step")
        return {**super().__getstate__(), "_live": None, "rider": None}

    def check_no_window(self, what: str) -> None:
        """RuntimeError where gradients wait for an update, which `what` would lose."""
        if self._live is not None and self._live.window.micros:
            raise RuntimeError(
                f"{what} is replaced or copied in the middle of a window of {self._live.window.micros} "
                "micro-batches, whose gradients would be lost: finish it, or forget_window() first."
            )

    @property
    def under_way(self) -> str:
        """How messages call the step that is under way."""
        return f"training step {self.taken + 1} of this run"

    # -- whole values --------------------------------------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order. All processes must call it."""
        return self.live().store.whole_parameters()

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. All processes must call it."""
        return self.live().store.whole_states()
