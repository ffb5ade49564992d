# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class BiasAdd(Primitive):
    data_format: str
    def __init__(self, data_format: str = 'NCHW') -> None: ...
    def construct(self, x: Tensor, bias: Tensor) -> Tensor: ...
    def __call__(self, input_x: Any, bias: Any) -> Any: ...
class Conv2D(_Conv): ...
class Conv2DBackpropInput(Conv2DTranspose): ...
class Conv2DTranspose(Primitive):
    out_channel: int
    kernel_size: Any
    mode: int
    data_format: str
    pad_mode: str
    pad: Any
    pad_list: Any
    stride: Any
    dilation: Any
    group: int
    def __init__(self, out_channel: int, kernel_size: Any, pad_mode: str = 'valid', pad: Any = 0, pad_list: Any = None, mode: int = 1, stride: Any = 1, dilation: Any = 1, group: int = 1, data_format: str = 'NCHW') -> None: ...
    def construct(self, dout: Tensor, weight: Tensor, input_size: Any) -> Tensor: ...
    def __call__(self, *args: Any) -> Any: ...
class Conv3D(_Conv):
    def __init__(self, out_channel: int, kernel_size: Any, mode: int = 1, pad_mode: str = 'valid', pad: Any = 0, stride: Any = 1, dilation: Any = 1, group: int = 1, data_format: str = 'NCDHW') -> None: ...
class Conv3DTranspose(Primitive):
    mode: int
    data_format: str
    pad_mode: str
    pad: Any
    output_padding: Any
    stride: Any
    dilation: Any
    group: int
    in_channel: int
    out_channel: int
    kernel_size: Any
    def __init__(self, in_channel: int, out_channel: int, kernel_size: Any, mode: int = 1, pad_mode: str = 'valid', pad: Any = 0, stride: Any = 1, dilation: Any = 1, group: int = 1, output_padding: Any = 0, data_format: str = 'NCDHW') -> None: ...
    def construct(self, dout: Tensor, weight: Tensor) -> Tensor: ...
    def __call__(self, *args: Any) -> Any: ...
class DepthwiseConv2dNative(Primitive):
    channel_multiplier: int
    mode: int
    group: int
    kernel_size: Any
    pad_mode: str
    pad: Any
    stride: Any
    dilation: Any
    def __init__(self, channel_multiplier: int, kernel_size: Any, mode: int = 3, pad_mode: str = 'valid', pad: Any = 0, stride: Any = 1, dilation: Any = 1, group: int = 1) -> None: ...
    def construct(self, x: Tensor, weight: Tensor) -> Tensor: ...
    def __call__(self, *args: Any) -> Any: ...
class _Conv(Primitive):
    out_channel: int
    mode: int
    data_format: str
    kernel_size: Any
    pad_mode: Any
    pad: Any
    group: int
    stride: Any
    dilation: Any
    def __init__(self, out_channel: int, kernel_size: Any, mode: int = 1, pad_mode: str = 'valid', pad: Any = 0, stride: Any = 1, dilation: Any = 1, group: int = 1, data_format: str = 'NCHW') -> None: ...
    def construct(self, x: Tensor, weight: Tensor) -> Tensor: ...
    def __call__(self, *args: Any) -> Any: ...
