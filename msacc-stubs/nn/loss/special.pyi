# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.common.tensor import Tensor
from msacc.nn.loss.loss import LossBase
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class DiceLoss(LossBase):
    smooth: float
    def __init__(self, smooth: float = 1e-05) -> None: ...
    def __call__(self, logits: Tensor, label: Tensor) -> Tensor: ...
    reshape: Primitive
class FocalLoss(LossBase):
    gamma: Any
    weight: Tensor
    logsoftmax: Any
    def __init__(self, weight: Tensor | None = None, gamma: float = 2.0, reduction: str = 'mean') -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor) -> Tensor: ...
    dtype: Primitive
    expand_dims: Primitive
    tile: Primitive
    gather_d: Primitive
    squeeze: Primitive
class MultiClassDiceLoss(LossBase):
    binarydiceloss: Any
    activation: Any
    weights: Tensor
    ignore_indiex: int
    def __init__(self, weights: Tensor | None = None, ignore_indiex: int | None = None, activation: Any = 'softmax') -> None: ...
    def __call__(self, logits: Tensor, label: Tensor) -> Tensor: ...
    reshape: Primitive
class TripletMarginWithDistanceLoss(LossBase):
    distance_function: Any
    swap: bool
    margin: Any
    def __init__(self, distance_function: Callable[[Tensor, Tensor], Tensor] | None = None, swap: bool = False, reduction: str = 'mean', margin: float = 1.0) -> None: ...
    def __call__(self, x: Tensor, positive: Tensor, negative: Tensor) -> Tensor: ...
    maximum: Primitive
    minimum: Primitive
