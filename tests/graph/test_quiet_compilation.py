"""What a script that makes a mistake in a graph prints: msacc's messages and its own lines, nothing of torch's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import msacc as ms
from msacc import ops
from msacc.common import warn_once

SCRIPT = """
import traceback
import warnings

import mindspore as ms
import numpy as np
import torch
from mindspore import Tensor, nn, ops

x = Tensor(np.ones((4, 4), np.float32))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.network = nn.SequentialCell(nn.Dense(4, 4), nn.Dense(5, 3))

    def construct(self, x):
        return self.network(x)  # the Cell's line


def halve(x):
    while x.sum() > 1:  # the loop's line
        x = x / 2
    return x


def product(x, y):
    return ops.matmul(x, y)  # the op's line


def pick(x, ids):
    return ops.gather(x, ids, 0) * 2  # the index's line


def show(call, *inputs):
    print("== call")
    try:
        print(float(call(*inputs).sum()))
    except Exception:
        print(traceback.format_exc())


show(ms.jit(Net(), jit_level="O1"), x)
show(ms.jit(product, jit_level="O1"), x, Tensor(np.ones((5, 4), np.float32)))
show(ms.jit(halve, fullgraph=True), x)
show(ms.jit(halve, jit_level="O1"), x)
show(ms.jit(pick, jit_level="O1"), x, Tensor([9], ms.int32))
warnings.warn("mine")
import logging

logging.getLogger("torch._dynamo").warning("the script's own")
ops.softmax(x, 7)  # the last line
"""
(LOOP,) = [i for i, line in enumerate(SCRIPT.splitlines(), 1) if "the loop's line" in line]
SECTIONS = (
    (
        "the Cell's line",
        "ValueError: Cell network.1 (Dense): in_channels is 5, but the input has 4",
    ),
    (
        "the op's line",
        "RuntimeError: For 'matmul', 'input' and 'other' of shapes (4, 4) and (5, 4)",
    ),
    (
        f"script.py:{LOOP}",
        "RuntimeError: halve cannot be one graph: it decides by Tensors more than ",
    ),
    (None, "1.0"),
    ("the index's line", "RuntimeError: For 'gather', 'input_indices' is out of range"),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], str]:
    """The sections of standard output, and the errors, of one run."""
    script = tmp_path_factory.mktemp("quiet") / "script.py"
    script.write_text(SCRIPT)
    # A CUDA toolkit without a device, of which torch has something to say.
    given = {
        "CUDA_HOME": str(script.parent),
        "CUDA_VISIBLE_DEVICES": "",
        "MSACC_LOG_LEVEL": "INFO",
    }
    done = subprocess.run(
        [sys.executable, "-m", "msacc", str(script)],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    return done.stdout.split("== call\n")[1:], done.stderr


def test_an_error_in_a_graph_is_the_scripts_own(run: tuple[list[str], str]) -> None:
    for (line, text), printed in zip(SECTIONS, run[0], strict=True):
        assert line is None or line in printed
        assert text in printed
        assert "direct cause" not in printed
        assert "During handling" not in printed
        assert "_dynamo" not in printed


def test_torch_logs_and_warns_of_nothing(run: tuple[list[str], str]) -> None:
    before, _, after = run[1].partition("Traceback")
    lines = before.splitlines()
    said = [line for line in lines if line.startswith("[INFO] msacc: graph mode: ")]
    # Of what fails op by op too its own error tells; where nothing is on disk yet, long compilations are told of.
    (halve,) = [line for line in said if "is not recorded" in line]
    assert (
        f"halve is not recorded: it decides by Tensors more than 8 times at {script_of(after)}:{LOOP}."
        in halve
    )
    # The script's own warning and its own use of torch's loggers stay.
    others = lines[len(said) :]
    assert len(others) == 3, lines
    assert "UserWarning: mine" in others[0]
    assert "the script's own" in others[2]
    assert "the last line" in after


def script_of(trace: str) -> str:
    """The path of the script, from a traceback."""
    return trace.split('"')[1]


def test_a_traceback_begins_with_the_scripts_frame_and_ends_in_the_ops_body(
    run: tuple[list[str], str],
) -> None:
    trace = run[1].partition("Traceback")[2].splitlines()
    assert Path(script_of(trace[1])).name == "script.py"
    assert "the last line" in trace[2]
    frames = [line for line in trace if line.startswith("  File ")]
    assert "in softmax" in frames[-1]
    assert not any("@" in line for line in trace)
    assert trace[-1].startswith("ValueError: For 'softmax', 'axis' should be in [-2, 2)")


def test_torchs_words_are_in_the_debug_log(
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(warn_once.logger, "propagate", True)
    x = ops.ones((2, 3))
    with (
        caplog.at_level("DEBUG", "msacc"),
        pytest.raises(RuntimeError, match="cannot be multiplied"),
    ):
        ms.jit(lambda a: ops.matmul(a, a), jit_level="O1")(x)
    told = [record for record in caplog.records if record.levelname == "DEBUG"]
    assert any("torch._subclasses.fake_tensor: failed" in r.getMessage() for r in told)
    assert "E1" not in [line[:2] for line in capfd.readouterr().err.splitlines()]


def test_an_axis_out_of_range_is_the_same_error_in_a_compiled_graph() -> None:
    def mean(x: ms.Tensor) -> ms.Tensor:
        return ms.mint.mean(x * 2, 3)

    x = ms.Tensor([[1.0, 2.0]])
    for call in (mean, ms.jit(mean, jit_level="O1")):
        with pytest.raises(ValueError, match=r"For 'mean', 'dim' should be in \[-2, 2\)"):
            call(x)
