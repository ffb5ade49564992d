"""Momentum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update import fused
from msacc.ops.update.momentum import momentum as momentum_rule

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class Momentum(Optimizer):
    """Gradient descent with momentum.

    `v = momentum * v + g`
    `p -= lr * v`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `momentum`: a float >= 0.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `use_nesterov`: a bool, whether the step is `p -= lr * (g + momentum * v)`.

    Raises TypeError for other types, ValueError for values out of these ranges.

    Differs from MindSpore, whose CPU build ignores `use_nesterov`.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate,
        momentum: float,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_nesterov: bool = False,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check.non_negative_float(self.cls_name, "momentum", momentum)
        self.use_nesterov = check.boolean(self.cls_name, "use_nesterov", use_nesterov)
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.params = self._parameters
        self.moments = self.params.clone(prefix="moments", init="zeros")

    def _msacc_portions(self, params: Tensors, grads: Tensors, at: Sequence[int]) -> Any:
        at_once = fused.may_serve(params)
        return [at] if at_once else super()._msacc_portions(params, grads, at)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        moments, factor = self._msacc_pick(self.moments, at), self.momentum._t
        momentum_rule(params, grads, moments, lr, factor, self.use_nesterov)
