# Written by `python -m tests.stubs`.
from msacc._typing import ArrayLike
from msacc.common.tensor import Tensor
from typing import Any
def divmod(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> tuple[Tensor, Tensor]: ...
