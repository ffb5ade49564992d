"""SGD with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer, at_least
from msacc.nn.optim.optimizer import Tensors


class SGD(Optimizer):
    """v = g at first, then momentum * v + (1 - dampening) * g; p -= lr * v; nesterov: g + momentum * v."""

    def __init__(
        self,
        params: Any,
        lr: float | Tensor,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        check.instance(self.cls_name, "lr", lr, (float, int, Tensor))
        at_least(lr, 0.0, "learning rate", self.cls_name)
        at_least(
            check.instance(self.cls_name, "momentum", momentum, (int, float)),
            0.0,
            "momentum",
            "SGD",
        )
        check.instance(self.cls_name, "dampening", dampening, (int, float))
        check.boolean(self.cls_name, "nesterov", nesterov)
        check.boolean(self.cls_name, "maximize", maximize)
        if nesterov and (momentum <= 0.0 or dampening != 0.0):
            raise ValueError(
                "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to "
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
        self._make_state()

    def _make_state(self) -> None:
        self.accum = self._clone("accum")
        self.stat = self._clone("stat", "ones")

    def _buffers(self, group: dict[str, Any], at: Sequence[int], grads: Tensors) -> Tensors:
        """The momentum buffers with these gradients in them; `stat` is 1 before the first step."""
        buffers, stat = self._pick(self.accum, at), self._pick(self.stat, at)
        share = torch._foreach_mul(stat, group["dampening"])
        torch._foreach_add_(share, 1.0 - group["dampening"])
        torch._foreach_mul_(buffers, group["momentum"])
        torch._foreach_addcmul_(buffers, grads, share)
        torch._foreach_zero_(stat)
        return buffers

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        step = grads
        if group["momentum"]:
            step = self._buffers(group, at, grads)
            if group["nesterov"]:
                step = list(torch._foreach_add(grads, step, alpha=group["momentum"]))
        torch._foreach_sub_(params, torch._foreach_mul(step, lr))
