"""SGD."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.momentum import sgd
from msacc.ops.update.tensor_lists import descend

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.optim._learning_rates import LearningRate


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum if asked; v is g in the first step.

    `v = momentum * v + (1 - dampening) * g`
    `p -= lr * v`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `momentum`, `dampening`: numbers >= 0; without momentum the step is `p -= lr * g`.
    `nesterov`: a bool, whether the step is `p -= lr * (g + momentum * v)`.
    `weight_decay`: a number >= 0, times p added to g.
    `loss_scale`: a number > 0, what the loss was multiplied by.

    Raises TypeError for other types and for a weight decay that changes by step, ValueError for
    values out of these ranges, and for `nesterov` without momentum or with dampening. As in
    MindSpore.
    """

    elementwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 0.1,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        momentum = check.non_negative_float("SGD", "momentum", momentum, also_int=True)
        self.dampening = check.non_negative_float("SGD", "dampening", dampening, also_int=True)
        self.nesterov = check.boolean("SGD", "nesterov", nesterov)
        if nesterov and (momentum <= 0.0 or self.dampening != 0.0):
            raise ValueError(
                "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to "
                f"0.0, but got 'momentum' {momentum}, 'dampening' {dampening}."
            )
        if self.dynamic_weight_decay:
            raise TypeError(
                "For 'SGD', dynamic weight decay is currently not supported: 'weight_decay', here or in a "
                "group, must be float or int type."
            )
        self._msacc_moving = momentum > 0.0
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.accum = self._parameters.clone(prefix="accum", init="zeros")
        # 1 until a parameter has seen its first gradient, then 0.
        self.stat = self._parameters.clone(prefix="stat", init="ones")

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        if not self._msacc_moving:
            descend(params, grads, lr)
            return
        accumulations, first = self._msacc_pick(self.accum, at), self._msacc_pick(self.stat, at)
        sgd(
            params, grads, accumulations, first, lr, self.momentum._t, self.dampening, self.nesterov
        )
