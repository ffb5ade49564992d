"""Adamax with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least, check_betas
from msacc.nn.optim.optimizer import Tensors


class Adamax(CountedOptimizer):
    """m averages g; u = max(beta2 * u, |g| + eps); p -= lr / (1 - beta1^t) * m / u."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
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

    def _more_state(self) -> None:
        self.exp_avg = self._clone("exp_avg")
        self.exp_inf = self._clone("exp_inf")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        beta1, beta2 = group["betas"]
        m, u = self._pick(self.exp_avg, at), self._pick(self.exp_inf, at)
        torch._foreach_lerp_(m, grads, 1 - beta1)
        torch._foreach_mul_(u, beta2)
        torch._foreach_maximum_(u, torch._foreach_add(torch._foreach_abs(grads), group["eps"]))
        rate = lr / (1 - torch.pow(beta1, self._step))
        torch._foreach_sub_(params, torch._foreach_div(torch._foreach_mul(m, rate), u))
