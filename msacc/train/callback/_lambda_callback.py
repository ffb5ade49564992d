"""LambdaCallback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.short_repr import short
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext

Hook = Callable[[RunContext], Any] | None


def _no_op(run_context: RunContext) -> None:
    return None


@built_in(runs_scripts=True)
class LambdaCallback(Callback):
    """A callback made of functions of the RunContext, one per hook.

    In training `on_train_begin` and `on_train_end`, `on_train_epoch_begin` and `on_train_epoch_end`,
    `on_train_step_begin` and `on_train_step_end`; in evaluation `on_eval_begin` and `on_eval_end`,
    `on_eval_epoch_begin` and `on_eval_epoch_end`, `on_eval_step_begin` and `on_eval_step_end`. Each is called
    as `f(run_context)`; None does nothing.
    """

    def __init__(
        self,
        on_train_epoch_begin: Hook = None,
        on_train_epoch_end: Hook = None,
        on_train_step_begin: Hook = None,
        on_train_step_end: Hook = None,
        on_train_begin: Hook = None,
        on_train_end: Hook = None,
        on_eval_epoch_begin: Hook = None,
        on_eval_epoch_end: Hook = None,
        on_eval_step_begin: Hook = None,
        on_eval_step_end: Hook = None,
        on_eval_begin: Hook = None,
        on_eval_end: Hook = None,
    ):
        super().__init__()
        hooks = {name: value for name, value in locals().items() if name.startswith("on_")}
        for name, hook in hooks.items():
            setattr(self, name, hook or _no_op)

    def __repr__(self) -> str:
        given = [f"{k}={short(v)}" for k, v in vars(self).items() if v is not _no_op]
        return f"{type(self).__name__}({', '.join(given)})"
