# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class TimeDistributed(Layer):
    layer: Any
    time_axis: Any
    reshape_with_axis: int
    def __init__(self, layer: Any, time_axis: int, reshape_with_axis: int | None = None) -> None: ...
    def __call__(self, inputs: Tensor) -> Tensor: ...
    reshape: Primitive
    transpose: Primitive
