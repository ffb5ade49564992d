"""Averaged SGD with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least
from msacc.ops.update.momentum import averaged_sgd
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class ASGD(CountedOptimizer):
    """p = (1 - lambd * eta) * p - eta * g, where eta falls from lr as lr / (1 + lambd * lr * t)^alpha.

    `ax`, in the state, averages p once t > t0.

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value.
    `lambd`, `alpha`, `t0`: floats; `weight_decay` >= 0, times p added to g.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "ASGD", strict=True)
        at_least(weight_decay, 0.0, "weight_decay", "ASGD")
        check.floating("ASGD", "lambd", lambd)
        check.floating("ASGD", "t0", t0)
        check.instance("ASGD", "alpha", alpha, (float, int))
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def _msacc_first_state(self) -> None:
        self.mu = self._msacc_scalars("mu_", 1.0)
        self.eta = self._msacc_scalars("eta_", 0.0)
        self.ax = self._msacc_clone("ax")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        mu, eta, ax = (self._msacc_pick(state, at) for state in (self.mu, self.eta, self.ax))
        steady = group["lambd"], group["alpha"], group["t0"]
        averaged_sgd(params, grads, mu, eta, ax, lr, self._msacc_step, *steady)
