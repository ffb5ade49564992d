# Written by `python -m tests.stubs`.
from msacc.train.callback._callback import RunContext
from msacc.train.callback._monitored_value import Monitor
from typing import Any
class EarlyStopping(Monitor):
    patience: Any
    verbose: bool
    baseline: float
    restore_best_weights: bool
    wait: Any
    stopped_epoch: Any
    best: Any
    resume_attributes: Any
    def __init__(self, monitor: str = 'eval_loss', min_delta: float = 0, patience: int = 0, verbose: bool = False, mode: str = 'auto', baseline: float | None = None, restore_best_weights: bool = False) -> None: ...
    def on_train_begin(self, run_context: RunContext) -> None: ...
    def on_train_epoch_end(self, run_context: RunContext) -> None: ...
    def on_train_end(self, run_context: RunContext) -> None: ...
