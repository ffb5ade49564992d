"""What a pipeline remembers from one epoch to the next, so that another process can go on with it.

What is made while a pipeline starts belongs to its run. Nothing else may differ between two epochs: rows within an
epoch follow from what was remembered at its start.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

import numpy as np


@runtime_checkable
class Resumable(Protocol):
    """What knows itself how to go on."""

    def state(self) -> Any:
        """Numbers, str, lists, dicts and arrays."""

    def restore(self, state: Any) -> None:
        """Go on from what `state` gave."""


class _Starting(threading.local):
    """The runs that this thread starts, the innermost last: a pipeline may be started while another one is."""

    def __init__(self) -> None:
        self.runs: list[list[Kept]] = []


_starting = _Starting()


class Kept:
    """Values of one node: numbers, lists of ints, arrays, and what is Resumable, which stays the same object."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)
        if _starting.runs:
            _starting.runs[-1].append(self)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def state(self) -> dict[str, Any]:
        """The values as JSON knows them, and arrays; nothing in it changes later."""
        return {name: _shown(value) for name, value in self.__dict__.items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Take on what `state` gave; ValueError where it is that of another node."""
        if state.keys() != self.__dict__.keys():
            raise ValueError(f"{sorted(state)} instead of {sorted(self.__dict__)}")
        for name, value in state.items():
            self.__dict__[name] = _taken(self.__dict__[name], value)


def goes_on(found: Resumable) -> Any:
    """Remember it from epoch to epoch; returns it."""
    Kept(found=found)
    return found


@contextmanager
def keeping() -> Iterator[list[Kept]]:
    """Collect what is made within."""
    found: list[Kept] = []
    _starting.runs.append(found)
    try:
        yield found
    finally:
        _starting.runs.pop()


def _shown(value: Any) -> Any:
    if isinstance(value, Resumable):
        return value.state()
    if isinstance(value, list):
        return np.array(value, np.int64)
    return value.copy() if isinstance(value, np.ndarray) else value


def _taken(own: Any, value: Any) -> Any:
    """What takes the place of `own`, which may be changed itself."""
    if isinstance(own, Resumable):
        own.restore(value)
        return own
    if isinstance(own, list):
        own[:] = value.tolist()
        return own
    return value
