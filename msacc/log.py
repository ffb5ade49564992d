"""mindspore.log: a script's own log lines, in MindSpore's format, at the level GLOG_v asks for."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from typing import Any, ClassVar

from msacc.common.warn_once import no_effect

_LEVELS = {
    "0": logging.DEBUG,
    "1": logging.INFO,
    "2": logging.WARNING,
    "3": logging.ERROR,
    "4": logging.CRITICAL,
}
_LEVEL_VARIABLE, _STDERR_VARIABLE = "GLOG_v", "GLOG_logtostderr"
# The function that was called, not this module, is where a line comes from.
_CALLER = 2
_environment: dict[str, str] = {}


def read_environment() -> None:
    """Reads the GLOG variables. As in MindSpore they count as they are at the import, of msacc or of mindspore."""
    names = (_LEVEL_VARIABLE, _STDERR_VARIABLE)
    _environment.clear()
    _environment.update({name: os.environ[name] for name in names if name in os.environ})


read_environment()


class _Formatter(logging.Formatter):
    """`[WARNING] ME(pid:thread,process):2025-01-31-10:00:00.123.000 [file:line] text`."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%d-%H:%M:%S", self.converter(record.created))
        micro = int(record.msecs * 1000)
        where = f"{record.pathname}:{record.lineno}"
        text = f"[{record.levelname}] ME({record.process}:{record.thread},{record.processName}):"
        text += f"{stamp}.{micro // 1000:03d}.{micro % 1000:03d} [{where}] {record.getMessage()}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text


class _Stderr(logging.StreamHandler):
    """Writes to whatever sys.stderr is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def _script_logger() -> logging.Logger:
    logger = logging.getLogger(f"ME.mindspore.log.{os.getpid()}")  # as MindSpore calls it
    if not any(isinstance(handler, _Stderr) for handler in logger.handlers):
        handler = _Stderr()
        handler.setFormatter(_Formatter())
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(_LEVELS.get(_environment.get(_LEVEL_VARIABLE, "2"), logging.WARNING))
        if _environment.get(_STDERR_VARIABLE) == "0":
            no_effect(
                "log", "GLOG_logtostderr", "0", "lines go to stderr; redirect it to keep them"
            )
    return logger


def _get_logger() -> logging.Logger:
    """The logger behind the functions below."""
    return _script_logger()


def debug(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at level 0 (DEBUG)."""
    _script_logger().debug(msg, *args, stacklevel=_CALLER, **kwargs)


def info(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a line at level 1 (INFO), which is shown where GLOG_v is 0 or 1.

    `msg`: the text, with %-places that `args` fill; `kwargs` are those of Python's `logging`.

    Raises TypeError for keyword arguments that `logging` does not know, where the line is shown.
    Lines look as in MindSpore and go to stderr; files of GLOG_log_dir are not written.
    """
    _script_logger().info(msg, *args, stacklevel=_CALLER, **kwargs)


def warning(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log a line at level 2 (WARNING), the lowest that is shown unless GLOG_v says otherwise.

    `msg`: the text, with %-places that `args` fill; `kwargs` are those of Python's `logging`.

    Raises TypeError for keyword arguments that `logging` does not know, where the line is shown.
    Lines look as in MindSpore and go to stderr; files of GLOG_log_dir are not written.
    """
    _script_logger().warning(msg, *args, stacklevel=_CALLER, **kwargs)


def error(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at level 3 (ERROR)."""
    _script_logger().error(msg, *args, stacklevel=_CALLER, **kwargs)


def critical(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at level 4 (CRITICAL)."""
    _script_logger().critical(msg, *args, stacklevel=_CALLER, **kwargs)


def get_level() -> str:
    """The lowest level shown: '0' (DEBUG) to '4' (CRITICAL)."""
    level = _script_logger().getEffectiveLevel()
    return next(name for name, number in _LEVELS.items() if number >= level)


def get_log_config() -> dict[str, str]:
    """The settings in force, under the names of the GLOG variables."""
    return {_LEVEL_VARIABLE: get_level(), _STDERR_VARIABLE: "1"}


class _LogActionOnce:
    """A decorator: `logger.warning` is silent while the function runs, but for the first call of each `key`.

    `no_warning`: silent in the first call too.
    """

    is_logged: ClassVar[dict[str, bool]] = {}

    def __init__(self, logger: Any, key: str, no_warning: bool = False):
        self.logger, self.key, self.no_warning = logger, key, no_warning

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        def quiet(*args: object, **kwargs: object) -> Any:
            if not hasattr(self.logger, "warning"):
                return func(*args, **kwargs)
            spoken = self.logger.warning
            if self.no_warning or self.key in self.is_logged:
                self.logger.warning = lambda *_, **__: None
            else:
                self.is_logged[self.key] = True
            try:
                return func(*args, **kwargs)
            finally:
                self.logger.warning = spoken

        return quiet
