"""Runs the text of a program on one side, in one mode: imported by both sides' processes.

A program is a flat script. It finds these names: ms, np, nn, ops, mint, Tensor, Parameter, and
  data(*shape, dtype="float32", seed=0)  a Tensor of fixed numbers
  jit(fn)                                ms.jit in graph mode, fn itself in PyNative mode
  show(value) or show(fn, *arguments)    records a value, or what a call gives or raises
"""

from __future__ import annotations

import os
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

Outcome = list[Any]


def data(ms: Any, *shape: int, dtype: str = "float32", seed: int = 0) -> Any:
    """Fixed numbers: floats in [-2, 2], integers in [-4, 9], below 10 where unsigned."""
    random = np.random.RandomState(seed)
    if dtype.startswith("float"):
        values = random.uniform(-2, 2, shape).round(3)
    elif dtype == "bool":
        values = random.randint(0, 2, shape)
    else:
        values = random.randint(0 if dtype.startswith("u") else -4, 10, shape)
    return ms.Tensor(np.asarray(values, dtype))


def described(ms: Any, value: Any) -> Any:
    """A value in plain types and arrays: what two sides compare."""
    if isinstance(value, ms.Tensor):
        kind = "Parameter" if isinstance(value, ms.Parameter) else "Tensor"
        array = (value.astype(ms.float32) if value.dtype == ms.bfloat16 else value).asnumpy()
        return (kind, str(value.dtype), tuple(value.shape), np.array(array))
    if isinstance(value, np.ndarray):
        return ("ndarray", str(value.dtype), value.shape, value)
    if isinstance(value, dict):
        return ("dict", {str(k): described(ms, v) for k, v in value.items()})
    if isinstance(value, (tuple, list)):
        return ("list" if isinstance(value, list) else "tuple", [described(ms, v) for v in value])
    if isinstance(value, (bool, int, float, np.number)):
        return (type(value).__name__, value)
    return (type(value).__name__, str(value) if isinstance(value, (str, type(None))) else "")


class Execution:
    """One run of one program."""

    def __init__(self, ms: Any, graph: bool):
        self.ms, self.graph, self.outcome = ms, graph, []

    def show(self, what: Any, *arguments: Any) -> None:
        line = sys._getframe(1).f_lineno
        try:
            if callable(what) and not isinstance(what, self.ms.Tensor):
                what = what(*arguments)
            self.outcome.append((line, described(self.ms, what)))
        except Exception as error:
            self.outcome.append((line, ("raises", type(error).__name__, str(error)[:300])))

    def names(self) -> dict[str, Any]:
        ms = self.ms
        same = {"np": np, "nn": ms.nn, "ops": ms.ops, "mint": ms.mint, "Tensor": ms.Tensor}
        return {
            **same,
            "ms": ms,
            "Parameter": ms.Parameter,
            "data": lambda *shape, **options: data(ms, *shape, **options),
            "jit": ms.jit if self.graph else lambda fn: fn,
            "show": self.show,
        }

    def run(self, path: Path) -> Outcome:
        """What each `show` records, what is raised outside of one, and last what is printed."""
        ms = self.ms
        ms.set_context(mode=0 if self.graph else 1)
        ms.set_seed(7)
        np.random.seed(7)
        module = types.ModuleType(path.stem)
        module.__file__ = str(path)
        vars(module).update(self.names())
        sys.modules[module.__name__] = module
        try:
            exec(compile(path.read_text(), str(path), "exec"), vars(module))
        except Exception as error:
            self.outcome.append((-1, ("raises", type(error).__name__, str(error)[:300])))
        finally:
            del sys.modules[module.__name__]
            ms.set_context(mode=1)
        return self.outcome


def run_text(ms: Any, text: str, graph: bool, folder: Path, name: str) -> Outcome:
    """The outcome of a program, with what it prints, by whatever language, at its end."""
    path = folder / f"{name}.py"
    path.write_text(text)  # MindSpore's compiler reads the source of functions
    printed = folder / "printed"
    sys.stdout.flush()
    before, file = os.dup(1), os.open(printed, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    old_folder = os.getcwd()
    os.chdir(folder)
    try:
        outcome = Execution(ms, graph).run(path)
    finally:
        sys.stdout.flush()
        os.dup2(before, 1)
        os.close(before)
        os.close(file)
        os.chdir(old_folder)
        path.unlink()
    return [*outcome, (0, ("printed", printed.read_text(errors="replace")))]
