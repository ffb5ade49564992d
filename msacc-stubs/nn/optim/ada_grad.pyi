# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Adagrad(Optimizer):
    update_slots: bool
    accum: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, accum: float = 0.1, learning_rate: Any = 0.001, update_slots: bool = True, loss_scale: float = 1.0, weight_decay: Any = 0.0) -> None: ...
