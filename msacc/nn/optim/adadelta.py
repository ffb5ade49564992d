"""Adadelta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adagrad import adadelta


class Adadelta(Optimizer):
    """a = rho * a + (1 - rho) * g²; d = sqrt((u + epsilon) / (a + epsilon)) * g; p -= lr * d, where u
    averages d² in the same way."""

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        learning_rate: Any = 1.0,
        rho: float = 0.9,
        epsilon: float = 1e-6,
        loss_scale: float = 1.0,
        weight_decay: Any = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.rho = check.in_range(self.cls_name, "rho", rho, 0.0, 1.0, closed="lr")
        self.epsilon = check.non_negative_float(self.cls_name, "epsilon", epsilon)
        self.accum = self._parameters.clone(prefix="accum", init="zeros")
        self.accum_update = self._parameters.clone(prefix="accum_update", init="zeros")

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        squares, moved = self._pick(self.accum, at), self._pick(self.accum_update, at)
        adadelta(params, grads, squares, moved, lr, self.rho, self.epsilon)
