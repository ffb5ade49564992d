"""Callbacks of a map, called around its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.dataset.errors import user_error
from msacc.module_aliases import refuse as _refuse

if TYPE_CHECKING:
    from msacc.dataset.pipeline.node import Run


class DSCallback:
    """Base of callbacks for `map(callbacks=...)`; override what you need.

    `ds_run_context` has `cur_epoch_num`, `cur_step_num_in_epoch` and `cur_step_num` (from 1). `step_size`: how
    many rows a step has, an int above 0.
    """

    def __init__(self, step_size: int = 1) -> None:
        check.integer(None, "step_size", step_size, 1, check.INT32_MAX)
        self.step_size = step_size

    def overrides_methods(self) -> bool:
        """Whether a subclass overrides a callback method."""
        return any(getattr(type(self), name) is not getattr(DSCallback, name) for name in _METHODS)

    def create_runtime_obj(self) -> DSCallback:
        """Returns the callback itself, which a map calls directly (MindSpore wraps it for C++).

        Raises AttributeError when it overrides none of the methods.
        """
        _check_overridden(self)
        return self

    def ds_begin(self, ds_run_context: DSRunContext) -> None:
        """Before the first row. `ds_run_context`: where the pipeline is, as in `DSCallback`."""

    def ds_epoch_begin(self, ds_run_context: DSRunContext) -> None:
        """Before an epoch's first row. `ds_run_context`: where the pipeline is, as in `DSCallback`."""

    def ds_epoch_end(self, ds_run_context: DSRunContext) -> None:
        """After an epoch's last row. `ds_run_context`: where the pipeline is, as in `DSCallback`."""

    def ds_step_begin(self, ds_run_context: DSRunContext) -> None:
        """Before every `step_size`-th row. `ds_run_context`: where the pipeline is, as in `DSCallback`."""

    def ds_step_end(self, ds_run_context: DSRunContext) -> None:
        """After every `step_size`-th row. `ds_run_context`: where the pipeline is, as in `DSCallback`."""


class DSRunContext:
    """The epoch and step numbers of a running pipeline, from 1."""

    def __init__(self) -> None:
        self.cur_epoch_num = 0
        self.cur_step_num_in_epoch = 0
        self.cur_step_num = 0


class CallbackRunner:
    """Calls the callbacks of a map around every row."""

    def __init__(self, callbacks: Sequence[DSCallback], run: Run) -> None:
        self.callbacks, self.context, self._run = callbacks, DSRunContext(), run
        if callbacks:
            run.epoch_ends.append(self._end_epoch)
            for callback in callbacks:
                _check_overridden(callback)

    def _notify(self, name: str, every_step: bool = False) -> None:
        for callback in self.callbacks:
            number = self.context.cur_step_num_in_epoch - 1
            if not every_step or number % callback.step_size == 0:
                _call(callback, name, self.context)

    def _end_epoch(self) -> None:
        if self.context.cur_step_num_in_epoch:
            self._notify("ds_epoch_end")

    def __call__(self, blocks: Iterator[Any]) -> Iterator[Any]:
        """Yields the same blocks; they have one row each when there are callbacks."""
        if not self.callbacks:
            yield from blocks
            return
        if self.context.cur_epoch_num == 0:
            self._notify("ds_begin")
        # A repeat runs its child several times within one epoch.
        if self._run.epoch + 1 != self.context.cur_epoch_num:
            self.context.cur_epoch_num = self._run.epoch + 1
            self.context.cur_step_num_in_epoch = 0
            self._notify("ds_epoch_begin")
        for block in blocks:
            self.context.cur_step_num += 1
            self.context.cur_step_num_in_epoch += 1
            self._notify("ds_step_begin", every_step=True)
            yield block
            self._notify("ds_step_end", every_step=True)


_METHODS = ("ds_begin", "ds_epoch_begin", "ds_epoch_end", "ds_step_begin", "ds_step_end")


def _check_overridden(callback: DSCallback) -> None:
    """Raises AttributeError for a callback that overrides no method."""
    if not callback.overrides_methods():
        raise AttributeError(
            "Inheriting Callback class without overriding any methods, check the usage of user "
            f"defined Callback. {type(callback).__name__} has none of {', '.join(_METHODS)}."
        )


def _call(callback: DSCallback, name: str, context: DSRunContext) -> None:
    try:
        getattr(callback, name)(context)
    except Exception as error:
        raise user_error(getattr(callback, name), error) from error


__getattr__ = _refuse("mindspore.dataset.callback")
