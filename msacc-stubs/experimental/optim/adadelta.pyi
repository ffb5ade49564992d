# Written by `python -m tests.stubs`.
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class Adadelta(Optimizer):
    accum: Any
    accum_update: Any
    def __init__(self, params: Any, lr: Any = 1.0, rho: float = 0.9, eps: float = 1e-06, weight_decay: float = 0.0, *, maximize: bool = False) -> None: ...
