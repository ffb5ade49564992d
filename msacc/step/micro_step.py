"""The compiled parts of a step: one micro-batch, and the update."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.without_values import compiles_updates
from msacc.graph.gradients import differentiate
from msacc.nn.cell import Cell


class MicroStep(Cell):
    """Forward and backward of one micro-batch; adds the gradients to `sums` in place, returns the loss.

    `sens` (a 0-d Tensor) seeds the gradient: the loss scale times the micro-batch's weight. With
    `has_aux` the network returns (loss, other outputs...), which are returned as they are.
    """

    # Where operators are sharded: computes this process's gradients from those of the global batch.
    operator_sharding: Any = None

    def __init__(
        self,
        network: Cell,
        weights: Sequence[Parameter],
        sums: Sequence[Parameter],
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        self.__dict__["weights"], self.__dict__["sums"] = list(weights), list(sums)

    def construct(self, sens: Tensor | float, *inputs: Any) -> Any:
        value, _, grads = differentiate(
            self.network, inputs, {}, (), self.weights, sens, self.has_aux
        )
        if self.operator_sharding is not None:
            value, grads = self.operator_sharding.finished(value, grads, self.weights)
        with torch.no_grad():
            torch._foreach_add_([total._t for total in self.sums], [grad._t for grad in grads])
        return value


class Update(Cell):
    """Scales the gradients by one factor, None for 1, and lets the optimizer apply them.

    The gradients are consumed: they are cleared after the update in any case.
    """

    def __init__(self, optimizer: Cell):
        super().__init__(auto_prefix=False)
        self.__dict__["optimizer"] = optimizer

    def construct(self, factor: Tensor | None, *grads: Tensor) -> Any:
        tensors = [g._t for g in grads]
        with torch.no_grad():
            if factor is None:
                pass
            elif compiles_updates():
                # Fused into the optimizer's own loops; written back they would go through memory twice.
                tensors = list(torch._foreach_mul(tensors, factor._t))
            else:
                torch._foreach_mul_(tensors, factor._t)
        # As a plain call: the optimizer is part of this graph, not a cell of its own.
        return self.optimizer.construct([Tensor(g) for g in tensors])


def sum_parameters(weights: Sequence[Parameter]) -> list[Parameter]:
    """Parameters named like MindSpore's gradient sums (`accu_grads.<name>`), without storage yet."""
    sums = [w.with_tensor(None, f"accu_grads.{w.name}", w._msacc_init) for w in weights]
    for total in sums:
        total.requires_grad = False
    return sums
