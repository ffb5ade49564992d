# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Rprop(Optimizer):
    etaminus: Any
    etaplus: Any
    step_size_min: Any
    step_size_max: Any
    prev: Any
    step_size: Any
    elementwise: bool
    def __init__(self, params: Any, learning_rate: Any = 0.1, etas: tuple[float, float] = ..., step_sizes: tuple[float, float] = ..., weight_decay: Any = 0.0) -> None: ...
