"""ASGD."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.momentum import averaged_sgd
from msacc.ops.update.step_counters import as_float

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class ASGD(Optimizer):
    """Averaged gradient descent, whose step eta falls from lr.

    `eta = lr / (1 + lambd * lr * t)^alpha`
    `p = (1 - lambd * eta) * p - eta * g`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `lambd`, `alpha`, `t0`: floats.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    The state `ax` averages p once t > t0.

    Raises TypeError for other types, ValueError for values out of these ranges.
    """

    elementwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 0.1,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        self.lambd = check.floating("ASGD", "lambd", lambd)
        self.alpha = check.floating("ASGD", "alpha", alpha)
        self._msacc_t0 = check.floating("ASGD", "t0", t0)
        self.t0 = Tensor([t0], mstype.float32)
        self.mu = self._msacc_scalars("mu_", 1.0)
        self.eta = self._msacc_scalars("eta_", 0.0)
        self.ax = self._parameters.clone(prefix="ax_", init="zeros")

    def _msacc_scalars(self, prefix: str, value: float) -> ParameterTuple:
        scalars = [
            Parameter(Tensor(value, mstype.float32), name=prefix + p.name) for p in self._parameters
        ]
        return ParameterTuple(scalars)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        mu, eta, ax = (self._msacc_pick(state, at) for state in (self.mu, self.eta, self.ax))
        step = as_float(self.global_step._t, 1)
        averaged_sgd(params, grads, mu, eta, ax, lr, step, self.lambd, self.alpha, self._msacc_t0)
