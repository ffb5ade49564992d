# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.experimental.optim.sgd import SGD as _SGD
from typing import Any
class SGD(_SGD):
    momentum_buf: Any
    step_t: Parameter
