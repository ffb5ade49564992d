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
    def __init__(self, params: Any, learning_rate: Any = 1.0, rho: float = 0.9, epsilon: float = 1e-06, loss_scale: float = 1.0, weight_decay: Any = 0.0) -> None: ...
