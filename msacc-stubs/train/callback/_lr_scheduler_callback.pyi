# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.train.callback._callback import Callback
from msacc.train.callback._callback import RunContext
from typing import Any
class LearningRateScheduler(Callback):
    learning_rate_function: Callable[[float, int], float]
    def __init__(self, learning_rate_function: Callable[[float, int], float]) -> None: ...
    def step_end(self, run_context: RunContext) -> None: ...
