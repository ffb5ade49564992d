"""Looking up the parameters of a kept forward pass costs in proportion to their number."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from msacc import Parameter, Tensor
from msacc.graph import forward_cache
from msacc.graph.forward_cache import Recording


def parameters(count: int) -> list[Parameter]:
    return [Parameter(Tensor([1.0]), name=f"p{i}") for i in range(count)]


def steps(call: Callable[[], Any]) -> int:
    """How many lines of Python run in `recording` during the call."""
    lines = 0

    def trace(frame: Any, event: str, arg: Any) -> Any:
        nonlocal lines
        if frame.f_code.co_filename != forward_cache.__file__:
            return None
        lines += event == "line"
        frame.f_trace_opcodes = True
        lines += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


def lookup(count: int, turned: bool) -> int:
    given = parameters(count)
    kept, x = Recording((), given), Tensor([1.0])
    kept.run(lambda: sum((p for p in given), x))
    weights = given[::-1] if turned else given

    def call() -> None:
        assert kept.matches((), weights)
        assert len(kept.gradients(weights, None)) == count

    return steps(call)


@pytest.mark.parametrize("turned", [False, True])
def test_lookups_are_linear(turned: bool) -> None:
    few, many = lookup(100, turned), lookup(400, turned)
    assert few > 100
    assert many < 5 * few
