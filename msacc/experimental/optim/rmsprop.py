"""RMSprop with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.experimental.optim.optimizer import Optimizer, at_least
from msacc.nn.optim.optimizer import Tensors


class RMSprop(Optimizer):
    """s averages g²; d = g / (sqrt(s) + eps), less the squared mean gradient if `centered`; p -= lr * d,
    or lr * v with v = momentum * v + d."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centered: bool = False,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "RMSprop", strict=True)
        at_least(alpha, 0.0, "alpha", "RMSprop")
        at_least(eps, 0.0, "eps", "RMSprop", strict=True)
        at_least(momentum, 0.0, "momentum", "RMSprop")
        at_least(weight_decay, 0.0, "weight_decay", "RMSprop")
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        self.mean_grad = self._clone("mean_grad")
        self.mean_square = self._clone("mean_square")
        self.moment = self._clone("moment")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        alpha, square = group["alpha"], self._pick(self.mean_square, at)
        torch._foreach_mul_(square, alpha)
        torch._foreach_addcmul_(square, grads, grads, 1 - alpha)
        if group["centered"]:
            mean = self._pick(self.mean_grad, at)
            torch._foreach_lerp_(mean, grads, 1 - alpha)
            square = list(torch._foreach_addcmul(square, mean, mean, -1.0))
        below = torch._foreach_sqrt(square)
        torch._foreach_add_(below, group["eps"])
        step = list(torch._foreach_div(grads, below))
        if group["momentum"] > 0:
            moved = self._pick(self.moment, at)
            torch._foreach_mul_(moved, group["momentum"])
            torch._foreach_add_(moved, step)
            step = moved
        torch._foreach_sub_(params, torch._foreach_mul(step, lr))
