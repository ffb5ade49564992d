# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class SGD(Optimizer):
    dampening: Any
    nesterov: bool
    momentum: Parameter
    accum: Any
    stat: Any
    elementwise: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
