"""Optimizers of MindSpore that are not supported here; each raises with its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from msacc.common.unsupported_names import refusal_reason
from msacc.nn.optim.optimizer import Optimizer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msacc.common.parameter import Parameter
    from msacc.common.tensor import Tensor
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate


@refusal_reason(
    "there is no second-order optimizer: use nn.Momentum, nn.Lamb or nn.AdamWeightDecay"
)
def thor(
    net: Cell,
    learning_rate: LearningRate,
    damping: Tensor | Sequence[float],
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable[[Parameter], bool] = lambda x: True,
    split_indices: Sequence[int] | None = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> NoReturn:
    """Refused: the second-order optimizer needs MindSpore's own THOR layers. Raises NotImplementedError.

    Not looked at: `net`, `learning_rate`, `damping`, `momentum`, `weight_decay`, `loss_scale`, `batch_size`,
    `use_nesterov`, `decay_filter`, `split_indices`, `enable_clip_grad` and `frequency`.
    """
    raise NotImplementedError(
        "msacc has no second-order optimizer (nn.thor): use nn.Momentum, nn.Lamb or nn.AdamWeightDecay."
    )


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
