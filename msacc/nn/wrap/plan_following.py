"""How a train-step Cell follows wrappers, the parallel context and replaced attributes."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from msacc.common.parallel_modes import ParallelMode
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.graph import GradOperation
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell
from msacc.nn.layer.reshaping import Identity
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.broadcast_initial import broadcast_by_context
from msacc.step.context_settings import world_size
from msacc.step.plan import StepPlan
from msacc.step.plan_reader import StepSetup, read_plan
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper, chain, warn_ignored_hooks


class FollowsPlans(Cell):
    """A train-step Cell that hands its work to a TrainStep where more is asked than an update per batch.

    What is replaced (network, optimizer, weights, gradient reducer) and set in the parallel context is heard
    at the next call, or refused.
    """

    network: Any
    optimizer: Any
    weights: Any
    grad: Any
    grad_reducer: Any
    sens: Any
    sense_flag: bool
    return_grad: bool
    # What a TrainStep may run in place of; each class of msacc's names its own, a script's subclass none.
    _replaceable: ClassVar[Any] = None
    # Methods that a TrainStep does not call.
    _left_out: ClassVar[dict[str, Any]] = {}

    def _begin_to_follow(self) -> None:
        self._planned_step: TrainStep | None = None
        self.__dict__["_own_reducer"], self._called = None, False
        self._read_context()
        self._read_plan()

    def _read_context(self) -> None:
        """The parallel mode, and the reducer of gradients that goes with it."""
        self._context = dict(settings.parallel)
        self.parallel_mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        self.reducer_flag = self.parallel_mode in (
            ParallelMode.DATA_PARALLEL,
            ParallelMode.HYBRID_PARALLEL,
        )
        before = self._own_reducer
        self.__dict__["_own_reducer"] = self._reducer() if self.reducer_flag else Identity()
        if before is None or self.grad_reducer is before:
            self.grad_reducer = self._own_reducer

    def _read_plan(self) -> None:
        """Reads the step setup from the network and its wrappers; None means that this Cell is one graph."""
        self._leave_step()
        setup = read_plan(self.network)
        self._step_setup = setup if setup.needs_step else None
        self._built_for = self.parts()
        if self._step_setup is not None:
            if self._follows_plans():
                self._train_step(setup)
            else:
                warn_custom_construct(self.cls_name, setup.plan)

    def _leave_step(self) -> None:
        if self._planned_step is not None:
            self._planned_step.check_no_window(f"The network or optimizer of {self.cls_name}")
            self._planned_step = None

    def parts(self) -> tuple[Any, ...]:
        """The parts that a step is built from; replacing one means a new step."""
        own = self.optimizer, self.weights, self.grad_reducer, self.grad, self._is_scaled()
        return (*chain(self.network), *own)

    def _before_call(self) -> None:
        """Called before each call: follows changes of context and attributes."""
        self.reread_context()
        if not self._called and self._planned_step is None:
            broadcast_by_context(self.get_parameters())
        self._called = True

    def reread_context(self) -> None:
        """Follows replaced parts, and the parallel context until the first call."""
        if not self._called and settings.parallel != self._context:
            self._read_context()
            self._read_plan()
        elif not same(self.parts(), self._built_for):
            if isinstance(self.network, Cell):
                self.network.set_grad()
            self._read_plan()
        elif self._step_setup is None and settings.parallel != self._context:
            self._context = dict(settings.parallel)
            once(
                f"late-context:{self.cls_name}",
                f"set_auto_parallel_context() comes after the first step of {self.cls_name}, which goes on as it was; "
                "set it before.",
            )

    def _train_step(self, setup: StepSetup) -> TrainStep:
        """The TrainStep of a setup, built once."""
        if self._planned_step is None:
            self._planned_step = self._planned(setup)
            self._planned_step.set_train(self.training)
        return self._planned_step

    def _planned(self, setup: StepSetup) -> TrainStep:
        if self.return_grad:
            raise NotImplementedError(
                f"For '{self.cls_name}', 'return_grad' does not go with AutoParallel or GradAccumulation, whose "
                "gradients are spread over processes or micro-batches; take them by ms.value_and_grad."
            )
        self._check_replaced(setup.plan)
        return TrainStep(setup.core, self.optimizer, replace(setup.plan, **self._scaling()))

    def _check_replaced(self, plan: StepPlan) -> None:
        """Refuse parts that a TrainStep, which has its own, would leave out."""
        if not same(self.weights, self.optimizer.parameters):
            raise ValueError(
                f"For '{self.cls_name}', 'weights' are not the parameters of 'optimizer', for which AutoParallel and "
                "GradAccumulation take gradients; give the optimizer those, or set both."
            )
        names = [name for name, own in self._left_out.items() if not self._has_own(name, own)]
        own = self.grad_reducer is self._own_reducer
        if not own and not _is_equivalent_reducer(self.grad_reducer, plan):
            names.append("grad_reducer")
        if not isinstance(self.grad, GradOperation):
            names.append("grad")
        if names:
            raise NotImplementedError(
                f"For '{self.cls_name}', '{names[0]}' was replaced, which a step with AutoParallel or GradAccumulation "
                "does not call: it takes, reduces and judges gradients itself. Leave it as it is, or take the "
                "gradients in a construct() of your own."
            )

    def _has_own(self, name: str, own: Any) -> bool:
        return getattr(getattr(self, name), "__func__", None) is own

    def _follows_plans(self) -> bool:
        """Whether the step is this class's own, not one that a subclass writes."""
        return type(self).construct is type(self)._replaceable

    def _is_scaled(self) -> bool:
        return self.sense_flag or isinstance(self.sens, Tensor) or self.sens != 1.0

    def _scaling(self) -> dict[str, Any]:
        return {"loss_scale": self._seed} if self._is_scaled() else {}

    def _seed(self) -> Any:
        return self.sens

    def distributed_step(self, wrapper: StepWrapper) -> TrainStep | None:
        """The TrainStep for this Cell within `wrapper`; None where a subclass has a construct of its own."""
        setup = read_plan(self.network, [wrapper])
        if self._follows_plans():
            # Its own would hold gradient sums that nobody fills.
            self._leave_step()
            self._built_for, self._context = self.parts(), dict(settings.parallel)
            self._called = True
            warn_ignored_hooks(self)
            return self._planned(setup)
        warn_custom_construct(self.cls_name, setup.plan)
        return None

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if not execution.in_graph:
            self._before_call()
        if self._step_setup is None or not self._follows_plans():
            return super().__call__(*inputs, **kwargs)
        self._check_declared_inputs(inputs, kwargs)
        if any(self._hooks.values()):
            return self._call_with_extras(*inputs, **kwargs)
        return self._train_step(self._step_setup)(*inputs, **kwargs)

    def planned_step(self) -> TrainStep | None:
        """The step that runs in place of this one; None where nothing more is asked, or a subclass writes its own."""
        if self._step_setup is None or not self._follows_plans():
            return None
        return self._train_step(self._step_setup)

    def _reducer(self) -> Cell:
        reducer = DistributedGradReducer(self.weights)
        self.mean, self.degree = reducer.mean, reducer.degree
        return reducer


def _is_equivalent_reducer(reducer: Any, plan: StepPlan) -> bool:
    """Whether a reducer of the script's does what the TrainStep does itself."""
    if not isinstance(reducer, DistributedGradReducer) or not all(reducer.shared):
        return False
    if plan.standalone and world_size() > 1:
        return False
    divisor = reducer.degree if reducer.mean else 1
    own = world_size() if plan.mean else 1
    return divisor == own and reducer.group == HCCL_WORLD_COMM_GROUP


def same(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Whether both hold the same objects in the same order."""
    first, second = list(some), list(others)
    return len(first) == len(second) and all(map(operator.is_, first, second))


def warn_custom_construct(name: str, plan: StepPlan) -> None:
    """Say once what a step that a script writes itself does not get."""
    lost = ["parameters are not sharded"] if plan.shard_size != 1 else []
    if plan.stages == 1 and (plan.micro_size != 1 or plan.inner_micro_batches != 1):
        lost.append(
            "its micro-batches run as one graph, without the saving in memory, and its loss is the sum of theirs"
        )
    if lost:
        once(
            f"own-step:{name}",
            f"{name} computes its gradients in a construct() of its own: {'; '.join(lost)}. Put what it does to the "
            "loss into the network and use TrainOneStepCell or Model, or accumulate by msacc.parallel.GradAccumulator.",
        )
