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
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
