"""Optimizers of MindSpore that are not supported here; each raises with its name."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import refusal_reason
from msacc.nn.optim.optimizer import Optimizer

_AVERAGED = "gradients of a job are averaged; use the optimizer itself"


class _AdaSum(Optimizer):
    def __init__(self, optimizer: Optimizer):
        raise NotImplementedError(
            f"msacc has no {type(self).__name__}: gradients of a job are averaged. Use the optimizer itself."
        )


@refusal_reason(_AVERAGED)
class AdaSumByGradWrapCell(_AdaSum):
    """Refused, whatever `optimizer` is: adaptive summation is tied to Ascend's clusters. NotImplementedError."""


@refusal_reason(_AVERAGED)
class AdaSumByDeltaWeightWrapCell(_AdaSum):
    """Refused, whatever `optimizer` is: adaptive summation is tied to Ascend's clusters. NotImplementedError."""


@refusal_reason("it belongs to Ascend's MindIO; use the optimizer itself")
class OptTFTWrapper(Optimizer):
    """Refused as off Ascend in MindSpore: it belongs to Ascend's MindIO.

    Raises ValueError, and TypeError for an `opt` that is no Optimizer.
    """

    def __init__(self, opt: Optimizer, **kwargs: Any):
        if not isinstance(opt, Optimizer):
            raise TypeError(
                f"For 'OptTFTWrapper', 'opt' must be Optimizer type, but got {type(opt)}."
            )
        raise ValueError("OptTFTWrapper needs Ascend's MindIO TFT; use the optimizer itself.")
