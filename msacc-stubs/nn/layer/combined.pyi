# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class Conv2dBnAct(_BnAct):
    conv: Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, dilation: Any = 1, group: int = 1, has_bias: bool = False, weight_init: Any = 'normal', bias_init: Any = 'zeros', has_bn: bool = False, momentum: float = 0.997, eps: float = 1e-05, activation: Any = None, alpha: float = 0.2, after_fake: bool = True) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class DenseBnAct(_BnAct):
    dense: Any
    def __init__(self, in_channels: int, out_channels: int, weight_init: Any = 'normal', bias_init: Any = 'zeros', has_bias: bool = True, has_bn: bool = False, momentum: float = 0.9, eps: float = 1e-05, activation: Any = None, alpha: float = 0.2, after_fake: bool = True) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class _BnAct(Cell):
    has_bn: bool
    after_fake: bool
    has_act: Any
    activation: Any
    batchnorm: Any
