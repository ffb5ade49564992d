"""Cases from a table: a row is a call on `ms` and its arrays, or a call, a formula and their arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat

Row = tuple[Callable[..., Any], tuple[np.ndarray, ...]]
Formula = tuple[Callable[..., Any], Callable[..., Any], tuple[np.ndarray, ...]]


def table(chapter: str, rows: dict[str, Row], grad: bool = True, **options: Any) -> None:
    """Register a case of `chapter` for each row, whose call gets `ms` and its Tensors."""
    for name, (call, inputs) in rows.items():

        def body(ms: Any, run: Any, call: Any = call, inputs: Any = inputs) -> Arrays:
            return run(lambda *tensors: call(ms, *tensors), *inputs, grad=grad)

        body.__module__ = chapter
        case(name=name, **options)(body)


def formulas(chapter: str, rows: dict[str, Formula], **options: Any) -> None:
    """Register a case for each row where MindSpore's CPU has no kernel, or a faulty one.

    On MindSpore's side the documented formula stands, in numpy; dtypes are part of it.
    """
    for name, (call, formula, inputs) in rows.items():

        def body(
            ms: Any, run: Any, call: Any = call, formula: Any = formula, inputs: Any = inputs
        ) -> Arrays:
            if ms.__name__ != "mindspore":
                return run(lambda *tensors: call(ms, *tensors), *inputs, grad=False)
            return {f"out{i}": as_array(o) for i, o in enumerate(flat(formula(*inputs)))}

        body.__module__ = chapter
        case(name=name, jit=False, **options)(body)
