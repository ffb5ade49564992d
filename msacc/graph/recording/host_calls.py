"""Ends a recording where the user's Python does something outside of the process's own objects.

What is printed, written to a file, read from the clock or taken from a pipeline happens once while a run is recorded,
and not again when it is replayed. Python tells of each call before it is made.
"""

from __future__ import annotations

import _thread
import builtins
import io
import logging
import os
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType, ModuleType
from typing import Any

import torch

from msacc.common import torch_private
from msacc.graph.source_files import is_framework_file, is_library_file, is_pipeline_file

_FUNCTIONS = {builtins.print, builtins.open, builtins.input, io.open, _thread.start_new_thread}
_FUNCTIONS |= {warnings.warn, warnings.warn_explicit}
# What seeds torch's generators, whoever calls it: a graph draws from where they stand.
_SEEDS = {"manual_seed", "seed", "set_state"}
# The functions by which scripts log: they call on behalf of who calls them.
_SCRIPTS_LOG = f"msacc{os.sep}log.py"
_MODULES = {"time", "posix", "nt", "_socket", "_io", "_posixsubprocess"}
# Of those modules, what does nothing outside.
_HARMLESS = {"fspath", "getpid"}
_DATES = {"now", "today", "utcnow"}
# Classes whose methods do nothing outside, as most calls are of theirs.
_HARMLESS_KINDS = (str, list, dict, tuple, set, frozenset, torch.Tensor)


class HostCall(BaseException):
    """Raised in front of such a call. No Exception: a script's own handlers are not for it."""


@dataclass
class Calls:
    """What was called: outside of the process, also where a bare `except` takes the exception, and within."""

    outside: list[str] = field(default_factory=list)
    code: set[CodeType] = field(default_factory=set)


@contextmanager
def refusing_host_calls() -> Iterator[Calls]:
    """HostCall within the block, in this thread, at the user's line."""
    found = Calls()
    code, harmless = found.code, set(_HARMLESS_KINDS)

    def look(frame: FrameType, event: str, function: object) -> None:
        # Python comes here for every call of a run: what is known is passed over at once.
        if event == "call":
            if frame.f_code in code:
                return
            code.add(frame.f_code)
            called = _called(frame)
        elif event == "c_call":
            owner = getattr(function, "__self__", None)
            known: Any = function if owner is None or type(owner) is ModuleType else type(owner)
            if known in harmless:
                return
            if not _may_reach_outside(function, owner):
                harmless.add(known)
                return
            called = _called_in_c(frame, function)
        else:
            return
        if called is not None:
            own = _said_frame(frame)
            where = f"{own.f_code.co_filename}:{own.f_lineno}"
            found.outside.append(f"it {called} at {where}")
            raise HostCall(found.outside[0])

    with _other_profiler_paused():
        sys.setprofile(look)
        yield found


@contextmanager
def _other_profiler_paused() -> Iterator[None]:
    """Takes the place of the profiler that is on, within the block; cProfile's is written in C and no function."""
    before: Any = sys.getprofile()
    in_c = before is not None and not callable(before)
    if in_c:
        before.disable()
    try:
        yield
    finally:
        sys.setprofile(None if in_c else before)
        if in_c:
            before.enable()


def _called(frame: FrameType) -> str | None:
    """What a function of Python's does, where it reaches outside."""
    if frame.f_code is torch_private.asks_for_unknown_size():
        return "asks for a size that depends on values"
    if frame.f_code.co_name == "__next__":  # of a pipeline of data
        return "calls next()" if is_pipeline_file(frame.f_code.co_filename) else None
    return None


def _may_reach_outside(function: object, owner: object) -> bool:
    """Whether a function in C reaches outside, for some caller; a method: whether any of its class may."""
    if owner is None or isinstance(owner, ModuleType):
        return _reaches_outside(function)
    return isinstance(owner, (io.IOBase, random.Random, torch.Generator, type))


def _called_in_c(frame: FrameType, function: Any) -> str | None:
    """What a function in C does, where it reaches outside."""
    seeds = isinstance(getattr(function, "__self__", None), torch.Generator)
    if seeds and function.__name__ in _SEEDS:
        return f"calls {function.__name__}()"
    if _reaches_outside(function) and _is_users(frame):
        return f"calls {getattr(function, '__name__', function)}()"
    return None


def _reaches_outside(function: Any) -> bool:
    owner = getattr(function, "__self__", None)
    if getattr(function, "__name__", "") in _HARMLESS:
        return False
    if isinstance(owner, (io.IOBase, random.Random)):
        return True
    if (
        getattr(owner, "__name__", "") in _MODULES
        or getattr(function, "__module__", "") in _MODULES
    ):
        return True
    try:
        if function in _FUNCTIONS:
            return True
    except TypeError:  # not hashable
        return False
    return function.__name__ in _DATES and isinstance(owner, type)


def _is_users(frame: FrameType) -> bool:
    """Whether the user's code calls, itself or by way of Python's library; what an import does is nobody's."""
    own = _user_frame(frame)
    if is_framework_file(own.f_code.co_filename):
        return False
    at: FrameType | None = own
    while at is not None:
        if at.f_code.co_filename == "<frozen importlib._bootstrap>":
            return False
        at = at.f_back
    return True


def _user_frame(frame: FrameType) -> FrameType:
    """The innermost frame that is not in Python's own library; of what is logged, the one that logs."""
    at: FrameType | None = _logging_frame(frame) or frame
    while at is not None:
        name = at.f_code.co_filename
        if not _is_passed_over(name):
            return at
        at = at.f_back
    return frame


def _is_passed_over(name: str) -> bool:
    # Methods of dataclasses and tuples are made from strings.
    own = is_framework_file(name) and not name.endswith(_SCRIPTS_LOG)
    return not own and (is_library_file(name) or name == "<string>")


def _said_frame(frame: FrameType) -> FrameType:
    """The innermost frame of the user's own."""
    at: FrameType | None = _user_frame(frame)
    while at is not None:
        if not is_library_file(at.f_code.co_filename):
            return at
        at = at.f_back
    return frame


def _logging_frame(frame: FrameType) -> FrameType | None:
    """The outermost frame of Python's logging, whose handlers may be anybody's."""
    at: FrameType | None = frame
    found = None
    while at is not None:
        found = at if at.f_code.co_filename == logging.__file__ else found
        at = at.f_back
    return found
