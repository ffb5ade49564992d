# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]: ...
