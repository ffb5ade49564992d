# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class Conv1d(_Conv1d): ...
class Conv1dTranspose(_ConvTranspose, _Conv1d): ...
class Conv2d(_Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, dilation: Any = 1, group: int = 1, has_bias: bool = False, weight_init: Any = None, bias_init: Any = None, data_format: str = 'NCHW', dtype: Type = ...) -> None: ...
class Conv2dTranspose(_ConvTranspose):
    output_padding: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, output_padding: Any = 0, dilation: Any = 1, group: int = 1, has_bias: bool = False, weight_init: Any = None, bias_init: Any = None, dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Conv3d(_Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, dilation: Any = 1, group: int = 1, has_bias: bool = False, weight_init: Any = None, bias_init: Any = None, data_format: str = 'NCDHW', dtype: Type = ...) -> None: ...
    concat: Primitive
class Conv3dTranspose(_ConvTranspose):
    output_padding: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, dilation: Any = 1, group: int = 1, output_padding: Any = 0, has_bias: bool = False, weight_init: Any = None, bias_init: Any = None, data_format: str = 'NCDHW', dtype: Type = ...) -> None: ...
class _Conv(Layer):
    in_channels: int
    out_channels: int
    pad_mode: str
    padding: Any
    data_format: Any
    group: int
    has_bias: bool
    weight_init: Any
    weight: Parameter
    bias: Any
    bias_init: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, pad_mode: str, padding: Any, dilation: Any, group: int, has_bias: bool, weight_init: Any, bias_init: Any, dtype: Type, data_format: str = 'NCHW', output_padding: Any = 0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    bias_add: Primitive
    shape: Primitive
class _Conv1d(_Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, stride: int = 1, pad_mode: str = 'same', padding: int = 0, dilation: int = 1, group: int = 1, has_bias: bool = False, weight_init: Any = None, bias_init: Any = None, dtype: Type = ...) -> None: ...
    expand_dims: Primitive
    squeeze: Primitive
class _ConvTranspose(_Conv):
    def __call__(self, x: Tensor) -> Tensor: ...
def expand(value: Any, n: int, what: str) -> tuple[int, ...]: ...
