"""Cases from tables: a row is a call on `ms` under a name, and its inputs.

    ROWS = {"sum": row(lambda ms, x: ms.ops.sum(x, dim=0), X), …}
    group(__name__, "reductions", ROWS)   one case, its arrays kept as `sum.out0`, `sum.grad0`
    each(__name__, ROWS)                  a case for every row, called `sum`
    several(__name__, "sums", [lambda ms, x: ms.ops.sum(x), …], X)   one case, calls on the same tensors

A group's rows run one by one in PyNative mode and all in one graph: many arguments cost one capture.
Where MindSpore's CPU build has no kernel, or a faulty one, something else stands on its side:

    row(call, X, formula=lambda x: …)       numpy, of the arrays; values alone are compared
    row(call, X, instead=lambda ms, x: …)   what MindSpore can run; gradients are compared as well
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, Runner, as_array, case, flat, is_mindspore, merge

# (ms, *tensors) -> a Tensor or several; a formula is given the arrays alone.
Call = Callable[..., Any]


@dataclass(frozen=True)
class Row:
    """A call, its inputs, and what stands on MindSpore's side in its place."""

    call: Call
    inputs: tuple[Any, ...]
    formula: Call | None
    instead: Call | None
    grad: bool


Rows = dict[str, Row]


def row(
    call: Call,
    *inputs: Any,
    formula: Call | None = None,
    instead: Call | None = None,
    grad: bool = True,
) -> Row:
    """Arrays among `inputs` become Tensors; `grad` is False where MindSpore has no gradients."""
    return Row(call, inputs, formula, instead, grad and formula is None)


def group(chapter: str, name: str, rows: Rows, grad: bool = True, **options: Any) -> None:
    """Register all rows as one case of `chapter`; `grad=False` is for every row, options are `case`'s."""
    kept = graded(rows, grad)

    def body(ms: Any, run: Any) -> Arrays:
        eager = Runner(ms)  # gradients are taken of the plain function in graph runs as well
        result = merge(**{name: on_its_side(ms, eager, entry) for name, entry in kept.items()})
        return result | captured(ms, kept) if run.jit else result

    body.__module__ = chapter
    case(name=name, **options)(body)


def each(chapter: str, rows: Rows, grad: bool = True, **options: Any) -> None:
    """Register a case of `chapter` for every row, each with a graph of its own unless `jit=False`."""
    for name, entry in graded(rows, grad).items():

        def body(ms: Any, run: Any, entry: Row = entry) -> Arrays:
            return on_its_side(ms, run, entry)

        body.__module__ = chapter
        case(name=name, **options)(body)


def several(
    chapter: str,
    name: str,
    calls: Sequence[Call | tuple[Call, Call]],
    *inputs: Any,
    formulas: bool = False,
    grad: bool = True,
    **options: Any,
) -> None:
    """Register one case of calls on the same inputs, all results in order.

    A pair is a call and what stands in its place; with `formulas` all are pairs and those are numpy's.
    """
    pairs = [call if isinstance(call, tuple) else (call, call) for call in calls]

    def side(at: int) -> Call:
        return lambda *given: [pair[at](*given) for pair in pairs]

    place = "formula" if formulas else "instead"
    each(chapter, {name: row(side(0), *inputs, grad=grad, **{place: side(1)})}, **options)


def graded(rows: Rows, grad: bool) -> Rows:
    return {name: replace(entry, grad=entry.grad and grad) for name, entry in rows.items()}


def on_its_side(ms: Any, run: Any, entry: Row) -> Arrays:
    """What one row gives: the call under msacc, its stand-in under MindSpore."""
    if entry.formula and is_mindspore(ms):
        return outputs(entry.formula(*entry.inputs))
    call = entry.instead if entry.instead and is_mindspore(ms) else entry.call
    result: Arrays = run(lambda *tensors: call(ms, *tensors), *entry.inputs, grad=entry.grad)
    return result


def captured(ms: Any, rows: Rows) -> Arrays:
    """The results of all rows from one graph, under the names that runs of the rows give them."""

    def every(*given: Any) -> Any:
        return [
            entry.call(ms, *tensors) for entry, tensors in zip(rows.values(), given, strict=True)
        ]

    inputs = [
        tuple(ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in entry.inputs)
        for entry in rows.values()
    ]
    results = ms.jit(every, jit_level="O0")(*inputs)
    return merge(**{name: outputs(result) for name, result in zip(rows, results, strict=True)})


def outputs(result: Any) -> Arrays:
    return {f"out{i}": as_array(out) for i, out in enumerate(flat(result))}
