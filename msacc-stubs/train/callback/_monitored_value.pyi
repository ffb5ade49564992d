# Written by `python -m tests.stubs`.
from msacc.train.callback._callback import Callback
from msacc.train.callback._callback import RunContext
from typing import Any
class Monitor(Callback):
    monitor: Any
    min_delta: Any
    mode: Any
    best: Any
    def __init__(self, monitor: str, min_delta: float, mode: str) -> None: ...
    def is_improvement(self, value: Any, than: Any) -> bool: ...
    def current(self, run_context: RunContext) -> Any: ...
