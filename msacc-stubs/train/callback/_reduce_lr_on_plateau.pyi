# Written by `python -m tests.stubs`.
from msacc.train.callback._callback import RunContext
from msacc.train.callback._monitored_value import Monitor
from typing import Any
class ReduceLROnPlateau(Monitor):
    factor: Any
    patience: Any
    verbose: bool
    cooldown: Any
    min_lr: Any
    cooldown_counter: Any
    wait: Any
    best: Any
    resume_attributes: Any
    def __init__(self, monitor: str = 'eval_loss', factor: float = 0.1, patience: int = 10, verbose: bool = False, mode: str = 'auto', min_delta: float = 0.0001, cooldown: int = 0, min_lr: float = 0) -> None: ...
    def on_train_begin(self, run_context: RunContext) -> None: ...
    def on_train_epoch_end(self, run_context: RunContext) -> None: ...
