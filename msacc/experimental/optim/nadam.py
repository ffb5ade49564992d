"""NAdam with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least, check_betas
from msacc.ops.update.adam import nadam
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class NAdam(CountedOptimizer):
    """Adam with Nesterov momentum whose coefficient grows with the steps (Dozat, 2016).

    mu_t = beta1 * (1 - 0.96^(t * momentum_decay) / 2); p -= lr * ((1 - mu_t) / (1 - mu_1…mu_t) * g
    + mu_(t+1) / (1 - mu_1…mu_(t+1)) * m) / (sqrt(v / (1 - beta2^t)) + eps).

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one
    value; `betas`: two numbers in [0, 1); `eps` > 0; `weight_decay` >= 0, times p added to g;
    `momentum_decay` >= 0. ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum_decay: float = 4e-3,
    ):
        at_least(lr, 0.0, "lr", "NAdam", strict=True)
        at_least(eps, 0.0, "eps", "NAdam", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "NAdam")
        at_least(momentum_decay, 0.0, "momentum_decay", "NAdam")
        check_betas(betas, "NAdam")
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
        }
        super().__init__(params, defaults)

    def _msacc_more_state(self) -> None:
        self.exp_avg = self._msacc_clone("exp_avg")
        self.exp_avg_sq = self._msacc_clone("exp_avg_sq")
        self.mu_product = self._msacc_scalars("mu_product_", 1.0)

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        m, v = self._msacc_pick(self.exp_avg, at), self._msacc_pick(self.exp_avg_sq, at)
        products, (beta1, beta2) = self._msacc_pick(self.mu_product, at), group["betas"]
        steady = group["eps"], self._msacc_step, group["momentum_decay"]
        nadam(params, grads, m, v, products, lr, beta1, beta2, *steady)
