"""BoostTrainOneStepCell: a training step that freezes groups of parameters when its optimizer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.boost.grad_freeze import FreezeOpt, freeze_cell
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.unsupported_names import refusal_reason, unsupported
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell
from msacc.nn.cell.calling import run
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.step.context_settings import world_size
from msacc.step.step import TrainStep
from msacc.step.step_factory import StepFactory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.nn.optim.optimizer import Optimizer

_ACCUMULATES = "AutoBoost alone turns it on; use boost.GradientAccumulation"
_ADASUM = "adaptive summation is a collective of Ascend's boosting; DistributedGradReducer averages"
_SUBSPACE = "training in a subspace is part of Ascend's boosting; train all parameters"


class BoostTrainOneStepCell(TrainOneStepCell):
    """One training step: forward, backward, update; returns the loss. As nn.TrainOneStepCell.

    With a FreezeOpt for `optimizer`, a step trains the group that its `train_strategy` names for it, or
    the groups in turn, and starts over after the last. Raises ValueError for `sens` 0,
    NotImplementedError for an optimizer marked `dim_reduce`, and for a FreezeOpt with a network in
    AutoParallel or GradAccumulation.

    Differs from MindSpore 2.10: without `sens` the loss is returned, not None; in PyNative mode too the
    freezing starts over.
    """

    def __init__(self, network: Cell, optimizer: Cell, sens: float | None = None):
        super().__init__(network, optimizer, sens)
        self.use_grad_accumulation, self.max_accumulation_step = False, 1
        self.accumulation_step = Parameter(Tensor(0, mstype.int32), name="accumulation_step")
        self.step = Parameter(Tensor(0, mstype.int32), name="step")
        self.sync_tensor = Parameter(Tensor(0, mstype.int32), name="sync_tensor")
        self.enable_dim_reduce = self.check_dim_reduce_enable()
        self.enable_adasum = self.check_adasum_enable()
        for enabled, why in ((self.enable_dim_reduce, _SUBSPACE), (self.enable_adasum, _ADASUM)):
            if enabled:
                raise NotImplementedError(f"For 'BoostTrainOneStepCell': {why}.")

    def _msacc_read_plan(self) -> None:
        super()._msacc_read_plan()
        self.freeze, self.freeze_nets = isinstance(self.optimizer, FreezeOpt), None
        self.train_strategy = getattr(self.optimizer, "train_strategy", None)
        if self.freeze:
            scale = (self.mean, self.degree) if self.reducer_flag else (None, None)
            self.freeze_nets = freeze_cell(
                *(self.reducer_flag, self.network, self.optimizer, self.sens, self.grad, False),
                *scale,
            )

    def _msacc_planned(self, factory: StepFactory) -> TrainStep:
        if isinstance(self.optimizer, FreezeOpt):
            raise NotImplementedError(
                "For 'BoostTrainOneStepCell', AutoParallel and GradAccumulation have one optimizer; give "
                "'optimizer' without FreezeOpt."
            )
        return super()._msacc_planned(factory)

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if not self.freeze or not self._msacc_follows_plans():
            return super().__call__(*inputs, **kwargs)
        if execution.now.graph:
            raise RuntimeError(
                "A step with FreezeOpt cannot be part of another graph: call it directly."
            )
        self._msacc_before_call()
        if any(self._msacc_hooks.values()):
            return run(self, inputs, kwargs)
        return self.construct(*inputs, **kwargs)

    def construct(self, *inputs: Any) -> Any:
        if self.freeze:
            return self.gradient_freeze_process(*inputs)
        return super().construct(*inputs)

    _msacc_replaceable = construct
    _no_sens_impl = construct

    def gradient_freeze_process(self, *inputs: Any) -> Any:
        """Train the group whose turn it is on `inputs`, a batch's columns; returns the loss. TypeError without a
        FreezeOpt.
        """
        if self.freeze_nets is None:
            raise TypeError("'gradient_freeze_process' needs a FreezeOpt for 'optimizer'.")
        at = int(self.step.asnumpy())
        turns = list(range(len(self.freeze_nets)))
        if self.train_strategy is not None:
            turns = self.train_strategy.asnumpy().tolist()
        net = self.freeze_nets[turns[at]]
        net.sens = self.sens
        loss = net(*inputs)
        self.step.set_data(Tensor((at + 1) % len(turns), mstype.int32))
        return loss

    @refusal_reason(_ACCUMULATES)
    def gradient_accumulation_process(
        self, loss: Tensor, grads: Sequence[Tensor], sens: Tensor | float, *inputs: Any
    ) -> Any:
        """Add gradients up. Not here: raises NotImplementedError.

        Not looked at: `loss`, `grads`, `sens` and `inputs`.
        """
        raise NotImplementedError(
            f"msacc does not have gradient_accumulation_process: {_ACCUMULATES}."
        )

    @refusal_reason(_ADASUM)
    def adasum_process(self, loss: Tensor, grads: Sequence[Tensor]) -> Any:
        """Sum adaptively. Not here: raises NotImplementedError, whatever `loss` and `grads` are."""
        raise NotImplementedError(f"msacc does not have adasum_process: {_ADASUM}.")

    def check_adasum_enable(self) -> bool:
        """Whether the optimizer is marked `adasum` and there are groups of 8 processes, a power of two of them."""
        if not getattr(self.optimizer, "adasum", None) or not self.reducer_flag:
            return False
        groups = world_size() // 8
        return groups > 1 and groups & (groups - 1) == 0

    def check_dim_reduce_enable(self) -> bool:
        """Whether the optimizer is marked `dim_reduce`."""
        return bool(getattr(self.optimizer, "dim_reduce", None))


@unsupported(
    "the boosting algorithms rewrite Ascend's graphs; use nn.TrainOneStepWithLossScaleCell or "
    "boost.GradientAccumulation"
)
class BoostTrainOneStepWithLossScaleCell(Cell):
    """A training step with boosting and loss scaling. Not here: raises NotImplementedError.

    Not looked at: `network`, `optimizer` and `scale_sense`.
    """

    def __init__(self, network: Cell, optimizer: Optimizer, scale_sense: Tensor | Cell):
        raise NotImplementedError


__all__ = ["BoostTrainOneStepCell", "BoostTrainOneStepWithLossScaleCell"]
