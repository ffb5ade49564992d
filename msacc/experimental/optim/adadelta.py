"""Adadelta with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.experimental.optim.optimizer import Optimizer, at_least
from msacc.nn.optim.optimizer import Tensors


class Adadelta(Optimizer):
    """a averages g²; d = sqrt((u + eps) / (a + eps)) * g; p -= lr * d; u averages d²."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Adadelta", strict=True)
        at_least(eps, 0.0, "eps", "Adadelta", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "Adadelta")
        check.in_range("Adadelta", "rho", rho, 0.0, 1.0, closed="lr", also_int=True)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        self.accum = self._clone("accum")
        self.accum_update = self._clone("accum_update")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        rho, eps = group["rho"], group["eps"]
        accum, moved = self._pick(self.accum, at), self._pick(self.accum_update, at)
        torch._foreach_mul_(accum, rho)
        torch._foreach_addcmul_(accum, grads, grads, 1 - rho)
        ratio = torch._foreach_div(torch._foreach_add(moved, eps), torch._foreach_add(accum, eps))
        step = torch._foreach_mul(torch._foreach_sqrt(ratio), grads)
        torch._foreach_sub_(params, torch._foreach_mul(step, lr))
        torch._foreach_mul_(moved, rho)
        torch._foreach_addcmul_(moved, step, step, 1 - rho)
