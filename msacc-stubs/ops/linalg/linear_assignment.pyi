# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def linear_sum_assignment(cost_matrix: Tensor, maximize: bool, dimension_limit: Any = None) -> tuple[Tensor, Tensor]: ...
