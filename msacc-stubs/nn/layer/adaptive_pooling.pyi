# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class AdaptiveAvgPool1d(Layer):
    output_size: int
    def __init__(self, output_size: int) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
    dtype: Primitive
    expand: Primitive
    shape: Primitive
    squeeze: Primitive
class AdaptiveAvgPool2d(Layer):
    output_size: Any
    adaptive_avgpool2d: Primitive
    def __init__(self, output_size: Any) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class AdaptiveAvgPool3d(Layer):
    output_size: Any
    adaptive_avg_pool3d: Primitive
    def __init__(self, output_size: Any) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class AdaptiveMaxPool1d(Layer):
    output_size: int
    def __init__(self, output_size: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    dtype: Primitive
    expand: Primitive
    shape: Primitive
    squeeze: Primitive
class AdaptiveMaxPool2d(Cell):
    output_size: Any
    return_indices: bool
    def __init__(self, output_size: Any, return_indices: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class AdaptiveMaxPool3d(Layer):
    output_size: Any
    return_indices: bool
    def __init__(self, output_size: Any, return_indices: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
    adaptive_max_pool3d: Primitive
class FractionalMaxPool2d(_FractionalMaxPool):
    def __call__(self, input: Tensor) -> Any: ...
class FractionalMaxPool3d(_FractionalMaxPool):
    def __call__(self, input: Tensor) -> Any: ...
class LPPool1d(_LPPool):
    def __call__(self, x: Tensor) -> Tensor: ...
class LPPool2d(_LPPool):
    def __call__(self, x: Tensor) -> Tensor: ...
class MaxUnpool1d(_MaxUnpool):
    def __call__(self, x: Tensor, indices: Tensor, output_size: Any = None) -> Tensor: ...
class MaxUnpool2d(_MaxUnpool):
    def __call__(self, x: Tensor, indices: Tensor, output_size: Any = None) -> Tensor: ...
class MaxUnpool3d(_MaxUnpool):
    def __call__(self, x: Tensor, indices: Tensor, output_size: Any = None) -> Tensor: ...
class _FractionalMaxPool(Cell):
    kernel_size: Any
    output_size: Any
    output_ratio: Any
    return_indices: bool
    def __init__(self, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Tensor | None = None) -> None: ...
class _LPPool(Cell):
    norm_type: float
    kernel_size: Any
    stride: Any
    ceil_mode: bool
    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None: ...
class _MaxUnpool(Cell):
    kernel_size: Any
    padding: Any
    stride: Any
    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None: ...
