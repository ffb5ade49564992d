# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class Conv1d(_ConvNd): ...
class Conv2d(_ConvNd): ...
class Conv3d(_ConvNd): ...
class ConvTranspose2d(_ConvNd):
    padding: Any
    output_padding: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1, bias: bool = True, dilation: Any = 1, padding_mode: str = 'zeros', dtype: Type | None = None) -> None: ...
    def __call__(self, input: Tensor, output_size: Any = None) -> Tensor: ...
class Embedding(Cell):
    num_embeddings: Any
    embedding_dim: Any
    padding_idx: int
    max_norm: float
    norm_type: float
    scale_grad_by_freq: bool
    dtype: Any
    weight: Parameter
    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False, _weight: Tensor | None = None, _freeze: bool = False, dtype: Type | None = None) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
class PReLU(Cell):
    weight: Parameter
    def __init__(self, num_parameters: int = 1, init: float = 0.25, dtype: Type | None = None) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class _ConvNd(Cell):
    padding: Any
    in_channels: int
    out_channels: int
    groups: int
    kernel_size: Any
    stride: Any
    dilation: Any
    padding_mode: Any
    has_bias: bool
    weight: Parameter
    bias: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1, bias: bool = True, padding_mode: str = 'zeros', dtype: Type | None = None) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
