"""Parsing the user's command, and running it in this process as `__main__`."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import re
import runpy
import sys
import traceback
import types
from dataclasses import dataclass, field

from msacc.alias import install
from msacc.launch import console_scripts
from msacc.launch.options import UsageError

_PYTHON = re.compile(r"python[\d.]*$")
# Interpreter options that take a value in the next argument.
_WITH_VALUE = ("-W", "-X")


@dataclass
class Command:
    """A script (`is_module` False) or module with its arguments. `flags`: for the interpreter itself."""

    target: str
    args: list[str]
    is_module: bool = False
    flags: list[str] = field(default_factory=list)


def parse(words: list[str]) -> Command:
    """Parses `train.py …`, `python [flags] train.py …`, `pytest …`, `-m module …` and console scripts.

    Raises UsageError when there is nothing to run or no such file.
    """
    rest, flags = list(words), []
    if _PYTHON.match(os.path.basename(rest[0])):
        rest = rest[1:]
        while rest and rest[0].startswith("-") and rest[0] != "-m":
            flags += [rest.pop(0)]
            if flags[-1] in _WITH_VALUE and rest:
                flags += [rest.pop(0)]
    elif os.path.basename(rest[0]) in ("pytest", "py.test"):
        rest = ["-m", "pytest", *rest[1:]]
    if not rest or rest == ["-m"] or "-c" in flags:
        raise UsageError(f"name a script or module to run; {' '.join(words)!r} names none")
    # Output is line-buffered anyway.
    flags = [flag for flag in flags if flag != "-u"]
    if rest[0] == "-m":
        return Command(rest[1], rest[2:], True, flags)
    if not os.path.exists(rest[0]):
        rest[0] = console_scripts.find(rest[0]) or rest[0]
    if not os.path.exists(rest[0]):
        raise UsageError(f"there is no file {rest[0]!r} (in {os.getcwd()})")
    return Command(rest[0], rest[1:], False, flags)


def run(command: Command) -> None:
    """Runs the command as `python target args…` would: sys.argv, sys.path[0], `__main__`; then raises SystemExit.

    An uncaught exception goes to sys.excepthook without the frames of this module.
    """
    install()
    try:
        (_run_module if command.is_module else _run_script)(command)
    except Exception as error:
        print_users_traceback(error, __file__)
        sys.exit(1)
    sys.exit(0)


def print_users_traceback(error: Exception, *runners: str) -> None:
    """Hands an uncaught error to sys.excepthook, without the outer frames that are those of the files `runners`."""
    trace, runners = error.__traceback__, (*runners, runpy.__file__, "<frozen runpy>")
    while trace is not None and trace.tb_frame.f_code.co_filename in runners:
        trace = trace.tb_next
    if trace is not None:  # a file that is no Python is an error of the runner's alone
        error = error.with_traceback(trace)
    sys.excepthook(type(error), error, error.__traceback__)


def _run_script(command: Command) -> None:
    path = command.target
    sys.argv = [path, *command.args]
    sys.path[0:1] = [path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))]
    if os.path.isdir(path):
        runpy.run_path(path, run_name="__main__")
        return
    # Not runpy: its __main__ is taken away at the end, before threads and exit handlers have run.
    main = types.ModuleType("__main__")
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    main.__dict__.update(
        __file__=path, __loader__=loader, __builtins__=__builtins__, __cached__=None
    )
    sys.modules["__main__"] = main
    exec(compile(loader.get_data(path), path, "exec", dont_inherit=True), main.__dict__)


def _run_module(command: Command) -> None:
    sys.argv = [command.target, *command.args]
    sys.path[0:1] = [os.getcwd()]
    runpy.run_module(command.target, run_name="__main__", alter_sys=True)


def last_frames(error: BaseException, limit: int = 3000) -> str:
    """The traceback as text, its end if it is long."""
    return "".join(traceback.format_exception(error))[-limit:]
