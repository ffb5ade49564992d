"""State that a pipeline carries from one epoch to the next, so that another process can resume it.

Objects created while a pipeline starts belong to its run. Nothing else may differ between two epochs: the rows of an
epoch are determined by the state at its start.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

import numpy as np


@runtime_checkable
class Resumable(Protocol):
    """An object that can save and restore its own state."""

    def state(self) -> Any:
        """Returns the state: numbers, str, lists, dicts and arrays."""

    def restore(self, state: Any) -> None:
        """Restores what `state` returned."""


class _StartingRuns(threading.local):
    """The runs that this thread is starting, the innermost last: pipelines may start within each other."""

    def __init__(self) -> None:
        self.runs: list[list[ResumableValues]] = []


_starting = _StartingRuns()


class ResumableValues:
    """The resumable values of one node: numbers, lists of ints, arrays, and Resumable objects (restored in place)."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)
        if _starting.runs:
            _starting.runs[-1].append(self)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def state(self) -> dict[str, Any]:
        """Returns a copy of the values: JSON types and arrays."""
        return {name: _snapshot(value) for name, value in self.__dict__.items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores what `state` returned; raises ValueError for another node's state."""
        if state.keys() != self.__dict__.keys():
            raise ValueError(f"{sorted(state)} instead of {sorted(self.__dict__)}")
        for name, value in state.items():
            self.__dict__[name] = _restored(self.__dict__[name], value)


def register_resumable(value: Resumable) -> Any:
    """Adds the object to the state of the run that is starting; returns it."""
    ResumableValues(found=value)  # "found" is the key in saved states
    return value


@contextmanager
def collect_resumable() -> Iterator[list[ResumableValues]]:
    """Collects the ResumableValues that are created within."""
    collected: list[ResumableValues] = []
    _starting.runs.append(collected)
    try:
        yield collected
    finally:
        _starting.runs.pop()


def _snapshot(value: Any) -> Any:
    if isinstance(value, Resumable):
        return value.state()
    if isinstance(value, list):
        return np.array(value, np.int64)
    return value.copy() if isinstance(value, np.ndarray) else value


def _restored(current: Any, value: Any) -> Any:
    """Returns the restored value of `current`: Resumable objects and lists change in place."""
    if isinstance(current, Resumable):
        current.restore(value)
        return current
    if isinstance(current, list):
        current[:] = value.tolist()
        return current
    return value
