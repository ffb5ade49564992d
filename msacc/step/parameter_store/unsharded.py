"""Unsharded parameters in one process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.accumulators import Accumulator, SingleProcess
from msacc.step.micro_step import Update
from msacc.step.parameter_store.base import ParameterStore
from msacc.step.plan import StepPlan
from msacc.step.scalars import squared_norm
from msacc.step.update import state_names

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class UnshardedStore(ParameterStore):
    """Unsharded parameters in one process; the optimizer untouched."""

    def __init__(self, optimizer: Optimizer):
        self.optimizer, self.parameters = optimizer, list(optimizer.parameters)
        self.update = Update(optimizer)

    def micro(
        self, network: Cell, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Accumulator]:
        """The Cell of one micro-batch and where its gradients gather: in `sums`."""
        assert sums is not None
        whole = SingleProcess(sums)
        return whole.micro_step(network, self.parameters, has_aux), whole

    def materialize(self) -> None:
        """Fill parameters and state."""
        for parameter in self.optimizer.get_parameters():
            parameter.init_data()

    def local_squared_norm(self, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm."""
        return squared_norm(pieces)

    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's value."""
        return [wrap(p.init_data()._t) for p in self.parameters]

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name."""
        return unsharded_states(self.optimizer)


def unsharded_states(optimizer: Optimizer) -> dict[str, list[Tensor]]:
    """An untouched optimizer's state per parameter, by attribute name."""
    return {
        name: [wrap(p.init_data()._t) for p in getattr(optimizer, name)]
        for name in state_names(optimizer)
    }
