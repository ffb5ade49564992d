"""ChannelShuffle."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.nn.image import channel_shuffle


@holds("reshape", "shape", "transpose")
class ChannelShuffle(Layer):
    """Interleave the channels of `groups` groups of (N, C, …).

    `groups`: an int that divides the channels. Called with a Tensor of any dtype; the result has
    its shape and dtype.
    """

    def __init__(self, groups: int):
        super().__init__()
        self.groups = check.positive_int(self.cls_name, "groups", groups)

    def construct(self, x: Tensor) -> Tensor:
        return channel_shuffle(x, self.groups)


__all__ = ["ChannelShuffle"]
