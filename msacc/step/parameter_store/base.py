"""What a step asks of the place where its parameters live."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.step.accumulators import Accumulator
from msacc.step.micro_step import Update
from msacc.step.plan import StepPlan


class Store:
    """Parameters and optimizer state of one optimizer.

    `parameters`: the optimizer's, in its order. `update`: the Cell that takes a factor and the `gradients`.
    `released`: whether another optimizer has taken the parameters over.
    """

    parameters: list[Parameter]
    update: Update
    released = False

    def micro(
        self, network: Any, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Accumulator]:
        """The Cell of one micro-batch and where its gradients gather: in one process in the step's own `sums`."""
        raise NotImplementedError

    def expose(self) -> None:
        """Let the network read parameters. Collective the first time."""
        raise NotImplementedError

    def complete(self, pieces: Sequence[torch.Tensor]) -> None:
        """Before the update: add gradients that processes besides those of the mean have. Collective."""

    def spread(self) -> None:
        """After the update: let every process have what it reads. Collective."""

    def gradients(self, pieces: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        """What `update` takes, of the sums' pieces."""
        return pieces

    def own_norm(self, pieces: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm of the gradients."""
        raise NotImplementedError

    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value. Collective."""
        raise NotImplementedError

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. Collective."""
        raise NotImplementedError
