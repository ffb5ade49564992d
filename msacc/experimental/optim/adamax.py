"""Adamax with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least, check_betas
from msacc.ops.update.adam import adamax
from msacc.ops.update.step_counters import bias
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class Adamax(CountedOptimizer):
    """m = beta1 * m + (1 - beta1) * g; u = max(beta2 * u, |g| + eps); p -= lr / (1 - beta1^t) * m / u.

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value.
    `betas`: two numbers in [0, 1); `eps` > 0; `weight_decay` >= 0, times p added to g.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Adamax", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "Adamax")
        at_least(eps, 0.0, "eps", "Adamax", strict=True)
        check_betas(betas, "Adamax")
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def _msacc_more_state(self) -> None:
        self.exp_avg = self._msacc_clone("exp_avg")
        self.exp_inf = self._msacc_clone("exp_inf")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        m, u = self._msacc_pick(self.exp_avg, at), self._msacc_pick(self.exp_inf, at)
        beta1, beta2 = group["betas"]
        steady = lr, beta1, beta2, group["eps"], bias(beta1, self._msacc_step)
        adamax(params, grads, m, u, *steady, eps_in_size=True)
