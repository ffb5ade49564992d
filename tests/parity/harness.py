"""Parity cases: written once as a function of `ms`, run on real MindSpore and on msacc.

    @case
    def softmax(ms, run):
        return run(lambda x: ms.ops.softmax(x, axis=-1), rand(2, 3))

`run(fn, *arrays)` turns numpy arrays into Tensors, calls `fn`, and gives the outputs and, for
float inputs, the gradients of a fixed weighting of the outputs. A case may also return a dict of
named numpy arrays of its own, or use `run.raises(fn)` for the class of an exception. Many small
calls are rows of a table: see table.py.
Under msacc every case runs in PyNative mode and, where it uses `run(fn, …)`, once more through
`ms.jit` (capture without code generation: the graph itself is what is compared).
"""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).parent / "recorded"
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """One case with its tolerances."""

    chapter: str
    name: str
    fn: Callable[..., Arrays]
    rtol: float = 1e-5
    atol: float = 1e-6
    jit: bool = True

    @property
    def key(self) -> str:
        return f"{self.chapter}::{self.name}"


CASES: dict[str, Case] = {}


def case(fn: Callable[..., Any] | None = None, *, name: str | None = None, **options: Any) -> Any:
    """Register a case: `@case`, `@case(rtol=1e-4)`, or `case(name="exp")(fn)` in a loop."""

    def register(body: Callable[..., Any]) -> Callable[..., Any]:
        chapter = body.__module__.rsplit(".", 1)[-1]
        entry = Case(chapter, name or body.__name__, body, **options)
        if entry.key in CASES and CASES[entry.key].fn is not body:
            raise ValueError(f"two parity cases are called {entry.key}")
        CASES[entry.key] = entry
        return body

    return register if fn is None else register(fn)


def rand(
    *shape: int, seed: int = 0, dtype: Any = np.float32, low: float = -2, high: float = 2
) -> np.ndarray:
    """Fixed uniform numbers, the same on both sides."""
    values = np.random.RandomState(seed).uniform(low, high, shape)
    return np.asarray(values, dtype)


class Runner:
    """Runs a function of Tensors on one side."""

    def __init__(self, ms: Any, jit: bool = False):
        self.ms, self.jit = ms, jit

    def __call__(self, fn: Callable[..., Any], *inputs: Any, grad: bool = True) -> Arrays:
        tensors = [self.ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in inputs]
        call = self.ms.jit(fn, jit_level="O0") if self.jit else fn
        outs = flat(call(*tensors))
        result = {f"out{i}": as_array(o) for i, o in enumerate(outs)}
        floats = [
            i for i, a in enumerate(inputs) if isinstance(a, np.ndarray) and a.dtype.kind == "f"
        ]
        if grad and floats and any(a.dtype.kind == "f" for a in result.values()):
            grads = flat(self._gradients(fn, tuple(floats), list(result.values()))(*tensors))
            result.update({f"grad{i}": as_array(g) for i, g in zip(floats, grads, strict=True)})
        return result

    def _gradients(
        self, fn: Callable[..., Any], where: tuple[int, ...], outs: list[np.ndarray]
    ) -> Any:
        weights = [weighting(self.ms, o) for o in outs]

        def weighted(*args: Any) -> Any:
            parts = [
                (o * w).sum()
                for o, w in zip(flat(fn(*args)), weights, strict=True)
                if w is not None
            ]
            return sum(parts[1:], parts[0])

        return self.ms.grad(weighted, grad_position=where)

    def raises(self, fn: Callable[..., Any], *inputs: Any) -> Arrays:
        """The class of the exception that `fn(*inputs)` raises ('' if none)."""
        tensors = [self.ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in inputs]
        try:
            for out in flat(fn(*tensors)):
                as_array(out)
        except Exception as error:
            return {"raises": np.array(type(error).__name__)}
        return {"raises": np.array("")}


def weighting(ms: Any, out: np.ndarray) -> Any:
    """Fixed weights over a float output, so that its gradient is not trivial."""
    if out.dtype.kind != "f":
        return None
    seed = zlib.crc32(str(out.shape).encode())
    return ms.Tensor(np.random.RandomState(seed).uniform(0.5, 1.5, out.shape).astype(out.dtype))


def is_mindspore(ms: Any) -> bool:
    """Whether this is the recording side, where a stand-in replaces what its CPU build cannot run."""
    return str(ms.__name__) == "mindspore"


def flat(out: Any) -> list[Any]:
    if isinstance(out, (tuple, list)):
        return [leaf for item in out for leaf in flat(item)]
    return [out]


def as_array(value: Any) -> np.ndarray:
    return value.asnumpy().copy() if hasattr(value, "asnumpy") else np.asarray(value)


def merge(**parts: Arrays) -> Arrays:
    """Several runs in one case: `merge(a=run(…), b=run(…))`."""
    return {
        f"{name}.{key}": value for name, result in parts.items() for key, value in result.items()
    }


def load_cases() -> None:
    """Import every module of `cases`, which registers what it holds."""
    package = importlib.import_module("tests.parity.cases")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"tests.parity.cases.{module.name}")
