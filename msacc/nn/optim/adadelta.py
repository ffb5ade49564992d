"""Adadelta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import adadelta

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class Adadelta(Optimizer):
    """Steps scaled by running averages of squared gradients and of squared steps.

    `a = rho * a + (1 - rho) * g^2`
    `d = sqrt((u + epsilon) / (a + epsilon)) * g`
    `u = rho * u + (1 - rho) * d^2`
    `p -= lr * d`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `rho`: a float in [0, 1].
    `epsilon`: a float >= 0.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    Raises TypeError for other types, ValueError for values out of these ranges.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 1.0,
        rho: float = 0.9,
        epsilon: float = 1e-6,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.rho = check.in_range(self.cls_name, "rho", rho, 0.0, 1.0, closed="lr")
        self.epsilon = check.non_negative_float(self.cls_name, "epsilon", epsilon)
        self.accum = self._parameters.clone(prefix="accum", init="zeros")
        self.accum_update = self._parameters.clone(prefix="accum_update", init="zeros")

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        squares, delta = self._msacc_pick(self.accum, at), self._msacc_pick(self.accum_update, at)
        adadelta(params, grads, squares, delta, lr, self.rho, self.epsilon)
