"""GradientAccumulation as a Cell: accumulate for a number of calls, then update."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.dtype import int32
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops import HyperMap, MultitypeFuncGraph, assign, assign_add, zeros_like
from msacc.step.function_cell import Function
from msacc.step.plan import StepPlan
from msacc.step.step_factory import StepFactory

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer

# What scripts map over gradient sums of their own: (steps, sum, gradient), and (sum).
gradient_accumulation_op = MultitypeFuncGraph("gradient_accumulation_op")
gradient_clear_op = MultitypeFuncGraph("gradient_clear_op")


@gradient_accumulation_op.register("Int64", "Tensor", "Tensor")
@gradient_accumulation_op.register("Number", "Tensor", "Tensor")
def _accumulate(accumulation_step: int, gradient_sum: Parameter, grad: Any) -> Any:
    """held += grad / accumulation_step."""
    return assign_add(gradient_sum, grad / accumulation_step)


@gradient_clear_op.register("Tensor")
def _clear(gradient_sum: Parameter) -> Any:
    """held = 0, also where it is not finite."""
    return assign(gradient_sum, zeros_like(gradient_sum))


class GradientAccumulation(Cell):
    """Adds up gradients; after every `max_accumulation_step` calls the optimizer applies their mean."""

    def __init__(self, max_accumulation_step: int, optimizer: Optimizer):
        super().__init__(auto_prefix=False)
        self._max_accumulation_step = check.positive_int(
            "GradientAccumulation", "max_accumulation_step", max_accumulation_step
        )
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        # The gradients come reduced, if they have to be.
        factory = StepFactory(Function(None, optimizer.parameters), StepPlan(standalone=True))
        self.train_step = factory.build(optimizer, prefix="grad_accumulation")
        self._grad_accumulation = self.train_step.accu_grads
        # For subclasses that count and add by themselves.
        self._accumulation_step = Parameter(Tensor(0, int32), name="accumulation_step")
        self.hyper_map = HyperMap()

    def __call__(self, loss: Tensor | float, grads: Sequence[Tensor]) -> Any:
        """Take in one call's gradients; returns the loss."""
        if type(self).construct is not GradientAccumulation.construct:
            return super().__call__(loss, grads)
        step = self.train_step
        step.take_gradients("GradientAccumulation", grads)
        if step.step_runtime().window.micros >= self._max_accumulation_step:
            step.finish_window()
        return loss

    construct = __call__
