# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Momentum(Optimizer):
    use_nesterov: bool
    momentum: Parameter
    params: Any
    moments: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, learning_rate: Any, momentum: float, weight_decay: Any = 0.0, loss_scale: float = 1.0, use_nesterov: bool = False) -> None: ...
