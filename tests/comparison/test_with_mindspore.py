"""compare with real MindSpore: its own record, taken by the one file, against msacc's.

Runs where MSACC_MINDSPORE_PYTHON names a Python with MindSpore.
"""

from __future__ import annotations

import inspect
import os
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

import msacc as ms
from msacc.comparison import command
from msacc.comparison import record as recorder

PYTHON = os.environ.get("MSACC_MINDSPORE_PYTHON", "")

pytestmark = pytest.mark.skipif(
    not PYTHON, reason="needs MindSpore: set MSACC_MINDSPORE_PYTHON to its Python"
)

NETWORK = """
import numpy as np
from mindspore import Tensor, nn, ops

class Gate(nn.Cell):
    def construct(self, x, scale=None):
        return x * ops.sigmoid(x if scale is None else x * scale)

class Net(nn.Cell):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 4, 3, has_bias=True), nn.BatchNorm2d(4, eps=eps)
        self.lstm, self.gate = nn.LSTM(6, 4, batch_first=True), Gate()
        self.head = nn.SequentialCell(nn.Flatten(), nn.GELU(approximate=False), nn.Dense(96, 5))
        self.set_train()

    def construct(self, x):
        y, _ = self.lstm(ops.relu(self.norm(self.conv(x))).mean(1))
        return self.head(self.gate(y, scale=y + 1).tile((1, 4, 1)))

def filled(net):
    draw = np.random.RandomState(0)
    for p in sorted(net.get_parameters(), key=lambda p: p.name):
        if "moving" not in p.name:
            p.set_data(Tensor(draw.randn(*p.shape).astype(np.float32) / 2))
    return net

def step(net):
    x = Tensor(np.random.RandomState(1).randn(4, 1, 6, 6).astype(np.float32))
    ops.value_and_grad(lambda x: (net(x) ** 2).sum(), None, net.trainable_params())(x)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the network and the one file that records."""
    (tmp_path / "tiny.py").write_text(NETWORK)
    shutil.copy(inspect.getfile(recorder), tmp_path / "record.py")
    return tmp_path


def test_the_one_file_records_on_mindspore(folder: Path) -> None:
    code = "import tiny; from record import record\nwith record('theirs.npz'): tiny.step(tiny.filled(tiny.Net()))"
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [PYTHON, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    (folder / "own.py").write_text(NETWORK.replace("mindspore", "msacc"))
    own = runpy.run_path(str(folder / "own.py"))
    for eps, name in ((1e-5, None), (1e-3, "norm")):
        net = own["filled"](own["Net"](eps))
        with ms.record(folder / "own.npz"):
            own["step"](net)
        found = ms.compare_records(folder / "own.npz", folder / "theirs.npz")
        assert (found.output and found.output.name) == name, found
        assert found.gradient is None, found
        compared = {row.name for row in found.rows if row.gradient}
        assert {"", "conv", "norm", "lstm", "gate", "head"} <= compared


def test_the_command_runs_mindspore(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    network = f"{folder / 'tiny.py'}:Net"
    options = ["--python", PYTHON, "--input", "1,6,6"]
    assert command.main([network, *options]) == 0, capsys.readouterr()
    assert command.main([network, network + "(1e-3)", *options]) == 1
    assert "The first output that parts: norm (BatchNorm2d)" in capsys.readouterr().out
