"""How the loops call a network: with what, and in which mode."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell


def as_inputs(batch: Any) -> tuple[Any, ...]:
    """A batch as the positional inputs of a network."""
    return (batch,) if isinstance(batch, Tensor) else tuple(batch)


def set_mode(network: Cell, training: bool) -> None:
    """Training or evaluation mode, if it is not that already."""
    # An evaluation looks below as well: set_train() may have been called on a network inside. Every step asks for training.
    inside = [] if training else network.cells_and_names()
    if network.training != training or any(cell.training for _, cell in inside):
        network.set_train(training)
    network.phase = "train" if training else "eval"
