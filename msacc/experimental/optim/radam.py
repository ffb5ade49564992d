"""RAdam with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least, check_betas
from msacc.ops.update.adam import radam
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class RAdam(CountedOptimizer):
    """Adam whose adaptive rate is rectified, and left out in the first steps (Liu et al., 2019).

    n = 2 / (1 - beta2) - 1; r = n - 2 * t * beta2^t / (1 - beta2^t); where r > 5, p -= lr / (1 - beta1^t) *
    sqrt((r - 4) (r - 2) n / ((n - 4) (n - 2) r)) * sqrt(1 - beta2^t) * m / (sqrt(v) + eps), otherwise p -= lr
    / (1 - beta1^t) * m.

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value.
    `betas`: two numbers in [0, 1); `eps` > 0; `weight_decay` >= 0, times p added to g.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ):
        at_least(lr, 0.0, "lr", "RAdam", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "RAdam")
        at_least(eps, 0.0, "eps", "RAdam", strict=True)
        check_betas(betas, "RAdam")
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, defaults)

    def _msacc_more_state(self) -> None:
        self.exp_avg = self._msacc_clone("exp_avg")
        self.exp_avg_sq = self._msacc_clone("exp_avg_sq")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        m, v = self._msacc_pick(self.exp_avg, at), self._msacc_pick(self.exp_avg_sq, at)
        beta1, beta2 = group["betas"]
        radam(params, grads, m, v, lr, beta1, beta2, group["eps"], self._msacc_step)
