"""Adagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import adagrad


class Adagrad(Optimizer):
    """a += g², from `accum`; p -= lr * g / sqrt(a).

    `params`: Parameters, or groups of them (see `Optimizer`); `accum` >= 0, a float;
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule;
    `update_slots=False` leaves a as it was; `loss_scale` > 0: what the loss was multiplied by;
    `weight_decay`: >= 0 or a Cell of the step, times p added to g. TypeError for other types,
    ValueError for values out of these ranges. Differs from MindSpore, whose CPU build updates a
    with `update_slots=False` too.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        accum: float = 0.1,
        learning_rate: Any = 0.001,
        update_slots: bool = True,
        loss_scale: float = 1.0,
        weight_decay: Any = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check.non_negative_float(self.cls_name, "accum", accum)
        self.update_slots = check.boolean(self.cls_name, "update_slots", update_slots)
        self.accum = self._parameters.clone(prefix="accum", init=accum)

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        adagrad(params, grads, self._pick(self.accum, at), lr, update_slots=self.update_slots)
