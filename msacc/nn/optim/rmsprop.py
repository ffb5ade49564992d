"""RMSProp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common.use_locking import check_locking
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.rmsprop import rmsprop

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class RMSProp(Optimizer):
    """Steps divided by the gradients' recent size, whose average s begins at 1.

    `s = decay * s + (1 - decay) * g^2`
    `v = momentum * v + lr * g / sqrt(s + epsilon)`
    `p -= v`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `decay`, `momentum`: floats >= 0.
    `epsilon`: a float > 0; `use_locking` changes nothing here, and says so.
    `centered`: s less the square of g's average, under the root.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    Raises TypeError for other types, ValueError for values out of these ranges.

    Differs from MindSpore, whose CPU build adds a large `epsilon` outside the root for most
    elements.
    """

    elementwise = True
    by_portions = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 0.1,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.decay = check.non_negative_float(self.cls_name, "decay", decay)
        self.momentum = check.non_negative_float(self.cls_name, "momentum", momentum)
        self.epsilon = check.positive_float(self.cls_name, "epsilon", epsilon)
        check_locking(self.cls_name, use_locking)
        self.centered = check.boolean(self.cls_name, "centered", centered)
        if centered:
            self.mg = self._parameters.clone(prefix="mean_grad", init="zeros")
        self.ms = self._parameters.clone(prefix="mean_square", init="ones")
        self.moment = self._parameters.clone(prefix="moment", init="zeros")

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        squares, delta = self._msacc_pick(self.ms, at), self._msacc_pick(self.moment, at)
        means = self._msacc_pick(self.mg, at) if self.centered else None
        rmsprop(
            *(params, grads, squares, means, delta),
            *(lr, self.decay, self.momentum, self.epsilon),
        )
