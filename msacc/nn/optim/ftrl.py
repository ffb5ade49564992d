"""FTRL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common.use_locking import check_locking
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import ftrl

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell


class FTRL(Optimizer):
    """Follow the regularized leader, with L1 and L2 terms.

    `params`: Parameters, or groups of them (see `Optimizer`).
    `initial_accum`: a float >= 0, the first a.
    `learning_rate`: one float > 0.
    `lr_power`: a float <= 0.
    `l1`, `l2`: floats >= 0; `use_locking` changes nothing here, and says so.
    `loss_scale`: a number > 0, what the loss was multiplied by.
    `weight_decay`: a number >= 0 or a Cell of the step, times p added to g.

    n = a + g²; z += g - (n^-lr_power - a^-lr_power) / lr * p; p = -sign(z) * max(|z| - l1, 0) /
    (n^-lr_power / lr + 2 * l2); a = n.

    Rows of an `EmbeddingLookup(sparse=True)` that a batch does not look up keep their values.

    Raises TypeError for other types, ValueError for values out of these ranges and for rates that
    change or differ by group.

    Differs from MindSpore, whose CPU build adds l1 whatever the sign of z.
    """

    elementwise = True
    by_portions = True
    keeps_rows = True
    _msacc_row_state = ("moments", "linear")

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        initial_accum: float = 0.1,
        learning_rate: float = 0.001,
        lr_power: float = -0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if self.dynamic_lr or self.is_group_lr:
            raise ValueError(
                "For 'FTRL', dynamic learning rate and group learning rate are not supported: give one float."
            )
        check.positive_float("FTRL", "learning_rate", learning_rate)
        check.non_negative_float("FTRL", "initial_accum", initial_accum)
        self.lr_power = check.in_range("FTRL", "lr_power", lr_power, -float("inf"), 0.0, closed="r")
        self.l1 = check.non_negative_float("FTRL", "l1", l1)
        self.l2 = check.non_negative_float("FTRL", "l2", l2)
        check_locking(self.cls_name, use_locking)
        self.moments = self._parameters.clone(prefix="moments", init=initial_accum)
        self.linear = self._parameters.clone(prefix="linear", init="zeros")
        if not self.is_group:
            self.decay_flags = (True,) * self.param_length

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        accum, linear = self._msacc_pick(self.moments, at), self._msacc_pick(self.linear, at)
        ftrl(params, grads, accum, linear, lr, self.l1, self.l2, self.lr_power)
