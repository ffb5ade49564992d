"""Callback: the hooks, their RunContext, and the manager that calls them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common.short_repr import ReprByAttributes
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect, once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.nn.cell.cell import Cell


class Callback(ReprByAttributes):
    """Base class. Override `on_train_*` and `on_eval_*` hooks (or the older `begin`, `epoch_begin`,
    `step_begin`, `step_end`, `epoch_end`, `end`, which serve training and evaluation alike).

    Each takes a RunContext. A callback is also a context manager around the whole run.

    `resume_attributes`: names of attributes that a resumed run (`Model.train(resume=...)`) restores: numbers, str,
    lists, dicts, arrays and Tensors. It is msacc's own.
    """

    resume_attributes: tuple[str, ...] = ()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *err: object) -> Any:
        return None

    def begin(self, run_context: RunContext) -> None:
        """Before the first epoch. `run_context`: the run's RunContext."""

    def epoch_begin(self, run_context: RunContext) -> None:
        """Before each epoch. `run_context`: the run's RunContext."""

    def epoch_end(self, run_context: RunContext) -> None:
        """After each epoch. `run_context`: the run's RunContext."""

    def step_begin(self, run_context: RunContext) -> None:
        """Before each step. `run_context`: the run's RunContext."""

    def step_end(self, run_context: RunContext) -> None:
        """After each step. `run_context`: the run's RunContext."""

    def end(self, run_context: RunContext) -> None:
        """After the last epoch. `run_context`: the run's RunContext."""

    def on_train_begin(self, run_context: RunContext) -> None:
        """Before training. `run_context`: the run's RunContext."""
        self.begin(run_context)

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Before each training epoch. `run_context`: the run's RunContext."""
        self.epoch_begin(run_context)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """After each training epoch. `run_context`: the run's RunContext."""
        self.epoch_end(run_context)

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Before each training step. `run_context`: the run's RunContext."""
        self.step_begin(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """After each training step. `run_context`: the run's RunContext."""
        self.step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """After training. `run_context`: the run's RunContext."""
        self.end(run_context)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Before evaluation. `run_context`: the run's RunContext."""
        self.begin(run_context)

    def on_eval_epoch_begin(self, run_context: RunContext) -> None:
        """Before the evaluation's epoch. `run_context`: the run's RunContext."""
        self.epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context: RunContext) -> None:
        """After the evaluation's epoch. `run_context`: the run's RunContext."""
        self.epoch_end(run_context)

    def on_eval_step_begin(self, run_context: RunContext) -> None:
        """Before each evaluation step. `run_context`: the run's RunContext."""
        self.step_begin(run_context)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """After each evaluation step. `run_context`: the run's RunContext."""
        self.step_end(run_context)

    def on_eval_end(self, run_context: RunContext) -> None:
        """After evaluation. `run_context`: the run's RunContext."""
        self.end(run_context)


_HOOKS = ("begin", "epoch_begin", "epoch_end", "step_begin", "step_end", "end")
ALL_HOOKS = (*_HOOKS, *(f"on_{mode}_{hook}" for mode in ("train", "eval") for hook in _HOOKS))


def _made(callback: object) -> str:
    """What to write for a class in the place of its instance."""
    is_class = isinstance(callback, type) and issubclass(callback, Callback)
    return f"; call it: {callback.__name__}()" if is_class else ""  # type: ignore[attr-defined]


class CallbackManager(Callback):
    """Calls several callbacks in order; TypeError for what is no Callback."""

    def __init__(self, callbacks: Callback | Sequence[Callback] | None):
        callback_list = [] if callbacks is None else callbacks
        callback_list = [callback_list] if isinstance(callback_list, Callback) else callback_list
        if not isinstance(callback_list, list):
            raise TypeError(
                f"The 'callbacks' is not a Callback or a list of Callback, but {callbacks!r}."
            )
        for callback in callback_list:
            if not isinstance(callback, Callback):
                raise TypeError(
                    "When the 'callbacks' is a list, the elements in 'callbacks' must be Callback objects, "
                    f"but got {callback!r}{_made(callback)}."
                )
        self._callbacks: list[Callback] = list(callback_list)
        self._stack: ExitStack | None = None

    def __enter__(self) -> CallbackManager:
        if self._stack is None:
            self._stack = ExitStack().__enter__()
            self._callbacks = [self._msacc_entered(callback) for callback in self._callbacks]
        return self

    def _msacc_entered(self, callback: Callback) -> Callback:
        assert self._stack is not None
        target = self._stack.enter_context(callback)
        if isinstance(target, Callback):
            return target
        once(
            f"enter:{type(callback).__name__}",
            f"{type(callback).__name__}.__enter__ should return self.",
        )
        return callback

    def __exit__(self, *err: Any) -> Any:
        return self._stack.__exit__(*err) if self._stack is not None else None


def _forward(hook: str) -> Any:
    def call(self: CallbackManager, run_context: RunContext) -> None:
        for callback in self._callbacks:
            getattr(callback, hook)(run_context)

    call.__name__ = hook
    call.__doc__ = f"Call `{hook}` of every callback."
    return call


for _hook in ALL_HOOKS:
    setattr(CallbackManager, _hook, _forward(_hook))


class MissingParam(KeyError, AttributeError):
    """Raised for a parameter that the run has not set (an AttributeError too, so that hasattr works)."""


class InternalCallbackParam(dict[str, Any]):
    """The parameters of a run that callbacks can read: a dict whose keys are attributes as well."""

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise MissingParam(key) from None

    def __setattr__(self, key: str, value: Any) -> None:
        self[key] = value


class RunContext:
    """What is handed to every hook: the run's parameters, and the request to stop.

    `original_args`: a dict with cur_epoch_num, cur_step_num, batch_num, net_outputs, network and
    more, which `original_args()` gives back. `request_stop()` ends the run after this step or
    epoch; hooks added by the user may call it.

    Raises TypeError when `original_args` is no dict. As in MindSpore.
    """

    def __init__(self, original_args: dict[str, Any]):
        if not isinstance(original_args, dict):
            raise TypeError(
                "The argument 'original_args' of RunContext should be dict type, but got "
                f"{type(original_args)}."
            )
        self._original_args = original_args
        self._stop_requested = False
        # Whether other processes wait for this one's steps, or passes of an evaluation; set by Model.
        self._shared = False

    def original_args(self) -> Any:
        """The run's parameters: cur_epoch_num, cur_step_num, batch_num, net_outputs, network, …"""
        return self._original_args

    def request_stop(self) -> None:
        """Requests the run to stop after this step or epoch."""
        self._stop_requested = True

    def get_stop_requested(self) -> bool:
        """Whether a stop was requested."""
        return self._stop_requested


def handle_loss(loss: Any) -> Any:
    """The value printed as loss: the mean of a Tensor as float, the first of several as it is."""
    if isinstance(loss, (tuple, list)):
        return loss[0] if loss and isinstance(loss[0], Tensor) else loss
    return float(np.mean(loss.asnumpy())) if isinstance(loss, Tensor) else loss


def set_cur_net(net: Cell) -> None:
    """Accepted from old scripts; every save names its network itself."""
    no_effect("callback", "_set_cur_net", type(net).__name__, "every save names its network itself")


_handle_loss = handle_loss
