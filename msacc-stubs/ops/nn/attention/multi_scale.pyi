# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def multi_scale_deformable_attn_function(value: Tensor, shape: Tensor, offset: Tensor, locations: Tensor, weight: Tensor) -> Tensor: ...
