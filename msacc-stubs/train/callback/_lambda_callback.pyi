# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.train.callback._callback import Callback
from msacc.train.callback._callback import RunContext
from typing import Any
class LambdaCallback(Callback):
    def __init__(self, on_train_epoch_begin: Callable[[RunContext], Any] | None = None, on_train_epoch_end: Callable[[RunContext], Any] | None = None, on_train_step_begin: Callable[[RunContext], Any] | None = None, on_train_step_end: Callable[[RunContext], Any] | None = None, on_train_begin: Callable[[RunContext], Any] | None = None, on_train_end: Callable[[RunContext], Any] | None = None, on_eval_epoch_begin: Callable[[RunContext], Any] | None = None, on_eval_epoch_end: Callable[[RunContext], Any] | None = None, on_eval_step_begin: Callable[[RunContext], Any] | None = None, on_eval_step_end: Callable[[RunContext], Any] | None = None, on_eval_begin: Callable[[RunContext], Any] | None = None, on_eval_end: Callable[[RunContext], Any] | None = None) -> None: ...
