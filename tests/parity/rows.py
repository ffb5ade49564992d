"""Cases as rows of a table: a call under its name, its inputs, and what stands in for MindSpore without a kernel."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge


@dataclass(frozen=True)
class Row:
    """`call(ms, *tensors)`; `plain`, of the same arguments, is MindSpore's side where its CPU build cannot run it."""

    call: Callable[..., Any]
    inputs: tuple[np.ndarray, ...]
    plain: Callable[..., Any] | None = None
    grad: bool = True


def row(
    call: Callable[..., Any],
    *inputs: np.ndarray,
    plain: Callable[..., Any] | None = None,
    grad: bool = True,
) -> Row:
    return Row(call, inputs, plain, grad)


def is_mindspore(ms: Any) -> bool:
    return str(ms.__name__) == "mindspore"


def register(module: str, table: dict[str, Row], graph: str = "", **options: Any) -> None:
    """A case of `module` for each row and, called `graph`, one of all of them in one graph; the options are `case`'s."""
    bodies = {name: _body([entry]) for name, entry in table.items()}
    for name, body in bodies.items():
        body.__module__ = module
        case(name=name, jit=False, **options)(body)
    if graph:
        every = _body(list(table.values()))
        every.__module__ = module
        case(name=graph, **options)(every)


def _body(entries: list[Row]) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        parts = {
            kind: _run(ms, run, [e for e in entries if e.grad is grad], grad)
            for kind, grad in (("graded", True), ("plain", False))
        }
        return parts["graded"] | parts["plain"] if len(entries) == 1 else merge(**parts)

    return body


def _run(ms: Any, run: Any, entries: list[Row], grad: bool) -> Arrays:
    """The calls of all rows, one after the other, on all their inputs."""
    if not entries:
        return {}
    calls = [e.plain if e.plain and is_mindspore(ms) else e.call for e in entries]
    ends = list(itertools.accumulate(len(e.inputs) for e in entries))
    starts = [0, *ends[:-1]]

    def every(*tensors: Any) -> Any:
        return [call(ms, *tensors[a:b]) for call, a, b in zip(calls, starts, ends)]

    return run(every, *(x for e in entries for x in e.inputs), grad=grad)


def affine(fn: Callable[[np.ndarray], np.ndarray], lead: int = 2) -> Callable[[Any, Any], Any]:
    """`fn`, affine in all dimensions of its input but the first `lead`, as a product MindSpore can differentiate.

    `fn` takes (N, …) of numpy and gives (N, …); it is asked for the zeros and for each unit.
    """

    def call(ms: Any, x: Any) -> Any:
        shape = tuple(x.shape)
        size = int(np.prod(shape[lead:]))
        units = np.concatenate([np.zeros((1, size)), np.eye(size)]).reshape(-1, *shape[lead:])
        made = fn(units)
        parts = made.reshape(size + 1, -1).astype(np.float32)
        flat = x.reshape((-1, size))
        out = ms.ops.matmul(flat, ms.Tensor(parts[1:] - parts[:1])) + ms.Tensor(parts[:1])
        return out.reshape((*shape[:lead], *made.shape[1:]))

    return call


def widened(sides: tuple[int, ...], mode: str, **how: Any) -> Callable[[Any, Any], Any]:
    """numpy.pad of the last dimensions, whose pairs come last dimension first; negative ones cut off."""
    pairs = [sides[i : i + 2] for i in range(0, len(sides), 2)][::-1]

    def pad(x: np.ndarray) -> np.ndarray:
        added = [(max(a, 0), max(b, 0)) for a, b in pairs]
        out = np.pad(x, [(0, 0), *added], mode=mode, **how)  # type: ignore[call-overload]
        kept = [slice(max(-a, 0), -max(-b, 0) or None) for a, b in pairs]
        return np.asarray(out[(slice(None), *kept)])

    return affine(pad)


def axis_by_axis(x: np.ndarray, weights: Sequence[Callable[[int], np.ndarray]]) -> np.ndarray:
    """Multiply each dimension but the first by the (out, in) matrix that `weights` gives for its size."""
    for axis, matrix in enumerate(weights, 1):
        x = np.moveaxis(np.moveaxis(x, axis, -1) @ matrix(x.shape[axis]).T, -1, axis)
    return x


def windows(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Every place of a grid with `counts` places per dimension."""
    return list(itertools.product(*map(range, counts)))
