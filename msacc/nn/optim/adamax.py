"""AdaMax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.optim.adam import KeepsNumbers, check_betas
from msacc.nn.optim.optimizer import Tensors, opt_init_args_register
from msacc.ops.update.adam import adamax
from msacc.ops.update.state_copies import in_float32, widened
from msacc.ops.update.step_counters import from_one, grow, scalar

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class AdaMax(KeepsNumbers):
    """Adam with the largest recent gradient in place of the root of averaged squares.

    `m = beta1 * m + (1 - beta1) * g`
    `u = max(beta2 * u, abs(g))`
    `p -= (lr / (1 - beta1^t)) * (m / (u + eps))`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `beta1`, `beta2`: floats in (0, 1).
    `eps`: a float > 0.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.
    `loss_scale`: a number > 0, what the loss was multiplied by.

    Raises TypeError for other types, ValueError for values out of these ranges.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1, self.beta2 = Tensor(beta1, mstype.float32), Tensor(beta2, mstype.float32)
        self.eps = Tensor(eps, mstype.float32)
        self.beta1_power = Parameter(initializer("ones", [1], mstype.float32), name="beta1_power")
        self.moment1 = self._parameters.clone(prefix="moment1", init="zeros")
        self.moment2 = self._parameters.clone(prefix="moment2", init="zeros")

    def _msacc_begin_step(self) -> None:
        grow(self.beta1_power._t, self.beta1._t)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        m, u = self._msacc_pick(self.moment1, at), self._msacc_pick(self.moment2, at)
        bias = from_one(scalar(self.beta1_power._t))
        # In float16 eps is 0, and the step of a gradient of 0 is none.
        with in_float32(params, m, u) as (own, means, sizes):
            coefficients = lr, self._msacc_b1, self._msacc_b2, self._msacc_eps, bias
            adamax(own, widened(grads), means, sizes, *coefficients)
