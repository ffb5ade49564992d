# Written by `python -m tests.stubs`.
from msacc.experimental.optim._step_count import CountedOptimizer
from typing import Any
class Rprop(CountedOptimizer):
    prev: Any
    step_size: Any
    def __init__(self, params: Any, lr: Any = 0.01, etas: tuple[float, float] = ..., step_sizes: tuple[float, float] = ..., *, maximize: bool = False) -> None: ...
