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
    def __init__(self, params: Any, learning_rate: Any = 0.1, lambd: float = 0.0001, alpha: float = 0.75, t0: float = 1000000.0, weight_decay: Any = 0.0) -> None: ...
