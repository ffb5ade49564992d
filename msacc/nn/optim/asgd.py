"""ASGD."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register


class ASGD(Optimizer):
    """Averaged SGD: p = (1 - lambd * eta) * p - eta * g, where eta falls from lr as
    lr / (1 + lambd * lr * t)^alpha; `ax` averages p once t > t0."""

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        learning_rate: Any = 0.1,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: Any = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        self.lambd = check.floating("ASGD", "lambd", lambd)
        self.alpha = check.floating("ASGD", "alpha", alpha)
        self._t0 = check.floating("ASGD", "t0", t0)
        self.t0 = Tensor([t0], mstype.float32)
        self.mu = self._scalars("mu_", 1.0)
        self.eta = self._scalars("eta_", 0.0)
        self.ax = self._parameters.clone(prefix="ax_", init="zeros")

    def _scalars(self, prefix: str, value: float) -> ParameterTuple:
        made = [
            Parameter(Tensor(value, mstype.float32), name=prefix + p.name) for p in self._parameters
        ]
        return ParameterTuple(made)

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        step = self.global_step._t.reshape(()).float() + 1.0
        eta_next = lr / torch.pow(1.0 + self.lambd * lr * step, self.alpha)
        mu_next = 1.0 / (step - self._t0).clamp(min=1.0)
        mus, etas, averages = (self._pick(s, at) for s in (self.mu, self.eta, self.ax))
        for p, g, mu, eta, ax in zip(params, grads, mus, etas, averages):
            eta.copy_(torch.where(step == 1, lr, eta))
            p.copy_(p.float() * (1.0 - self.lambd * eta) - eta * g.float())
            ax.copy_(torch.where(mu == 1, p, ax + (p - ax) * mu.to(p.dtype)))
            eta.copy_(eta_next)
            mu.copy_(mu_next)
