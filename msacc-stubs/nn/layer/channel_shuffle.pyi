# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class ChannelShuffle(Layer):
    groups: int
    def __init__(self, groups: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    reshape: Primitive
    shape: Primitive
    transpose: Primitive
