"""Why a run is not recorded names the user's own line, wherever their files lie."""

from __future__ import annotations

import importlib.util
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest
import torch

import msacc as ms
from msacc import Tensor
from msacc.graph.source_files import is_library_file

PROGRAM = """
from msacc import nn, ops


def shown(x):
    x.tolist()  # the line: values are asked for inside the library
    return ops.relu(x)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = nn.SequentialCell([nn.ReLU(), Inner()])

    def construct(self, x):
        return self.inner(x)


class Inner(nn.Cell):
    def construct(self, x):
        return shown(x) + 1
"""
LINES = PROGRAM.splitlines()
(NUMBER,) = [i for i, line in enumerate(LINES) if "the line" in line]


def load(path: Path) -> ModuleType:
    path.parent.mkdir(parents=True)
    path.write_text(PROGRAM)
    name = f"program_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "folder", ["plain", "msacc", "torch", "site-packages", "lib/msacc/graph", "lib/torch/_dynamo"]
)
def test_the_line_is_the_users(tmp_path: Path, folder: str) -> None:
    file = tmp_path / folder / "program.py"
    module = load(file)
    for target, name in ((module.Net(), "Net"), (module.shown, "shown")):
        ms.graph.reset()
        out = ms.jit(target, jit_level="O0")(Tensor([-1.0, 1.0]))
        assert out.asnumpy().tolist() == ([1.0, 2.0] if name == "Net" else [0.0, 1.0])
        (why,) = ms.graph.stats().not_recorded.values()
        assert f" at {file}:{NUMBER + 1}" in why
        with pytest.raises(RuntimeError, match=f"cannot be one graph: .* at .*:{NUMBER + 1}"):
            ms.jit(target, jit_level="O0", fullgraph=True)(Tensor([-1.0, 1.0]))


def test_files_of_the_library() -> None:
    package, torchs = Path(ms.__file__).parent, Path(torch.__file__).parent
    python = Path(sysconfig.get_path("stdlib"))
    for own in (package / "nn/layer/basic.py", torchs / "nn/functional.py", python / "abc.py"):
        assert is_library_file(str(own))
    assert is_library_file("<frozen importlib._bootstrap>")
    users = ["/home/me/msacc/train.py", "/home/me/torch/train.py", f"{package}_tools/train.py"]
    users += [f"{torchs}vision/ops.py", str(python / "site-packages/other/code.py"), "<string>"]
    for path in users:
        assert not is_library_file(path)
