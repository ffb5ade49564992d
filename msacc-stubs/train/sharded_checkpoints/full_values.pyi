# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from typing import Any
def full_value(parameter: Parameter) -> Tensor: ...
