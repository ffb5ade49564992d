# Written by `python -m tests.stubs`.
from msacc.train.callback._callback import Callback
from msacc.train.callback._callback import RunContext
from typing import Any
class History(Callback):
    history: dict[str, list[Any]]
    epoch: Any
    resume_attributes: Any
    def __init__(self) -> None: ...
    def begin(self, run_context: RunContext) -> None: ...
    def epoch_end(self, run_context: RunContext) -> None: ...
