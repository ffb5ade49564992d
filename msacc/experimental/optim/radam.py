"""RAdam with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least, check_betas
from msacc.nn.optim.optimizer import Tensors


class RAdam(CountedOptimizer):
    """Adam whose adaptive rate is rectified, and left out in the first steps (Liu et al., 2019)."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
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

    def _more_state(self) -> None:
        self.exp_avg = self._clone("exp_avg")
        self.exp_avg_sq = self._clone("exp_avg_sq")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        (beta1, beta2), step = group["betas"], self._step
        m, v = self._pick(self.exp_avg, at), self._pick(self.exp_avg_sq, at)
        torch._foreach_lerp_(m, grads, 1 - beta1)
        torch._foreach_mul_(v, beta2)
        torch._foreach_addcmul_(v, grads, grads, 1 - beta2)
        power2 = torch.pow(beta2, step)
        rate = lr / (1 - torch.pow(beta1, step))
        most = 2 / (1 - beta2) - 1
        rho = most - 2 * step * power2 / (1 - power2)
        above = ((rho - 4) * (rho - 2) * most).clamp(min=0)
        rectified = (
            rate * torch.sqrt(above / ((most - 4) * (most - 2) * rho)) * torch.sqrt(1 - power2)
        )
        below = torch._foreach_sqrt(v)
        torch._foreach_add_(below, group["eps"])
        for p, mean, size in zip(params, m, below):
            p.sub_(torch.where(rho > 5.0, mean * rectified / size, mean * rate))
