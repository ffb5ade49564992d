"""Rprop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.sign import rprop
from msacc.ops.update.step_counters import is_first

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


class Rprop(Optimizer):
    """A step size per element, from lr: times etas[1] while the gradient keeps its sign, times etas[0] when it
    changes (that element rests for a step), within `step_sizes`; p -= sign(g) * size.

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: a float, int or Tensor >= 0, one value per step, or a LearningRateSchedule.
    `etas`: a tuple of a float in (0, 1) and one > 1.
    `step_sizes`: a tuple of two floats, the least and the largest.
    `weight_decay`: >= 0 or a Cell of the step, times p added to g.

    TypeError for other types, ValueError for values out of these ranges.
    """

    elementwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate = 0.1,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50.0),
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        for name, pair in (("etas", etas), ("step_sizes", step_sizes)):
            check.instance("Rprop", name, pair, tuple)
            if len(pair) != 2:
                raise ValueError(f"For 'Rprop', '{name}' must be a tuple of 2, but got {pair!r}.")
        self.etaminus = check.in_range("Rprop", "etas[0]", etas[0], 0.0, 1.0)
        self.etaplus = check.in_range("Rprop", "etas[1]", etas[1], 1.0, float("inf"))
        self.step_size_min = check.floating("Rprop", "step_sizes[0]", step_sizes[0])
        self.step_size_max = check.floating("Rprop", "step_sizes[1]", step_sizes[1])
        if step_sizes[0] > step_sizes[1]:
            raise ValueError(
                "For 'Rprop', the largest step size must not be below the smallest, but got 'step_sizes' "
                f"{step_sizes}."
            )
        self.prev = self._parameters.clone(prefix="prev", init="zeros")
        self.step_size = self._parameters.clone(prefix="step_size", init="zeros")

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        before, sizes = self._msacc_pick(self.prev, at), self._msacc_pick(self.step_size, at)
        etas = self.etaminus, self.etaplus
        bounds = self.step_size_min, self.step_size_max
        rprop(params, grads, before, sizes, lr, is_first(self.global_step._t), etas, bounds)
