# Written by `python -m tests.stubs`.
from msacc.experimental.optim._step_count import CountedOptimizer
from typing import Any
class RAdam(CountedOptimizer):
    exp_avg: Any
    exp_avg_sq: Any
    def __init__(self, params: Any, lr: Any = 0.001, betas: tuple[float, float] = ..., eps: float = 1e-08, weight_decay: float = 0.0) -> None: ...
