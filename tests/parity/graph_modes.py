"""What cases about graphs share: calls in both modes, the structure of results, functions to differentiate."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import numpy as np

from tests.parity.harness import is_mindspore

MODES = {"pynative": 1, "graph": 0}
X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 5.0], np.float32)
SENS = np.array([10.0, 100.0], np.float32)


@contextmanager
def mode(ms: Any, number: int) -> Any:
    before = ms.get_context("mode")
    ms.set_context(mode=number, jit_config={"jit_level": "O0"})
    try:
        yield
    finally:
        ms.set_context(mode=before, jit_config={"jit_level": "O1"})


@contextmanager
def op_by_op(ms: Any) -> Any:
    """Under msacc graphs of level "O0" run op by op inside, as they do outside of tests."""
    if is_mindspore(ms):
        yield
        return
    from msacc.common.settings import settings

    before, settings.o0_captures = settings.o0_captures, False
    try:
        yield
    finally:
        settings.o0_captures = before


def structure(ms: Any, value: Any) -> str:
    """'(T[2]f, {a: 3})' and the like."""
    if isinstance(value, ms.Parameter):
        return f"Parameter{list(value.shape)}"
    if isinstance(value, ms.Tensor):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {structure(ms, v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        name = "" if type(value) in (tuple, list) else type(value).__name__
        inside = ", ".join(structure(ms, item) for item in value)
        return f"{name}[{inside}]" if isinstance(value, list) else f"{name}({inside})"
    return f"{type(value).__name__} {value}"


def values(ms: Any, value: Any) -> list[float]:
    if isinstance(value, ms.Tensor):
        return [float(v) for v in value.asnumpy().ravel()]
    if isinstance(value, dict):
        value = list(value.values())
    return (
        [v for item in value for v in values(ms, item)] if isinstance(value, (list, tuple)) else []
    )


def recorded(
    ms: Any, calls: dict[str, Callable[[], Any]], modes: Any = MODES, graphs: Any = None
) -> dict[str, Any]:
    """In each mode, a line a call with the structure of its result or the class of what it raises, and the
    values of all; of `graphs` alone in graph mode, where each call compiles."""
    found: dict[str, Any] = {}
    for label in modes:
        lines, numbers = [], []
        for name, call in calls.items():
            if label == "graph" and graphs is not None and name not in graphs:
                continue
            with mode(ms, MODES[label]):
                try:
                    result = call()
                except Exception as error:
                    lines.append(f"{name} = {type(error).__name__}")
                    continue
                lines.append(f"{name} = {structure(ms, result)}")
                numbers += values(ms, result)
        found[label] = np.array("\n".join(lines))
        found[f"{label}.values"] = np.float32(numbers)
    return found


def tensors(ms: Any) -> tuple[Any, Any, Any]:
    return ms.Tensor(X), ms.Tensor(Y), ms.Tensor(SENS)


def functions(ms: Any) -> dict[str, Callable[..., Any]]:
    ops, mint = ms.ops, ms.mint

    def scalar(x, y):
        return (x * x * y).sum()

    def vector(x, y):
        return x * y

    def two(x, y):
        return x * y, x + y

    def one(x, y):
        return (x * y,)

    def listed(x, y):
        return [x * y, x + y]

    def named(x, y):
        return {"a": x * y, "b": x}

    def nested(x, y):
        return x * y, (x, y)

    def other(x, y):
        return y

    def made(x, y):
        return ops.ones((2,), ms.float32)

    def least(x, y):
        return ops.min(x * y, axis=0)

    def least_of_all(x, y):
        return ops.min(x * y)

    def mint_least(x, y):
        return mint.min(x * y, 0)

    def mint_most(x, y):
        return mint.max(x * y)

    def number(x, y):
        return 3.0

    def nothing(x, y):
        return None

    def with_number(x, y):
        return x * y, 3

    def with_nothing(x, y):
        return x * y, None

    def truth(x, y):
        return x > y

    def shape(x, y):
        return x.shape

    def same(x, y):
        return x

    def parts(x, y):
        return ops.split(x * y, 1)

    result = (scalar, vector, two, one, listed, named, nested, other, made, least, least_of_all)
    result += (
        mint_least,
        mint_most,
        number,
        nothing,
        with_number,
        with_nothing,
        truth,
        shape,
        same,
    )
    return {fn.__name__: fn for fn in (*result, parts)}


FUNCTIONS = [
    "scalar",
    "vector",
    "two",
    "one",
    "listed",
    "named",
    "nested",
    "other",
    "made",
    "least",
    "least_of_all",
    "mint_least",
    "mint_most",
    "number",
    "nothing",
    "with_number",
    "with_nothing",
    "truth",
    "shape",
    "same",
    "parts",
]


def network(ms: Any, fn: Callable[..., Any]) -> Any:
    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.fn = fn
            self.w = ms.Parameter(ms.Tensor(np.array([2.0, 3.0], np.float32)), name="w")
            self.b = ms.Parameter(ms.Tensor(np.array([1.0], np.float32)), name="b")

        def construct(self, x, y):
            return self.fn(x * self.w + self.b, y)

    return Net()
