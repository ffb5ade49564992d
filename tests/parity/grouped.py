"""Cases made of rows: each a small call, and one graph for all of a group.

    GROUPS = {"pool": {"ceil": row(lambda ms, x: ms.ops.avg_pool1d(x, 2, ceil_mode=True), X)}}
    register(__name__, GROUPS)

A row's arrays are kept as `ceil.out0`, `ceil.grad0`. The calls of a group are captured together, so that
many arguments cost one capture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat


@dataclass(frozen=True)
class Row:
    """A call of `ms` and its tensors."""

    call: Callable[..., Any]
    inputs: tuple[Any, ...]
    grad: bool
    formula: Callable[..., Any] | None  # of numpy, in MindSpore's place where its CPU has no kernel


def row(
    call: Callable[..., Any],
    *inputs: Any,
    grad: bool = True,
    formula: Callable[..., Any] | None = None,
) -> Row:
    return Row(call, inputs, grad and formula is None, formula)


def alone(ms: Any, run: Any, entry: Row) -> Arrays:
    """One row, called eagerly on either side."""
    if entry.formula and ms.__name__ == "mindspore":
        outs = flat(entry.formula(*entry.inputs))
        return {f"out{i}": np.asarray(out) for i, out in enumerate(outs)}
    eager = type(run)(ms)
    return eager(lambda *tensors: entry.call(ms, *tensors), *entry.inputs, grad=entry.grad)


def together(ms: Any, rows: dict[str, Row]) -> Arrays:
    """The outputs of all rows, from one graph."""
    inputs = [
        tuple(ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in entry.inputs)
        for entry in rows.values()
    ]

    def every(*groups: Any) -> Any:
        return tuple(entry.call(ms, *group) for entry, group in zip(rows.values(), groups))

    outs = ms.jit(every, jit_level="O0")(*inputs)
    return {
        f"{name}.out{i}": as_array(leaf)
        for name, out in zip(rows, outs)
        for i, leaf in enumerate(flat(out))
    }


def grouped(module: str, rows: dict[str, Row]) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        found = {
            f"{name}.{key}": value
            for name, entry in rows.items()
            for key, value in alone(ms, run, entry).items()
        }
        if run.jit:
            found.update(together(ms, rows))
        return found

    body.__module__ = module
    return body


def register(
    module: str, groups: dict[str, dict[str, Row]], eager: tuple[str, ...] = (), **options: Any
) -> None:
    """One case for each group, with the harness's options; no graph for those in `eager`."""
    for name, rows in groups.items():
        case(name=name, jit=name not in eager, **options)(grouped(module, rows))
