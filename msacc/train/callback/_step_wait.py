"""A callback of dataset pipelines that waits for the previous training step."""

from __future__ import annotations

import threading
from typing import Any

from msacc.dataset.callback import DSCallback
from msacc.dataset.config import get_callback_timeout
from msacc.train.callback._callback import Callback, RunContext


class WaitedDSCallback(Callback, DSCallback):
    """Base of callbacks that are passed both to a map and to `Model.train`.

    `step_size`: rows of a training step. Override `sync_step_begin` or `sync_epoch_begin`: they are
    called before the rows of a step or an epoch, the first one excepted, with the run context of
    the step or epoch before, once that has ended. RuntimeError when it does not end within
    `dataset.config.set_callback_timeout` seconds.
    """

    def __init__(self, step_size: int = 1) -> None:
        DSCallback.__init__(self, step_size)
        self.step_event, self.epoch_event = threading.Event(), threading.Event()
        self.step_run_context: Any = None
        self.epoch_run_context: Any = None
        self.training_ended = False

    def sync_epoch_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
        """Before an epoch's first row, after the training epoch before.

        `train_run_context`: the training's RunContext.
        `ds_run_context`: the pipeline's.
        """

    def sync_step_begin(self, train_run_context: Any, ds_run_context: Any) -> None:
        """Before a step's first row, after the training step before.

        `train_run_context`: the training's RunContext.
        `ds_run_context`: the pipeline's.
        """

    def listens(self) -> bool:
        """Whether a subclass has methods of its own to call."""
        cls, base = type(self), WaitedDSCallback
        return (
            cls.sync_step_begin is not base.sync_step_begin
            or cls.sync_epoch_begin is not base.sync_epoch_begin
        )

    def epoch_end(self, run_context: RunContext) -> None:
        """Called by the training: lets the next epoch begin. `run_context`: the run's RunContext."""
        self.epoch_run_context = run_context
        self.epoch_event.set()

    def step_end(self, run_context: RunContext) -> None:
        """Called by the training: lets the next step begin. `run_context`: the run's RunContext."""
        self.step_run_context = run_context
        self.step_event.set()

    def end(self, run_context: RunContext) -> None:
        """Called by the training: nothing waits any more. `run_context`: the run's RunContext."""
        self.epoch_end(run_context)
        self.step_end(run_context)
        self.training_ended = True

    def ds_epoch_begin(self, ds_run_context: Any) -> None:
        """Called by the pipeline; waits, then calls `sync_epoch_begin`. `ds_run_context`: where the pipeline is,
        as in `DSCallback`.
        """
        if ds_run_context.cur_epoch_num > 1:
            self._msacc_wait(self.epoch_event, "ds_epoch_begin")
            self.sync_epoch_begin(self.epoch_run_context, ds_run_context)

    def ds_step_begin(self, ds_run_context: Any) -> None:
        """Called by the pipeline; waits, then calls `sync_step_begin`. `ds_run_context`: where the pipeline is, as
        in `DSCallback`.
        """
        if ds_run_context.cur_step_num > self.step_size:
            self._msacc_wait(self.step_event, "ds_step_begin")
            self.sync_step_begin(self.step_run_context, ds_run_context)

    def _msacc_wait(self, event: threading.Event, where: str) -> None:
        if self.training_ended:
            return
        seconds = get_callback_timeout()
        if not event.wait(timeout=seconds):
            raise RuntimeError(
                f"{where} timed out after {seconds} second(s). Give the callback to Model.train as "
                "well, and step_size the rows of a step."
            )
        event.clear()
