"""AdaMax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.optim.adam import KeepsNumbers, check_betas
from msacc.nn.optim.optimizer import Tensors, opt_init_args_register
from msacc.ops.update.adam import adamax
from msacc.ops.update.step_counters import from_one, grow, scalar


class AdaMax(KeepsNumbers):
    """m averages g; u = max(beta2 * u, |g|); p -= lr / (1 - beta1^t) * m / (u + eps).

    `params`: Parameters, or groups of them (see `Optimizer`); `learning_rate`: a float, int or
    Tensor >= 0, one value per step, or a LearningRateSchedule; `beta1`, `beta2`: floats in (0, 1);
    `eps`: a float > 0; `weight_decay`: >= 0 or a Cell of the step, times p added to g; `loss_scale`
    > 0: what the loss was multiplied by. TypeError for other types, ValueError for values out of
    these ranges.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: Any = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1, self.beta2 = Tensor(beta1, mstype.float32), Tensor(beta2, mstype.float32)
        self.eps = Tensor(eps, mstype.float32)
        self.beta1_power = Parameter(initializer("ones", [1], mstype.float32), name="beta1_power")
        self.moment1 = self._parameters.clone(prefix="moment1", init="zeros")
        self.moment2 = self._parameters.clone(prefix="moment2", init="zeros")

    def _begin_step(self) -> None:
        grow(self.beta1_power._t, self.beta1._t)

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        m, u = self._pick(self.moment1, at), self._pick(self.moment2, at)
        bias = from_one(scalar(self.beta1_power._t))
        adamax(params, grads, m, u, lr, self._b1, self._b2, self._eps, bias)
