"""The interface of parameter stores."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.step.accumulators import Accumulator
from msacc.step.micro_step import Update
from msacc.step.plan import StepPlan


class ParameterStore:
    """Parameters and optimizer state of one optimizer.

    `parameters`: the optimizer's, in its order. `update`: the Cell that takes a factor and the `gradients`.
    `released`: whether another optimizer has taken the parameters over.
    """

    parameters: list[Parameter]
    update: Update
    released = False

    def micro(
        self, network: Cell, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Accumulator]:
        """The Cell of one micro-batch and its gradient accumulator: in one process over the step's own `sums`."""
        raise NotImplementedError

    def materialize(self) -> None:
        """Lets the network read parameters. Collective the first time."""
        raise NotImplementedError

    def complete(self, pieces: Sequence[torch.Tensor]) -> None:
        """Before the update: adds gradients of parameters that several stages share. Collective."""

    def gather_updates(self) -> None:
        """After the update: every process gets the parameters that it reads. Collective."""

    def gradients(self, pieces: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        """What `update` takes, of the sums' pieces."""
        return pieces

    def local_squared_norm(self, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm of the gradients."""
        raise NotImplementedError

    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value. Collective."""
        raise NotImplementedError

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. Collective."""
        raise NotImplementedError
