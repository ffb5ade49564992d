# Written by `python -m tests.stubs`.
from msacc.experimental.optim._step_count import CountedOptimizer
from typing import Any
class Adagrad(CountedOptimizer):
    accum: Any
    def __init__(self, params: Any, lr: Any = 0.01, lr_decay: float = 0.0, weight_decay: float = 0.0, initial_accumulator_value: float = 0.0, eps: float = 1e-10, *, maximize: bool = False) -> None: ...
