"""ProximalAdagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.common.use_locking import check_locking
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import proximal_adagrad

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class ProximalAdagrad(Optimizer):
    """Adagrad, from `accum`, with L1 and L2 terms applied after each step.

    `a += g^2`
    `r = lr / sqrt(a)`
    `q = p - r * g`
    `p = sign(q) * max(abs(q) - r * l1, 0) / (1 + r * l2)`

    `params`: Parameters, or groups of them (see `Optimizer`).
    `accum`, `l1`, `l2`: floats >= 0.
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule;
      `use_locking` changes nothing here, and says so.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    Raises TypeError for other types, ValueError for values out of these ranges.
    """

    elementwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        accum: float = 0.1,
        learning_rate: LearningRate = 0.001,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check.non_negative_float(self.cls_name, "accum", accum)
        check_locking(self.cls_name, use_locking)
        self._msacc_l1 = check.non_negative_float(self.cls_name, "l1", l1)
        self._msacc_l2 = check.non_negative_float(self.cls_name, "l2", l2)
        self.l1, self.l2 = Tensor(l1, mstype.float32), Tensor(l2, mstype.float32)
        self.accum = self._parameters.clone(prefix="accum", init=accum)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        proximal_adagrad(
            params, grads, self._msacc_pick(self.accum, at), lr, self._msacc_l1, self._msacc_l2
        )
