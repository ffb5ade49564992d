"""The table of programs, and what can be seen of one."""

from __future__ import annotations

import collections
import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor
from tests.graph.driver import plain

Parts = tuple[Callable[..., Any], Callable[[], Any]]
INPUTS = [[1.0, -2.0], [3.0, 0.5], [-1.0, 4.0], [0.0, 2.0]]
PROGRAMS: list[Any] = []


def program(recorded: bool = False, because: str = "") -> Callable[[Callable[[], Parts]], Any]:
    """Adds a program to the table."""

    def add(fn: Callable[[], Parts]) -> Callable[[], Parts]:
        PROGRAMS.append(pytest.param(fn, recorded, because, id=fn.__name__))
        return fn

    return add


def nothing() -> None:
    """What can be seen where the result says it all."""


def seen(value: Any) -> Any:
    """A copy that compares by what it holds."""
    if isinstance(value, Tensor):
        return plain(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: seen(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, (list, tuple, collections.deque)):
        return [seen(item) for item in value]
    return copy.copy(value)


def outcomes(build: Callable[[], Parts], graph: bool, capsys: Any) -> list[Any]:
    """What each call gives, what can be seen after it, and what it printed; an exception by its class."""
    fn, effects = build()
    call = ms.jit(fn, jit_level="O0") if graph else fn
    found = []
    for values in INPUTS:
        try:
            result = seen(call(Tensor(values)))
        except Exception as error:
            result = type(error).__name__
        found.append((result, seen(effects()), capsys.readouterr().out))
    return found
