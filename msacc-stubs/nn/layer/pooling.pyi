# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.layer.adaptive_pooling import AdaptiveAvgPool1d as AdaptiveAvgPool1d
from msacc.nn.layer.adaptive_pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from msacc.nn.layer.adaptive_pooling import AdaptiveAvgPool3d as AdaptiveAvgPool3d
from msacc.nn.layer.adaptive_pooling import AdaptiveMaxPool1d as AdaptiveMaxPool1d
from msacc.nn.layer.adaptive_pooling import AdaptiveMaxPool2d as AdaptiveMaxPool2d
from msacc.nn.layer.adaptive_pooling import AdaptiveMaxPool3d as AdaptiveMaxPool3d
from msacc.nn.layer.adaptive_pooling import FractionalMaxPool2d as FractionalMaxPool2d
from msacc.nn.layer.adaptive_pooling import FractionalMaxPool3d as FractionalMaxPool3d
from msacc.nn.layer.adaptive_pooling import LPPool1d as LPPool1d
from msacc.nn.layer.adaptive_pooling import LPPool2d as LPPool2d
from msacc.nn.layer.adaptive_pooling import MaxUnpool1d as MaxUnpool1d
from msacc.nn.layer.adaptive_pooling import MaxUnpool2d as MaxUnpool2d
from msacc.nn.layer.adaptive_pooling import MaxUnpool3d as MaxUnpool3d
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class AvgPool1d(_AvgPool):
    def __init__(self, kernel_size: int = 1, stride: int = 1, pad_mode: str = 'valid', padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> None: ...
class AvgPool2d(_AvgPool): ...
class AvgPool3d(_AvgPool):
    def __init__(self, kernel_size: Any = 1, stride: Any = 1, pad_mode: str = 'valid', padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> None: ...
class MaxPool1d(_MaxPool):
    def __init__(self, kernel_size: int = 1, stride: int = 1, pad_mode: str = 'valid', padding: Any = 0, dilation: Any = 1, return_indices: bool = False, ceil_mode: bool = False) -> None: ...
class MaxPool2d(_MaxPool): ...
class MaxPool3d(_MaxPool):
    def __init__(self, kernel_size: Any = 1, stride: Any = 1, pad_mode: str = 'valid', padding: Any = 0, dilation: Any = 1, return_indices: bool = False, ceil_mode: bool = False) -> None: ...
class _AvgPool(_PoolNd):
    is_expand: Any
    is_expand_3d: Any
    avg_pool: Primitive
    def __init__(self, kernel_size: Any = 1, stride: Any = 1, pad_mode: str = 'valid', padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None, data_format: str = 'NCHW') -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    expand: Primitive
    shape: Primitive
    slice: Primitive
    squeeze: Primitive
    reduce_mean: Primitive
    ascend_910b_target: bool
class _MaxPool(_PoolNd):
    use_pad: Any
    padding: Any
    return_indices: bool
    max_pool: Primitive
    kernel_size: Any
    stride: Any
    def __init__(self, kernel_size: Any = 1, stride: Any = 1, pad_mode: str = 'valid', padding: Any = 0, dilation: Any = 1, return_indices: bool = False, ceil_mode: bool = False, data_format: str = 'NCHW') -> None: ...
    def __call__(self, x: Tensor) -> Any: ...
    expand: Primitive
    shape: Primitive
    squeeze: Primitive
    reduce_mean: Primitive
    only_pad: bool
class _PoolNd(Layer):
    pad_mode: Any
    format: Any
    kernel_size: Any
    stride: Any
    def __init__(self, kernel_size: Any, stride: Any, pad_mode: str, data_format: str = 'NCHW') -> None: ...
    def extend_repr(self) -> str: ...
