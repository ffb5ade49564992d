"""Averaged SGD with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least
from msacc.nn.optim.optimizer import Tensors


class ASGD(CountedOptimizer):
    """p = (1 - lambd * eta) * p - eta * g, eta falling from lr; `ax` averages p once t > t0."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
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
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def _first_state(self) -> None:
        self.mu = self._scalars("mu_", 1.0)
        self.eta = self._scalars("eta_", 0.0)
        self.ax = self._clone("ax")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        step, lambd = self._step, group["lambd"]
        eta_next = lr / torch.pow(1.0 + lambd * lr * step, group["alpha"])
        mu_next = 1.0 / (step - group["t0"]).clamp(min=1.0)
        mus, etas, averages = (self._pick(s, at) for s in (self.mu, self.eta, self.ax))
        for p, g, mu, eta, ax in zip(params, grads, mus, etas, averages):
            eta.copy_(torch.where(step == 1, lr, eta))
            p.copy_(p * (1.0 - lambd * eta) - eta * g)
            ax.copy_(torch.where(mu == 1, p, ax + (p - ax) * mu.to(p.dtype)))
            eta.copy_(eta_next)
            mu.copy_(mu_next)
