"""NAdam with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least, check_betas
from msacc.nn.optim.optimizer import Tensors


class NAdam(CountedOptimizer):
    """Adam with Nesterov momentum whose coefficient grows with the steps (Dozat, 2016)."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
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

    def _more_state(self) -> None:
        self.exp_avg = self._clone("exp_avg")
        self.exp_avg_sq = self._clone("exp_avg_sq")
        self.mu_product = self._scalars("mu_product_", 1.0)

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        (beta1, beta2), decay, step = group["betas"], group["momentum_decay"], self._step
        m, v = self._pick(self.exp_avg, at), self._pick(self.exp_avg_sq, at)
        torch._foreach_lerp_(m, grads, 1 - beta1)
        torch._foreach_mul_(v, beta2)
        torch._foreach_addcmul_(v, grads, grads, 1 - beta2)
        below = torch._foreach_sqrt(torch._foreach_div(v, 1 - torch.pow(beta2, step)))
        torch._foreach_add_(below, group["eps"])
        mu = beta1 * (1.0 - 0.5 * torch.pow(0.96, step * decay))
        mu_next = beta1 * (1.0 - 0.5 * torch.pow(0.96, (step + 1) * decay))
        products = self._pick(self.mu_product, at)
        torch._foreach_mul_(products, mu)
        product = products[0]
        by_grad, by_mean = (
            lr * (1.0 - mu) / (1.0 - product),
            lr * mu_next / (1.0 - product * mu_next),
        )
        step_g = torch._foreach_div(torch._foreach_mul(grads, by_grad), below)
        step_m = torch._foreach_div(torch._foreach_mul(m, by_mean), below)
        torch._foreach_sub_(params, torch._foreach_add(step_g, step_m))
