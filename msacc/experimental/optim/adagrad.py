"""Adagrad with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least
from msacc.ops.update.adagrad import adagrad
from msacc.ops.update.learning_rates import decayed_rate
from msacc.ops.update.step_counters import advance
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class Adagrad(CountedOptimizer):
    """a += g²; p -= lr / (1 + t * lr_decay) * g / (sqrt(a) + eps), t from 0.

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value;
      `lr_decay` >= 0; `weight_decay` >= 0, times p added to g; `initial_accumulator_value` >= 0, the first a,
      for all groups; `eps` > 0.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    _msacc_FOR_ALL_GROUPS = ("initial_accumulator_value",)

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
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

    def _msacc_first_state(self) -> None:
        self.accum = self._msacc_clone("accum", self.defaults["initial_accumulator_value"])

    def _msacc_begin_step(self) -> None:
        """The count moves after the step."""

    def _msacc_end_step(self) -> None:
        advance(self.step_t._t)

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        rate = decayed_rate(lr, group["lr_decay"], self._msacc_step)
        adagrad(params, grads, self._msacc_pick(self.accum, at), rate, group["eps"])
