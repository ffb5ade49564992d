"""SGD with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Group, Optimizer, Positions, at_least
from msacc.ops.update.momentum import sgd
from msacc.ops.update.tensor_lists import Tensors, descend

if TYPE_CHECKING:
    from msacc.common.argument_types import Params


class SGD(Optimizer):
    """v = g in the first step, then momentum * v + (1 - dampening) * g; p -= lr * v.

    `nesterov`: p -= lr * (g + momentum * v); it needs momentum > 0 and dampening 0.
    `momentum` 0: p -= lr * g.
    `params`: Parameters, or groups with options of their own; `lr` >= 0, a number or a Tensor of one value;
      `momentum` >= 0.
    `dampening`: a number; `weight_decay` >= 0, times p added to g.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    # MindSpore takes it too, and leaves the gradients as they are.
    _msacc_FOR_ALL_GROUPS = ("grad_centralization",)
    _msacc_NUMBER: tuple[type, ...] = (float, int)

    def __init__(
        self,
        params: Params,
        lr: float | Tensor,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        where, kinds = self.cls_name, self._msacc_NUMBER
        at_least(check.instance(where, "lr", lr, (*kinds, Tensor)), 0.0, "lr", where)
        at_least(check.instance(where, "momentum", momentum, kinds), 0.0, "momentum", where)
        check.instance(where, "dampening", dampening, kinds)
        check.instance(where, "weight_decay", weight_decay, kinds)
        check.boolean(where, "nesterov", nesterov)
        check.boolean(where, "maximize", maximize)
        if nesterov and (momentum <= 0.0 or dampening != 0.0):
            raise ValueError(
                f"For '{where}', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to "
                f"0.0, but got 'momentum' {momentum}, 'dampening' {dampening}"
            )
        defaults = {
            "lr": lr,
            "momentum": float(momentum),
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "grad_centralization": False,
        }
        super().__init__(params, defaults)
        self._msacc_make_state()

    def _msacc_make_state(self) -> None:
        self.accum = self._msacc_clone("accum")
        self.stat = self._msacc_clone("stat", "ones")

    def _msacc_momentum_state(self, at: Positions) -> tuple[Tensors, Tensors | torch.Tensor]:
        """The moments, and what is 1 before the first gradient."""
        return self._msacc_pick(self.accum, at), self._msacc_pick(self.stat, at)

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        if not group["momentum"]:
            descend(params, grads, lr)
            return
        moments, first = self._msacc_momentum_state(at)
        steady = lr, group["momentum"], group["dampening"], group["nesterov"]
        sgd(params, grads, moments, first, *steady)
