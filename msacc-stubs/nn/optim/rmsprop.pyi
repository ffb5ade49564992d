# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class RMSProp(Optimizer):
    decay: Any
    momentum: Any
    epsilon: Any
    centered: bool
    ms: Any
    moment: Any
    mg: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, learning_rate: Any = 0.1, decay: float = 0.9, momentum: float = 0.0, epsilon: float = 1e-10, use_locking: bool = False, centered: bool = False, loss_scale: float = 1.0, weight_decay: Any = 0.0) -> None: ...
