"""Functions and Cells that a notebook's cells define, and define anew, in graph mode: never the older code."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.docs_pages.kernel import Printed
from tests.docs_pages.sides import msacc_side

pytestmark = pytest.mark.slow

_SETTING = """
import mindspore as ms
from mindspore import jit, nn
ms.set_context(mode=ms.GRAPH_MODE, jit_config={{"jit_level": "{level}"}})
x = ms.Tensor([1.0, 2.0])
"""

# Each cell, and what it prints.
_CELLS = [
    ("@jit\ndef f(x):\n    return x * 2\nprint(f(x))", "[2. 4.]"),
    ("@jit\ndef f(x):\n    return x * 3\nprint(f(x))", "[3. 6.]"),
    # What a function calls is defined anew: MindSpore goes on with the older one.
    (
        "def inner(x):\n    return x + 1\n@jit\ndef outer(x):\n    return inner(x) * 2\nprint(outer(x))",
        "[4. 6.]",
    ),
    ("def inner(x):\n    return x + 10\nprint(outer(x))", "[22. 24.]"),
    (
        "class Net(nn.Cell):\n    def construct(self, x):\n        return x * 2\nnet = Net()\nprint(net(x))",
        "[2. 4.]",
    ),
    (
        "old = net\nclass Net(nn.Cell):\n    def construct(self, x):\n        return x * 3\n"
        "net = Net()\nprint(old(x), net(x), old(x))",
        "[2. 4.] [3. 6.] [2. 4.]",
    ),
    (
        "class Block(nn.Cell):\n    def construct(self, x):\n        return x + 1\n"
        "class Whole(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.block = Block()\n"
        "    def construct(self, x):\n        return self.block(x) * 2\nwhole = Whole()\nprint(whole(x))",
        "[4. 6.]",
    ),
    (
        "class Block(nn.Cell):\n    def construct(self, x):\n        return x - 1\nprint(whole(x), Whole()(x))",
        "[4. 6.] [0. 2.]",
    ),
    ("whole.block = Block()\nprint(whole(x))", "[0. 2.]"),
    # A gradient, and a branch on a Tensor, which breaks a graph at a line of the cell.
    (
        "class Power(nn.Cell):\n    def construct(self, x):\n        return x * x\nprint(ms.grad(Power())(x))",
        "[2. 4.]",
    ),
    (
        "class Power(nn.Cell):\n    def construct(self, x):\n        return x * x * x\nprint(ms.grad(Power())(x))",
        "[ 3. 12.]",
    ),
    (
        "@jit\ndef sign(x):\n    if x.sum() > 2:\n        return x\n    return -x\nprint(sign(x), sign(-x))",
        "[1. 2.] [1. 2.]",
    ),
    (
        "@jit\ndef sign(x):\n    if x.sum() > 2:\n        return x + 1\n    return -x\nprint(sign(x), sign(-x))",
        "[2. 3.] [1. 2.]",
    ),
    (
        "import inspect\nprint(inspect.getsource(sign).count('x + 1'), "
        "inspect.getsource(Power.construct).count('x * x * x'))",
        "1 1",
    ),
]


@pytest.mark.parametrize("level", ["", "O1"])
def test_what_is_defined_anew_runs_anew(tmp_path: Path, level: str) -> None:
    (tmp_path / "run").mkdir()
    sources = [_SETTING.format(level=level), *(source for source, _ in _CELLS)]
    printed = msacc_side(argparse.Namespace(libraries="")).run(sources, tmp_path / "run", 280)
    assert printed[1:] == [Printed(f"{text}\n") for _, text in _CELLS]
