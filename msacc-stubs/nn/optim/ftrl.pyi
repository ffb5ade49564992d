# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class FTRL(Optimizer):
    lr_power: Any
    l1: Any
    l2: Any
    moments: Any
    linear: Any
    decay_flags: Any
    elementwise: bool
    by_portions: bool
    keeps_rows: bool
    def __init__(self, params: Any, initial_accum: float = 0.1, learning_rate: float = 0.001, lr_power: float = -0.5, l1: float = 0.0, l2: float = 0.0, use_locking: bool = False, loss_scale: float = 1.0, weight_decay: Any = 0.0) -> None: ...
