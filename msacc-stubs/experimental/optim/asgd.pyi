# Written by `python -m tests.stubs`.
from msacc.experimental.optim._step_count import CountedOptimizer
from typing import Any
class ASGD(CountedOptimizer):
    mu: Any
    eta: Any
    ax: Any
    def __init__(self, params: Any, lr: Any = 0.01, lambd: float = 0.0001, alpha: float = 0.75, t0: float = 1000000.0, weight_decay: float = 0.0, maximize: bool = False) -> None: ...
