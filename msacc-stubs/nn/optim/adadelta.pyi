# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Adadelta(Optimizer):
    rho: Any
    epsilon: Any
    accum: Any
    accum_update: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
