# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def deformable_conv2d(x: Tensor, weight: Tensor, offsets: Tensor, kernel_size: tuple[int, int], strides: tuple[int, ...], padding: tuple[int, ...], bias: Tensor | None = None, dilations: tuple[int, ...] = (1, 1, 1, 1), groups: int = 1, deformable_groups: int = 1, modulated: bool = True) -> Tensor: ...
