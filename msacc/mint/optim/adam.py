"""Adam and AdamW, with the names of state that `mindspore.mint.optim` gives them."""

from __future__ import annotations

from msacc.common import dtype as mstype
from msacc.experimental.optim import adam as experimental


class Adam(experimental.Adam):
    """Adam; `weight_decay` is added to the gradients. The step count is a Float32 of shape [1]."""

    _STEP = ([0], mstype.float32)
    _ALL_KEEP_LARGEST = False


class AdamW(experimental.AdamW):
    """Adam whose weight decay shrinks the parameters by lr * weight_decay instead."""

    _STEP = ([0], mstype.float32)
    _ALL_KEEP_LARGEST = False


class FusedAdamW(AdamW):
    """AdamW: every optimizer here updates all parameters together."""
