# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class BiDense(Layer):
    in1_channels: int
    in2_channels: int
    in_channels: int
    out_channels: int
    has_bias: bool
    weight: Parameter
    bias: Any
    def __init__(self, in1_channels: int, in2_channels: int, out_channels: int, weight_init: Any = None, bias_init: Any = None, has_bias: bool = True, dtype: Type = ...) -> None: ...
    def __call__(self, input1: Tensor, input2: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    bias_add: Primitive
    matmul: Primitive
class Dense(Layer):
    in_channels: int
    out_channels: int
    has_bias: bool
    weight: Parameter
    bias: Parameter
    activation: Any
    activation_flag: Any
    def __init__(self, in_channels: int, out_channels: int, weight_init: Any = None, bias_init: Any = None, has_bias: bool = True, activation: Any = None, dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    bias_add: Primitive
    reshape: Primitive
    shape_op: Primitive
    matmul: Primitive
class Linear(Layer):
    in_features: int
    out_features: int
    has_bias: bool
    weight: Parameter
    bias: Parameter
    def __init__(self, in_features: int, out_features: int, bias: bool = True, weight_init: Any = None, bias_init: Any = None, dtype: Type | None = None) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    dense: Primitive
def activation_cell(where: str, activation: Any) -> Any: ...
def check_init_shape(where: str, argument: str, init: Any, shape: tuple[int, ...]) -> None: ...
def dense_parameters(where: str, shape: tuple[int, int], weight: Any, bias: Any, has_bias: bool, dtype: Type) -> tuple[Parameter, Parameter | None]: ...
