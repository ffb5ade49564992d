"""`python -m msacc compare --processes 2`: SyncBatchNorm is BatchNorm over the whole batch, and BatchNorm is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from msacc.comparison import command

NETWORK = """
from mindspore import nn

class Net(nn.SequentialCell):
    def __init__(self, norm=nn.BatchNorm2d):
        conv = nn.Conv2d(1, 2, 3, has_bias=True, weight_init="normal")
        super().__init__(conv, norm(2), nn.ReLU(), nn.Flatten(), nn.Dense(32, 3))
"""


@pytest.mark.dist
def test_one_process_against_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "tiny.py"
    file.write_text(NETWORK)
    job = ("--processes", "2", "--input", "1,4,4")
    assert command.main([f"{file}:Net", f"{file}:Net(nn.SyncBatchNorm)", *job]) == 0
    assert "SyncBatchNorm there" in capsys.readouterr().out
    assert command.main([f"{file}:Net", *job]) == 1
    assert "The first output that parts: 1 (BatchNorm2d)" in capsys.readouterr().out
    assert command.main([f"{file}:Net", f"{file}:Missing", *job]) == 2
    assert "Missing" in capsys.readouterr().err
