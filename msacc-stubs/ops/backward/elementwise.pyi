# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def swiglu_grad(grad_output: Tensor, input: Tensor, dim: int = -1) -> Tensor: ...
