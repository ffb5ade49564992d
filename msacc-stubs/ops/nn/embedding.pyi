# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False) -> Tensor: ...
