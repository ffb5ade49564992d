# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Adagrad(Optimizer):
    update_slots: bool
    accum: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
