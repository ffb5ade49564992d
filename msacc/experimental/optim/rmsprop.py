"""RMSprop with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.experimental.optim.optimizer import Group, Optimizer, Positions, at_least
from msacc.ops.update.rmsprop import rmsprop
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class RMSprop(Optimizer):
    """s = alpha * s + (1 - alpha) * g²; d = g / (sqrt(s) + eps); p -= lr * d.

    `momentum` > 0: v = momentum * v + d, p -= lr * v.
    `centered`: s less the square of g's average, under the root.
    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value;
      `alpha` >= 0; `eps` > 0; `weight_decay` >= 0, times p added to g; `momentum` >= 0.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
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
        self.mean_grad = self._msacc_clone("mean_grad")
        self.mean_square = self._msacc_clone("mean_square")
        self.moment = self._msacc_clone("moment")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        squares, momentum = self._msacc_pick(self.mean_square, at), group["momentum"]
        means = self._msacc_pick(self.mean_grad, at) if group["centered"] else None
        moments = self._msacc_pick(self.moment, at) if momentum > 0 else None
        steady = lr, group["alpha"], momentum, group["eps"]
        rmsprop(
            *(params, grads, squares, means, moments, *steady), eps_outside=True, lr_outside=True
        )
