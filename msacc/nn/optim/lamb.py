"""Lamb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.optim.adam import KeepsNumbers, check_betas
from msacc.nn.optim.optimizer import Tensors, opt_init_args_register
from msacc.ops.update.norm_scaled import lamb
from msacc.ops.update.step_counters import as_float

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class Lamb(KeepsNumbers):
    """Adam's steps in the size of the parameters, with Adam's corrected moments.

    `u = m_hat / (sqrt(v_hat) + eps) + weight_decay * p`
    `p -= lr * (norm(p) / norm(u)) * u`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `beta1`, `beta2`: floats in (0, 1).
    `eps`: a float > 0.
    `weight_decay`: a number >= 0 or a Cell of the step.

    The ratio of the norms is 1 where one of them is 0.

    Raises TypeError for other types, ValueError for values out of these ranges.

    Differs from MindSpore, which has no CPU kernel for it.
    """

    parameterwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1, self.beta2 = Tensor([beta1], mstype.float32), Tensor([beta2], mstype.float32)
        self.eps = Tensor([eps], mstype.float32)
        self.params = self._parameters
        self.moments1 = self._parameters.clone(prefix="lamb_m", init="zeros")
        self.moments2 = self._parameters.clone(prefix="lamb_v", init="zeros")

    def _msacc_prepared(self, grads: Tensors) -> Tensors:
        return self._msacc_centralized(grads)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        step, steady = (
            as_float(self.global_step._t, 1),
            (self._msacc_b1, self._msacc_b2, self._msacc_eps),
        )
        for decay, slots in self._msacc_group_by_decay(at):
            here = [at[k] for k in slots]
            m, v = self._msacc_pick(self.moments1, here), self._msacc_pick(self.moments2, here)
            own, own_grads = [params[k] for k in slots], [grads[k] for k in slots]
            lamb(own, own_grads, m, v, lr, *steady, step, decay)
