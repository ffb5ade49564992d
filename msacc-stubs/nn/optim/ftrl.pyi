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
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
