"""Milliseconds of the first call, and of a later one, of functions and Cells of up to 20 operations in graph mode.

    python benchmarks/small_functions.py [--mindspore-python PYTHON] [--json FILE]

Each side is a process of its own, with nothing compiled on disk; one function is called before, which is not counted
(the first graph of a process). PyNative: the same functions without `jit`. CPU time, one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIRST_CALLS = 3  # later ones count from here on
LEVELS = {"PyNative": "", "automatic": "", "O0": "O0"}


def programs() -> list[tuple[str, Callable[..., Any]]]:
    """Functions as unit tests of projects hold them."""
    import mindspore as ms
    from mindspore import nn, ops

    def norm(x: Any) -> Any:
        x = x - x.mean(-1, keep_dims=True)
        return x / ops.sqrt((x * x).mean(-1, keep_dims=True) + 1e-5)

    def gate(x: Any) -> Any:
        return ops.sigmoid(x) * ops.tanh(x) + ops.relu(x)

    def attention(x: Any) -> Any:
        return ops.matmul(ops.softmax(ops.matmul(x, x.T) * 0.125, -1), x)

    def loop(x: Any) -> Any:
        for i in range(5):
            x = x * 0.5 + ops.sin(x) * i
        return x

    def slices(x: Any) -> Any:
        return ops.concat((x[:4] * 2, x[4:] + 1), 0).reshape(-1)[::2].sum()

    def branch(x: Any) -> Any:
        return x * 2 if x.shape[0] > 4 else x - 1

    def total(x: Any) -> Any:
        return (gate(x) * attention(x)).sum()

    def gradient(x: Any) -> Any:
        return ms.grad(total)(x)

    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dense, self.norm, self.head = (
                nn.Dense(16, 32),
                nn.LayerNorm((32,)),
                nn.Dense(32, 4),
            )

        def construct(self, x: Any) -> Any:
            return self.head(ops.gelu(self.norm(self.dense(x))))

    net = Net()

    def cell(x: Any) -> Any:
        return net(x)

    functions = (norm, gate, attention, loop, slices, branch, gradient, cell)
    return [(function.__name__, function) for function in functions]


def measure(jit: bool) -> dict[str, list[float]]:
    """First and later milliseconds by program."""
    import mindspore as ms
    import numpy as np

    x = ms.Tensor(np.random.RandomState(0).randn(8, 16).astype(np.float32))

    def first(x: Any) -> Any:
        return x * 3 + 1

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        return ms.jit(function) if jit else function

    wrap(first)(x).asnumpy()
    found = {}
    for name, program in programs():
        call, times = wrap(program), []
        for _ in range(20):
            start = time.process_time()
            call(x).asnumpy()
            times.append(1000 * (time.process_time() - start))
        found[name] = [times[0], statistics.median(times[FIRST_CALLS:])]
    return found


def run(python: list[str], side: str, level: str = "") -> dict[str, list[float]]:
    """`measure` in a fresh process."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "OMP_NUM_THREADS": "1", "MSACC_JIT_LEVEL": level}
        env |= {"TORCHINDUCTOR_CACHE_DIR": cache, "MSACC_LOG_LEVEL": "ERROR"}
        command = [*python, __file__, "--side", side]
        out = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    return dict(json.loads(out.splitlines()[-1]))


def main() -> None:
    """Print the table, or one side's figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--side", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        print(json.dumps(measure(args.side != "PyNative")))
        return
    ours = [sys.executable, "-m", "msacc"]
    sides = {name: run(ours, name, level) for name, level in LEVELS.items()}
    if args.mindspore_python:
        sides["MindSpore graph"] = run([args.mindspore_python], "graph")
    columns = ["program", *(f"{side}, {which}" for side in sides for which in ("first", "later"))]
    names = list(sides["PyNative"])
    lines = [[n, *(round(v, 2) for s in sides.values() for v in s[n])] for n in names]
    for line in [columns, *lines]:
        print("  ".join(f"{cell!s:>22}" for cell in line))
    if args.json:
        notes = [
            "Milliseconds of CPU; nothing on disk, the first graph of a process is not counted."
        ]
        content = {"title": "Small functions in graph mode", "columns": columns, "rows": lines}
        args.json.write_text(json.dumps({**content, "notes": notes}, indent=1))


if __name__ == "__main__":
    main()
