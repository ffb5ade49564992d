"""Rprop with parameter groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.experimental.optim._counted import CountedOptimizer
from msacc.experimental.optim.optimizer import at_least
from msacc.nn.optim.optimizer import Tensors


class Rprop(CountedOptimizer):
    """A step size per element that grows while the gradient keeps its sign; p -= sign(g) * size."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
    ):
        at_least(lr, 0.0, "lr", "Rprop", strict=True)
        at_least(etas[1], 1.0, "etas[1]", "Rprop", strict=True)
        check.in_range("Rprop", "etas[0]", etas[0], 0.0, 1.0)
        defaults = {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize}
        super().__init__(params, defaults)

    def _first_state(self) -> None:
        self.prev = self._clone("prev")
        self.step_size = self._clone("step_size")

    def _update(
        self,
        group: dict[str, Any],
        lr: torch.Tensor,
        at: Sequence[int],
        params: Tensors,
        grads: Tensors,
    ) -> None:
        (low, high), (smallest, largest) = group["etas"], group["step_sizes"]
        first = self._step == 1
        sizes, before = self._pick(self.step_size, at), self._pick(self.prev, at)
        for p, g, prev, size in zip(params, grads, before, sizes):
            agreement = g * prev
            factor = torch.where(agreement < 0, low, torch.where(agreement > 0, high, 1.0))
            now = torch.where(first, lr.to(size.dtype), size) * factor.to(size.dtype)
            now = now.clamp(smallest, largest)
            used = torch.where(agreement < 0, torch.zeros_like(g), g)
            size.copy_(now)
            prev.copy_(used)
            p.sub_(used.sign() * now)
