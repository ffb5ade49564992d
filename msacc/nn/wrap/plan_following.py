"""How a train-step Cell follows wrappers, the parallel context and replaced attributes."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from msacc.common.cell_tree import refresh_names_once
from msacc.common.parallel_modes import ParallelMode
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.graph import GradOperation
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell
from msacc.nn.cell.calling import check_declared_inputs, run
from msacc.nn.layer.reshaping import Identity
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.broadcast_initial import broadcast_by_context
from msacc.step.context_settings import world_size
from msacc.step.plan import StepPlan
from msacc.step.step import TrainStep
from msacc.step.step_factory import StepFactory, step_factory
from msacc.step.wrapper import StepWrapper, chain, warn_ignored_hooks

if TYPE_CHECKING:
    from collections.abc import Callable


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
    _msacc_replaceable: ClassVar[Any] = None
    # Methods that a TrainStep does not call.
    _msacc_left_out: ClassVar[dict[str, Any]] = {}

    def _msacc_begin_to_follow(self) -> None:
        self._msacc_planned_step: TrainStep | None = None
        self.__dict__["_msacc_own_reducer"], self._msacc_called = None, False
        self._msacc_read_context()
        self._msacc_read_plan()

    def _msacc_read_context(self) -> None:
        """The parallel mode, and the reducer of gradients that goes with it."""
        self._msacc_context = dict(settings.parallel)
        self.parallel_mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        self.reducer_flag = self.parallel_mode in (
            ParallelMode.DATA_PARALLEL,
            ParallelMode.HYBRID_PARALLEL,
        )
        before = self._msacc_own_reducer
        self.__dict__["_msacc_own_reducer"] = (
            self._msacc_reducer() if self.reducer_flag else Identity()
        )
        if before is None or self.grad_reducer is before:
            self.grad_reducer = self._msacc_own_reducer

    def _msacc_read_plan(self) -> None:
        """Asks which step the network and its wrappers need; None means that this Cell is one graph."""
        self._msacc_leave_step()
        self._msacc_step_factory = factory = step_factory(self.network)
        self._msacc_built_for = self._msacc_components()
        if factory is not None:
            if self._msacc_follows_plans():
                self._msacc_train_step(factory)
            else:
                warn_custom_construct(self.cls_name, factory.plan)

    def _msacc_leave_step(self) -> None:
        if self._msacc_planned_step is not None:
            self._msacc_planned_step.check_no_window(f"The network or optimizer of {self.cls_name}")
            self._msacc_planned_step = None

    def _msacc_components(self) -> tuple[Any, ...]:
        """What a step is built from; replacing one means a new step."""
        own = self.optimizer, self.weights, self.grad_reducer, self.grad, self._msacc_is_scaled()
        return (*chain(self.network), *own)

    def _msacc_before_call(self) -> None:
        """Called before each call: follows changes of context and attributes."""
        self._msacc_reread_context()  # which leaves a step that was built for other components, and their names
        if self._msacc_uncalled:
            refresh_names_once(self)
        if not self._msacc_called and self._msacc_planned_step is None:
            broadcast_by_context(self.get_parameters())
        self._msacc_called = True

    def _msacc_reread_context(self) -> None:
        """Follows replaced components, and the parallel context until the first call."""
        if not self._msacc_called and settings.parallel != self._msacc_context:
            self._msacc_read_context()
            self._msacc_read_plan()
        elif not same(self._msacc_components(), self._msacc_built_for):
            if isinstance(self.network, Cell):
                self.network.set_grad()
            self._msacc_read_plan()
        elif self._msacc_step_factory is None and settings.parallel != self._msacc_context:
            self._msacc_context = dict(settings.parallel)
            once(
                f"late-context:{self.cls_name}",
                f"set_auto_parallel_context() comes after the first step of {self.cls_name}, which goes on as it was; "
                "set it before.",
            )

    def _msacc_train_step(self, factory: StepFactory) -> TrainStep:
        """The TrainStep of this Cell, built once."""
        if self._msacc_planned_step is None:
            self._msacc_planned_step = self._msacc_planned(factory)
            self._msacc_planned_step.set_train(self.training)
        return self._msacc_planned_step

    def _msacc_planned(self, factory: StepFactory) -> TrainStep:
        if self.return_grad:
            raise NotImplementedError(
                f"For '{self.cls_name}', 'return_grad' does not go with AutoParallel or GradAccumulation, whose "
                "gradients are spread over processes or micro-batches; take them by ms.value_and_grad."
            )
        self._msacc_check_replaced(factory.plan)
        return factory.build(self.optimizer, **self._msacc_scaling())

    def _msacc_check_replaced(self, plan: StepPlan) -> None:
        """Refuse components that a TrainStep, which has its own, would leave out."""
        if not same(self.weights, self.optimizer.parameters):
            raise ValueError(
                f"For '{self.cls_name}', 'weights' are not the parameters of 'optimizer', for which AutoParallel and "
                "GradAccumulation take gradients; give the optimizer those, or set both."
            )
        names = [
            name for name, own in self._msacc_left_out.items() if not self._msacc_has_own(name, own)
        ]
        own = self.grad_reducer is self._msacc_own_reducer
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

    def _msacc_has_own(self, name: str, own: Callable[..., Any]) -> bool:
        return getattr(getattr(self, name), "__func__", None) is own

    def _msacc_follows_plans(self) -> bool:
        """Whether the step is this class's own, not one that a subclass writes."""
        return type(self).construct is type(self)._msacc_replaceable

    def _msacc_is_scaled(self) -> bool:
        return self.sense_flag or isinstance(self.sens, Tensor) or self.sens != 1.0

    def _msacc_scaling(self) -> dict[str, Any]:
        return {"loss_scale": self._msacc_seed} if self._msacc_is_scaled() else {}

    def _msacc_seed(self) -> Any:
        return self.sens

    def _msacc_distributed_step(self, wrapper: StepWrapper) -> TrainStep | None:
        """The TrainStep for this Cell within `wrapper`; None where a subclass has a construct of its own."""
        factory = step_factory(self.network, [wrapper])
        assert factory is not None  # there is a wrapper
        if self._msacc_follows_plans():
            # Its own would hold gradient sums that nobody fills.
            self._msacc_leave_step()
            self._msacc_built_for, self._msacc_context = (
                self._msacc_components(),
                dict(settings.parallel),
            )
            self._msacc_called = True
            warn_ignored_hooks(self)
            return self._msacc_planned(factory)
        warn_custom_construct(self.cls_name, factory.plan)
        return None

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if not execution.now.graph:
            self._msacc_before_call()
        if self._msacc_step_factory is None or not self._msacc_follows_plans():
            return super().__call__(*inputs, **kwargs)
        check_declared_inputs(self, inputs, kwargs)
        if any(self._msacc_hooks.values()):
            return run(self, inputs, kwargs)
        return self._msacc_train_step(self._msacc_step_factory)(*inputs, **kwargs)

    def _msacc_step_of_plan(self) -> TrainStep | None:
        """The step that runs in place of this one; None where nothing more is asked, or a subclass writes its own."""
        if self._msacc_step_factory is None or not self._msacc_follows_plans():
            return None
        return self._msacc_train_step(self._msacc_step_factory)

    def _msacc_reducer(self) -> Cell:
        reducer = DistributedGradReducer(self.weights)
        self.mean, self.degree = reducer.mean, reducer.degree
        return reducer


def _is_equivalent_reducer(reducer: object, plan: StepPlan) -> bool:
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
