"""Programs that change between calls, run op by op and as graphs.

A program is a generator function: it yields the function to call, then changes something before each
further yield.

    @program
    def a_variable():
        k = 2.0
        yield lambda x: x * k
        k = 3.0
        yield
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

import msacc as ms
from msacc import Tensor

Program = Callable[[], Generator[Any, None, None]]
INPUT = [1.0, -2.0]


def programs() -> tuple[list[Any], Callable[[Program], Program]]:
    """A list of programs as parameters of a test, and the decorator that fills it."""
    found: list[Any] = []

    def program(fn: Program) -> Program:
        found.append(pytest.param(fn, id=fn.__name__))
        return fn

    return found, program


def results(program: Program, graph: bool) -> list[Any]:
    """What the program's function gives after each of its changes; an exception by its class."""
    steps = program()
    fn = next(steps)
    call = ms.jit(fn, jit_level="O0") if graph else fn
    found = []
    while True:
        try:
            found.append(plain(call(Tensor(INPUT))))
        except Exception as error:
            found.append(type(error).__name__)
        try:
            next(steps)
        except StopIteration:
            return found


def plain(value: Any) -> Any:
    return (str(value.dtype), value.asnumpy().tolist()) if isinstance(value, Tensor) else value


def same_in_both(program: Program) -> None:
    """The graph gives what PyNative mode gives; and every change but those to itself shows."""
    wanted = results(program, graph=False)
    assert results(program, graph=True) == wanted
    assert any(a != b for a, b in zip(wanted, wanted[1:], strict=False)), (
        "the program changes nothing"
    )
