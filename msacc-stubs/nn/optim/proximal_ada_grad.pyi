# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class ProximalAdagrad(Optimizer):
    l1: Any
    l2: Any
    accum: Any
    elementwise: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
