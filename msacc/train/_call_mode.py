"""The inputs and the mode with which the loops call a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.train._model import Model


def as_inputs(batch: Tensor | Sequence[Any]) -> tuple[Any, ...]:
    """A batch as the positional inputs of a network."""
    return (batch,) if isinstance(batch, Tensor) else tuple(batch)


def begin_mode(model: Any, network: Cell, training: bool) -> None:
    """Sets all of a Model's network to training or evaluation mode, at the beginning of a run."""
    network.set_train(training)
    network.phase = "train" if training else "eval"
    model._backbone_is_train = training


def set_mode(model: Model, network: Cell, training: bool) -> None:
    """As `begin_mode`, only if the Model's last step was of the other kind, as its networks share Cells."""
    # By the Model's last step, as in MindSpore: an inner Cell that a script sets to evaluation stays so.
    if model._backbone_is_train != training:
        begin_mode(model, network, training)
