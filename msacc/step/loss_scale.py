"""Connects a LossScaleManager to a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class ManagedLossScale(Cell):
    """A loss scale that a LossScaleManager's update Cell changes; a checkpoint of the step holds both."""

    def __init__(self, start: float, update: Cell):
        super().__init__(auto_prefix=False)
        self.update = update
        value = torch.tensor(float(start), device=settings.device)
        self.scale = Parameter(Tensor(value), name="scale_sense", requires_grad=False)

    def value(self) -> Tensor:
        """The scale of the coming step."""
        return self.scale

    def update_scale(self, overflow: Tensor) -> None:
        """Let the Cell change the scale; a plain call, since its graph would be of a few numbers."""
        self.update.construct(self.scale, overflow)


def loss_scale_fields(manager: Any, optimizer: Optimizer) -> dict[str, Any]:
    """What a LossScaleManager, or None, asks of a step.

    ValueError where the optimizer should divide by the scale and cannot.
    """
    if manager is None:
        return {}
    update = manager.get_update_cell()
    if update is None:
        _check_division(float(manager.get_loss_scale()), optimizer)
        return {"loss_scale": manager.get_loss_scale}
    scale = ManagedLossScale(manager.get_loss_scale(), update)
    return {
        "loss_scale": scale.value,
        "overflow_callback": scale.update_scale,
        "drop_overflow": True,
        "scale": scale,
    }


def _check_division(scale: float, optimizer: Optimizer) -> None:
    divides = getattr(optimizer, "loss_scale", None)
    name = optimizer.cls_name
    if divides is None and scale != 1.0:
        raise ValueError(
            f"The loss is multiplied by {scale}, which {name} cannot divide its gradients by: it has no "
            "loss_scale. Give the loss scale manager drop_overflow_update=True, where the step divides."
        )
    if divides is not None and float(divides) != scale:
        once(
            f"loss-scale:{name}:{scale}",
            f"the loss is multiplied by {scale}, but {name} divides by loss_scale={float(divides)}: its gradients "
            f"are {scale / float(divides)} times as large. Give both the same.",
        )
