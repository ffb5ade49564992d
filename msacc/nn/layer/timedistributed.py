"""TimeDistributed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.joining import stack, unstack
from msacc.ops.array.shaping import flatten_between, moveaxis, reshape

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.ops.core.primitive import Primitive


@holds("reshape", "transpose")
class TimeDistributed(Layer):
    """Apply `layer` at each step of `time_axis`.

    With `reshape_with_axis` the time axis is merged with that one and `layer` runs once.

    `time_axis`, `reshape_with_axis`: ints.

    Called with a Tensor of two dimensions or more and of what dtype `layer`, a Cell or Primitive, takes; the
    result has that of the layer's.

    Raises TypeError for others.
    """

    def __init__(
        self, layer: Cell | Primitive, time_axis: int, reshape_with_axis: int | None = None
    ):
        super().__init__()
        if not callable(layer):
            raise TypeError(
                f"For 'TimeDistributed', 'layer' must be a Cell or Primitive, but got {layer!r}."
            )
        self.layer = layer
        self.time_axis = check.instance(self.cls_name, "time_axis", time_axis, int)
        if reshape_with_axis is not None:
            check.instance(self.cls_name, "reshape_with_axis", reshape_with_axis, int)
        self.reshape_with_axis = reshape_with_axis

    def construct(self, inputs: Tensor) -> Tensor:
        axis = self.time_axis % inputs.ndim
        if self.reshape_with_axis is None:
            outs = [self.layer(step) for step in unstack(inputs, axis)]
            return stack(outs, axis if axis < outs[0].ndim + 1 else -1)
        return self._msacc_merged(inputs, axis, self.reshape_with_axis % inputs.ndim)

    def _msacc_merged(self, inputs: Tensor, axis: int, other: int) -> Tensor:
        """The time axis next to `other`, both as one, through the layer and back."""
        permuted = moveaxis(inputs, axis, other)
        first = min(axis, other) if axis > other else other - 1
        sizes = permuted.shape[first : first + 2]
        out = self.layer(flatten_between(permuted, first, first + 1))
        split = reshape(out, (*out.shape[:first], *sizes, *out.shape[first + 1 :]))
        return moveaxis(split, other, axis)


__all__ = ["TimeDistributed"]
