"""A table of calls as one case: row by row in PyNative mode, all rows in one captured graph.

    ROWS = {"sum": (lambda ms, x: ms.ops.sum(x, dim=0), (X,)), …}
    one_case(__name__, "reductions", ROWS)

A third item of a row is the documented formula, of numpy arrays, for what MindSpore's CPU build
has no kernel of; such a row compares values alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, Runner, as_array, case, flat, merge

Call = Callable[..., Any]
Row = tuple[Call, tuple[Any, ...]] | tuple[Call, tuple[Any, ...], Call]
Rows = dict[str, Row]


def one_case(chapter: str, name: str, rows: Rows, grad: bool = True, **options: Any) -> None:
    """Register the case; `grad` is False where MindSpore has no gradients for the rows."""

    def body(ms: Any, run: Any) -> Arrays:
        found = merge(**{n: alone(ms, row, grad) for n, row in rows.items()})
        if run.jit:  # gradients are taken of the plain function in graph runs as well
            found |= captured(ms, rows)
        return found

    body.__module__ = chapter
    case(name=name, **options)(body)


def alone(ms: Any, row: Row, grad: bool = True) -> Arrays:
    """One row on one side, in PyNative mode."""
    call, inputs = row[:2]
    if len(row) == 3 and ms.__name__ == "mindspore":
        return outputs(row[2](*inputs))
    return Runner(ms)(lambda *x: call(ms, *x), *inputs, grad=grad and len(row) == 2)


def captured(ms: Any, rows: Rows) -> Arrays:
    """The results of all rows from one graph, under the names a run of the row gives them."""

    def every(given: Any) -> Any:
        return [row[0](ms, *x) for row, x in zip(rows.values(), given)]

    inputs = [
        [ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in r[1]] for r in rows.values()
    ]
    results = ms.jit(every, jit_level="O0")(inputs)
    return merge(**{name: outputs(result) for name, result in zip(rows, results)})


def outputs(result: Any) -> Arrays:
    return {f"out{i}": as_array(out) for i, out in enumerate(flat(result))}
