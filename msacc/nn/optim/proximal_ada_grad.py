"""ProximalAdagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.common.use_locking import check_locking
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import proximal_adagrad


class ProximalAdagrad(Optimizer):
    """a += g², from `accum`; r = lr / sqrt(a); q = p - r * g; p = sign(q) * max(|q| - r * l1, 0) /
    (1 + r * l2).

    `params`: Parameters, or groups of them (see `Optimizer`); `accum`, `l1`, `l2`: floats >= 0;
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule;
    `use_locking` changes nothing here, and says so; `loss_scale` > 0: what the loss was multiplied
    by; `weight_decay`: >= 0 or a Cell of the step, times p added to g. TypeError for other types,
    ValueError for values out of these ranges.
    """

    elementwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        accum: float = 0.1,
        learning_rate: Any = 0.001,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: Any = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check.non_negative_float(self.cls_name, "accum", accum)
        check_locking(self.cls_name, use_locking)
        self._l1 = check.non_negative_float(self.cls_name, "l1", l1)
        self._l2 = check.non_negative_float(self.cls_name, "l2", l2)
        self.l1, self.l2 = Tensor(l1, mstype.float32), Tensor(l2, mstype.float32)
        self.accum = self._parameters.clone(prefix="accum", init=accum)

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        proximal_adagrad(params, grads, self._pick(self.accum, at), lr, self._l1, self._l2)
