# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class ASGD(Optimizer):
    lambd: Any
    alpha: Any
    t0: Any
    mu: Any
    eta: Any
    ax: Any
    elementwise: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
