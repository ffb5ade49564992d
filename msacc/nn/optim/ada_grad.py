"""Adagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import adagrad

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class Adagrad(Optimizer):
    """Steps divided by the root of all squared gradients so far, which begin at `accum`.

    `a += g^2`
    `p -= lr * g / sqrt(a)`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `accum`: a float >= 0.
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `update_slots`: a bool; False leaves a as it was.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    Raises TypeError for other types, ValueError for values out of these ranges.

    Differs from MindSpore, whose CPU build updates a with `update_slots=False` too.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        accum: float = 0.1,
        learning_rate: LearningRate = 0.001,
        update_slots: bool = True,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check.non_negative_float(self.cls_name, "accum", accum)
        self.update_slots = check.boolean(self.cls_name, "update_slots", update_slots)
        self.accum = self._parameters.clone(prefix="accum", init=accum)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        adagrad(params, grads, self._msacc_pick(self.accum, at), lr, update_slots=self.update_slots)
