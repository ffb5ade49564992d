"""Adagrad with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least
from msacc.nn.optim.optimizer import Tensors


class Adagrad(CountedOptimizer):
    """a += g²; p -= lr / (1 + t * lr_decay) * g / (sqrt(a) + eps), t from 0."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        lr_decay: float = 0.0,
        weight_decay: float = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Adagrad", strict=True)
        at_least(lr_decay, 0.0, "lr_decay", "Adagrad")
        at_least(weight_decay, 0.0, "weight_decay", "Adagrad")
        at_least(initial_accumulator_value, 0.0, "initial_accumulator_value", "Adagrad")
        at_least(eps, 0.0, "eps", "Adagrad", strict=True)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "maximize": maximize,
        }
        super().__init__(params, defaults)

    def _first_state(self) -> None:
        self.accum = self._clone("accum", self.defaults["initial_accumulator_value"])

    def _begin_step(self) -> None:
        """The count moves after the step."""

    def _end_step(self) -> None:
        self.step_t._t.add_(1)

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        accum = self._pick(self.accum, at)
        torch._foreach_addcmul_(accum, grads, grads)
        below = torch._foreach_sqrt(accum)
        torch._foreach_add_(below, group["eps"])
        rate = lr / (1 + self._step * group["lr_decay"])
        torch._foreach_sub_(params, torch._foreach_mul(torch._foreach_div(grads, below), rate))
