# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class CosineDecayLR(LearningRateSchedule):
    min_lr: Any
    max_lr: Any
    decay_steps: int
    delta: Any
    def __init__(self, min_lr: float, max_lr: float, decay_steps: int) -> None: ...
    def __call__(self, global_step: Tensor) -> Any: ...
    cast: Primitive
    cos: Primitive
    min: Primitive
    sin: Primitive
    math_pi: float
class ExponentialDecayLR(_Decay):
    cast: Primitive
    pow: Primitive
class InverseDecayLR(_Decay):
    cast: Primitive
class LearningRateSchedule(Layer):
    def __call__(self, global_step: Tensor) -> Tensor: ...
class NaturalExpDecayLR(_Decay):
    cast: Primitive
    pow: Primitive
    math_e: float
class PolynomialDecayLR(LearningRateSchedule):
    learning_rate: Any
    end_learning_rate: Any
    decay_steps: int
    start_learning_rate: float
    diff_learning_rate: Any
    power: Any
    update_decay_steps: bool
    def __init__(self, learning_rate: float, end_learning_rate: float, decay_steps: int, power: float, update_decay_steps: bool = False) -> None: ...
    def __call__(self, global_step: Tensor) -> Any: ...
    ceil: Primitive
    max: Primitive
    min: Primitive
    pow: Primitive
class WarmUpLR(LearningRateSchedule):
    learning_rate: Any
    warmup_steps: int
    def __init__(self, learning_rate: float, warmup_steps: int) -> None: ...
    def __call__(self, global_step: Tensor) -> Any: ...
    cast: Primitive
    min: Primitive
class _Decay(LearningRateSchedule):
    learning_rate: Any
    decay_rate: Any
    decay_steps: int
    is_stair: bool
    def __init__(self, learning_rate: float, decay_rate: float, decay_steps: int, is_stair: bool = False) -> None: ...
    def __call__(self, global_step: Tensor) -> Any: ...
