"""Adadelta with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.experimental.optim.optimizer import Group, Optimizer, Positions, at_least
from msacc.ops.update.adagrad import adadelta
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class Adadelta(Optimizer):
    """a = rho * a + (1 - rho) * g²; d = sqrt((u + eps) / (a + eps)) * g; p -= lr * d; u averages d² as a does
    g².

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value.
    `rho`: a float in [0, 1]; `eps` > 0; `weight_decay` >= 0, times p added to g.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Adadelta", strict=True)
        at_least(eps, 0.0, "eps", "Adadelta", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "Adadelta")
        check.in_range("Adadelta", "rho", rho, 0.0, 1.0, closed="lr")
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)
        self.accum = self._msacc_clone("accum")
        self.accum_update = self._msacc_clone("accum_update")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        squares, delta = self._msacc_pick(self.accum, at), self._msacc_pick(self.accum_update, at)
        adadelta(params, grads, squares, delta, lr, group["rho"], group["eps"])
