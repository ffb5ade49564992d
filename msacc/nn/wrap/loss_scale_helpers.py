"""Methods of loss-scale train steps for derived classes with a `construct` of their own.

msacc's own steps do not call these: to replace one changes the derived class alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import dtype as mstype
from msacc.common.parallel_modes import ParallelMode
from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


class Part:
    """What `get` computes when it is read, until a derived class sets its own."""

    def __init__(self, get: Callable[[Any], Any]):
        self.get, self.__doc__ = get, get.__doc__

    def __get__(self, owner: Cell | None, kind: type | None = None) -> Any:
        return self if owner is None else self.get(owner)


class StepParts:
    """The parts of TrainOneStepWithLossScaleCell. `gpu_target` and the like are False: overflow is found alike
    everywhere.
    """

    hyper_map = ops.HyperMap()
    reduce_sum = ops.ReduceSum(keep_dims=False)
    reduce_all = ops.ReduceAll(keep_dims=False)
    less_equal, equal, logic_not = ops.LessEqual(), ops.Equal(), ops.LogicalNot()
    gpu_target = ascend_910a_target = ascend_910b_target = False
    enable_allfinite, enable_tuple_broaden = True, True
    parallel_mode: Any

    @Part
    def base(self) -> Tensor:
        """One."""
        return Tensor(1, mstype.float32)

    @Part
    def base0(self) -> Tensor:
        """Zero."""
        return Tensor(0, mstype.int32)

    @Part
    def is_distributed(self) -> bool:
        """Whether the parallel context shares the work among processes."""
        return bool(self.parallel_mode != ParallelMode.STAND_ALONE)

    @Part
    def allreduce(self) -> Any:
        """The sum over all processes."""
        return ops.AllReduce()


class UpdateParts:
    """The parts of DynamicLossScaleUpdateCell."""

    select, max, reciprocal = ops.Select(), ops.Maximum(), ops.Reciprocal()
    less_equal, logic_and = ops.LessEqual(), ops.LogicalAnd()
    logic_not, logic_or = ops.LogicalNot(), ops.LogicalOr()

    @Part
    def minimum_loss_scale(self) -> Tensor:
        """The scale does not fall below it."""
        return Tensor(1.0, mstype.float32)

    @Part
    def const_true(self) -> Tensor:
        """True."""
        return Tensor(True, mstype.bool_)
