# Written by `python -m tests.stubs`.
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class RMSprop(Optimizer):
    mean_grad: Any
    mean_square: Any
    moment: Any
    def __init__(self, params: Any, lr: Any = 0.01, alpha: float = 0.99, eps: float = 1e-08, weight_decay: float = 0.0, momentum: float = 0.0, centered: bool = False, maximize: bool = False) -> None: ...
