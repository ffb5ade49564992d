# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class BatchNorm1d(_BatchNorm): ...
class BatchNorm2d(_BatchNorm): ...
class BatchNorm3d(Layer):
    bn2d: Any
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: float = 0.9, affine: bool = True, gamma_init: Any = 'ones', beta_init: Any = 'zeros', moving_mean_init: Any = 'zeros', moving_var_init: Any = 'ones', use_batch_statistics: bool | None = None, dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    reshape: Primitive
    shape: Primitive
class GroupNorm(Cell):
    num_groups: int
    num_channels: int
    eps: Any
    affine: bool
    gamma: Parameter
    beta: Parameter
    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-05, affine: bool = True, gamma_init: Any = 'ones', beta_init: Any = 'zeros', dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
class InstanceNorm1d(_InstanceNorm): ...
class InstanceNorm2d(_InstanceNorm): ...
class InstanceNorm3d(_InstanceNorm): ...
class LayerNorm(Layer):
    normalized_shape: Any
    begin_norm_axis: int
    begin_params_axis: int
    epsilon: float
    gamma: Parameter
    beta: Parameter
    layer_norm: Primitive
    def __init__(self, normalized_shape: Any, begin_norm_axis: int = -1, begin_params_axis: int = -1, gamma_init: Any = 'ones', beta_init: Any = 'zeros', epsilon: float = 1e-07, dtype: Type = ...) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
class SyncBatchNorm(_BatchNorm):
    process_groups: Any
    is_global: Any
    rank_id: Any
    rank_size: Any
    group_name: Any
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: float = 0.9, affine: bool = True, gamma_init: Any = 'ones', beta_init: Any = 'zeros', moving_mean_init: Any = 'zeros', moving_var_init: Any = 'ones', use_batch_statistics: bool | None = None, process_groups: Any = None, dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class _BatchNorm(Layer):
    format: Any
    use_batch_statistics: bool
    num_features: int
    eps: float
    gamma_init: Any
    beta_init: Any
    moving_mean_init: Any
    moving_var_init: Any
    moving_mean: Any
    moving_variance: Any
    gamma: Any
    beta: Any
    momentum: Any
    bn_train: Primitive
    bn_infer: Primitive
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: float = 0.9, affine: bool = True, gamma_init: Any = 'ones', beta_init: Any = 'zeros', moving_mean_init: Any = 'zeros', moving_var_init: Any = 'ones', use_batch_statistics: bool | None = None, data_format: str = 'NCHW', dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    assign_sub_mean: Primitive
    assign_sub_var: Primitive
    cast: Primitive
    dtype: Primitive
    mul_mean: Primitive
    mul_var: Primitive
    reshape: Primitive
    shape: Primitive
    sqrt: Primitive
    square: Primitive
    sub_mean: Primitive
    sub_var: Primitive
    reduce_mean: Primitive
    parallel_mode: str
class _InstanceNorm(Layer):
    num_features: int
    eps: Any
    momentum: float
    moving_mean: Any
    moving_variance: Any
    gamma: Any
    beta: Any
    def __init__(self, num_features: int, eps: float = 1e-05, momentum: float = 0.1, affine: bool = True, gamma_init: Any = 'ones', beta_init: Any = 'zeros', dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    shape: Primitive
