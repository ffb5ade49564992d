"""GroupLossScaleManager: a loss scale for each group of layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats


class GroupLossScaleManager(Cell):
    """A loss scale for each group of layers.

    `init_loss_scale`: a number.
    `loss_scale_groups`: lists of Parameters. Called, it raises NotImplementedError: the operation that marks
      a layer's gradients is Ascend's, on MindSpore's CPU build too it fails.
    """

    def __init__(self, init_loss_scale: float, loss_scale_groups: Any):
        super().__init__()
        self._loss_scale = init_loss_scale
        self.loss_scale_groups = loss_scale_groups
        self.loss_scale_number = 0
        self.dynamic_loss_scale: Any = None

    def set_loss_scale_status(self, loss_scale_number: int, init_loss_scale: Any) -> None:
        """Make the scales, 1 before the first group and after the last; a list gives one for each group.

        `loss_scale_number`: how many groups, an int.
        `init_loss_scale`: a number or that list.

        Raises IndexError for a list with more of them.
        """
        self.loss_scale_number = loss_scale_number
        self.dynamic_loss_scale = ParameterTuple(
            [
                Parameter(Tensor(1, mstype.float32), f"layer_loss_scale_{i}", requires_grad=False)
                for i in range(loss_scale_number + 2)
            ]
        )
        values = init_loss_scale
        if not isinstance(values, list):
            values = [values] * loss_scale_number
        if len(values) > loss_scale_number + 1:
            raise IndexError(
                f"For 'GroupLossScaleManager', {loss_scale_number} groups cannot take {len(values)} values of "
                "'init_loss_scale'."
            )
        for scale, value in zip(self.dynamic_loss_scale[1:], values, strict=False):
            scale.set_data(_scalar(value))

    def update_loss_scale_status(self, layer: int, update_ratio: Floats) -> Tensor:
        """The scale of the group `layer`, counted from 0, times `update_ratio`, a number or Tensor; returns it."""
        scale = self.dynamic_loss_scale[layer + 1]
        new = scale * update_ratio
        scale.set_data(new)
        return new

    def construct(self, x: Any, layer1: int, layer2: int) -> Any:
        """Refused."""
        raise NotImplementedError(
            "msacc does not have boost.GroupLossScaleManager as an operation of a network: it marks gradients for "
            "Ascend's boosting; scale the loss by nn.DynamicLossScaleUpdateCell."
        )

    def get_loss_scale(self) -> Any:
        """The initial loss scale."""
        return self._loss_scale

    def get_update_cell(self) -> GroupLossScaleManager:
        """This manager."""
        return self


def _scalar(value: float | Tensor) -> Tensor:
    return Tensor(value.asnumpy() if isinstance(value, Tensor) else value, mstype.float32)


__all__ = ["GroupLossScaleManager"]
