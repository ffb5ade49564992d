# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.mint.functional import log_softmax as log_softmax
from msacc.ops.math.elementwise import erfc as erfc
from msacc.ops.math.elementwise import exp2 as exp2
from msacc.ops.math.elementwise import expm1 as expm1
from msacc.ops.math.elementwise import log1p as log1p
from msacc.ops.math.elementwise import sinc as sinc
from typing import Any
def round(input: Tensor) -> Tensor: ...
