# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def sparse_segment_mean(x: Tensor, indices: Tensor, segment_ids: Tensor) -> Tensor: ...
