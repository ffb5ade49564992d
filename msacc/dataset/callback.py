"""Callbacks of a map: called as its rows pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msacc.common import checks as check


class DSCallback:
    """Base of callbacks for `map(callbacks=...)`; override what you need.

    `ds_run_context` has `cur_epoch_num`, `cur_step_num_in_epoch` and `cur_step_num` (from 1).
    """

    def __init__(self, step_size: int = 1) -> None:
        check.integer(None, "step_size", step_size, 1, check.INT32_MAX)
        self.step_size = step_size

    def ds_begin(self, ds_run_context: Any) -> None:
        """Before the first row."""

    def ds_epoch_begin(self, ds_run_context: Any) -> None:
        """Before an epoch's first row."""

    def ds_epoch_end(self, ds_run_context: Any) -> None:
        """After an epoch's last row."""

    def ds_step_begin(self, ds_run_context: Any) -> None:
        """Before every `step_size`-th row."""

    def ds_step_end(self, ds_run_context: Any) -> None:
        """After every `step_size`-th row."""


class DSRunContext:
    """Where a pipeline stands."""

    def __init__(self) -> None:
        self.cur_epoch_num = 0
        self.cur_step_num_in_epoch = 0
        self.cur_step_num = 0


class Watch:
    """Calls the callbacks of a map around every row that passes."""

    def __init__(self, callbacks: Sequence[DSCallback]) -> None:
        self.callbacks, self.context = callbacks, DSRunContext()

    def _tell(self, name: str, every_step: bool = False) -> None:
        for callback in self.callbacks:
            number = self.context.cur_step_num_in_epoch - 1
            if not every_step or number % callback.step_size == 0:
                getattr(callback, name)(self.context)

    def __call__(self, blocks: Iterator[Any]) -> Iterator[Any]:
        """The same blocks; blocks hold one row each when there are callbacks."""
        if not self.callbacks:
            yield from blocks
            return
        if self.context.cur_epoch_num == 0:
            self._tell("ds_begin")
        self.context.cur_epoch_num += 1
        self.context.cur_step_num_in_epoch = 0
        self._tell("ds_epoch_begin")
        for block in blocks:
            self.context.cur_step_num += 1
            self.context.cur_step_num_in_epoch += 1
            self._tell("ds_step_begin", every_step=True)
            yield block
            self._tell("ds_step_end", every_step=True)
        self._tell("ds_epoch_end")
