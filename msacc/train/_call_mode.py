"""How the loops call a network: with what, and in which mode."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell


def as_inputs(batch: Any) -> tuple[Any, ...]:
    """A batch as the positional inputs of a network."""
    return (batch,) if isinstance(batch, Tensor) else tuple(batch)


def begin_mode(model: Any, network: Cell, training: bool) -> None:
    """Training or evaluation mode for all of a Model's network, whatever it was in: at the beginning of a run."""
    network.set_train(training)
    network.phase = "train" if training else "eval"
    model._backbone_is_train = training


def set_mode(model: Any, network: Cell, training: bool) -> None:
    """The same where the Model's last step was of the other kind, as its networks share Cells;
    else nothing is touched.
    """
    # By what the Model did, as in MindSpore: a script that turns a Cell inside to evaluation has it so.
    if model._backbone_is_train != training:
        begin_mode(model, network, training)
