"""Rprop with parameter groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.experimental.optim._step_count import CountedOptimizer
from msacc.experimental.optim.optimizer import Group, Positions, at_least
from msacc.ops.update.sign import rprop
from msacc.ops.update.step_counters import is_first
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.common.tensor import Tensor


class Rprop(CountedOptimizer):
    """A step size per element, from lr: times etas[1] while the gradient keeps its sign, times etas[0] when it
    changes (that element rests for a step), within `step_sizes`; p -= sign(g) * size.

    `params`: Parameters, or groups with options of their own; `lr` > 0, a number or a Tensor of one value.
    `etas`: etas[0] a float in (0, 1), etas[1] > 1.
    `step_sizes`: the least and the largest.
    `maximize`: climb.

    ValueError for values out of these ranges, TypeError for other types.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Rprop", strict=True)
        at_least(etas[1], 1.0, "etas[1]", "Rprop", strict=True)
        check.in_range("Rprop", "etas[0]", etas[0], 0.0, 1.0)
        if not isinstance(step_sizes, (tuple, list)) or len(step_sizes) != 2:
            raise ValueError(
                f"For 'Rprop', 'step_sizes' must hold 2 values, but got {step_sizes!r}."
            )
        defaults = {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize}
        super().__init__(params, defaults)

    def _msacc_first_state(self) -> None:
        self.prev = self._msacc_clone("prev")
        self.step_size = self._msacc_clone("step_size")

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        before, sizes = self._msacc_pick(self.prev, at), self._msacc_pick(self.step_size, at)
        first = is_first(self.step_t._t, 1)
        rprop(params, grads, before, sizes, lr, first, group["etas"], group["step_sizes"])
