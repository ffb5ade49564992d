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
    def __init__(self, params: Any, learning_rate: Any = 0.1, momentum: float = 0.0, dampening: float = 0.0, weight_decay: float = 0.0, nesterov: bool = False, loss_scale: float = 1.0) -> None: ...
