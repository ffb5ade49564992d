# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class Flatten(Cell):
    start_dim: Any
    end_dim: Any
    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Identity(Cell):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __call__(self, input: Any) -> Any: ...
class Unflatten(Layer):
    axis: Any
    unflattened_size: Any
    def __init__(self, axis: int, unflattened_size: Any) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
    reshape: Primitive
    shape: Primitive
