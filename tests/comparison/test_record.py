"""record: its file, the names in it, and what it leaves alone; the command."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.comparison import command, one_side
from msacc.comparison import record as recorder
from msacc.comparison.compare_records import compare_records
from msacc.comparison.recording import read

NETWORK = """
from mindspore import nn

class Net(nn.SequentialCell):
    def __init__(self, eps=1e-5):
        super().__init__(nn.Dense(4, 4, weight_init="normal"), nn.BatchNorm1d(4, eps=eps), nn.Tanh())
"""


def inputs() -> Tensor:
    return Tensor(np.random.RandomState(0).randn(3, 4).astype(np.float32))


def test_without_a_network_the_first_cell_called_gives_the_names(tmp_path: Path) -> None:
    net, loss = nn.SequentialCell(nn.Dense(4, 4), nn.Tanh()), nn.MSELoss()
    before = nn.Cell.__call__
    with ms.record(tmp_path / "a.npz"):
        ms.value_and_grad(
            lambda x: loss(net(x), net(x) + loss(x, x)), None, net.trainable_params()
        )(inputs())
    assert nn.Cell.__call__ is before
    calls = read(tmp_path / "a.npz").calls
    assert [c.name for c in calls] == [
        "", "0", "1", "#2", "0#2", "1#2", "MSELoss", "MSELoss#2"
    ]  # fmt: skip
    assert [c.name for c in calls[0].calls] == ["0", "1"]
    assert calls[1].gradients[0].shape == calls[1].back[0].shape == (3, 4)
    assert not any(any(cell._msacc_hooks.values()) for _, cell in net.cells_and_names())


def test_without_gradients_only_outputs_are_compared(tmp_path: Path) -> None:
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Tanh())
    for name in ("a.npz", "b.npz"):
        with ms.record(tmp_path / name, net, rounding=False):
            net(inputs())
    found = ms.compare_records(tmp_path / "a.npz", tmp_path / "b.npz")
    assert found.same
    assert "No gradients were recorded on both sides." in str(found)
    assert read(tmp_path / "a.npz").calls[0].gain is None


def test_a_gain_is_that_of_the_cell(tmp_path: Path) -> None:
    class Steep(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return x * 1024

    with ms.record(tmp_path / "a.npz") as taken:
        Steep()(Tensor(np.ones((2, 2), np.float32)))
    assert taken.calls[0]["gain"] == 1024


def test_what_cannot_be_recorded_is_said(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no Cell was called"), ms.record(tmp_path / "a.npz"):
        pass
    with pytest.raises(TypeError, match="'net'"):
        ms.record(tmp_path / "a.npz", 3)
    with pytest.raises(TypeError, match="'rounding'"):
        ms.record(tmp_path / "a.npz", rounding=1)  # type: ignore[arg-type]
    np.savez(tmp_path / "other.npz", a=np.zeros(2))
    with pytest.raises(ValueError, match=r"was not written by msacc\.record"):
        compare_records(tmp_path / "other.npz", tmp_path / "other.npz")


def test_an_error_inside_writes_nothing(tmp_path: Path) -> None:
    net = nn.Dense(4, 4)
    with pytest.raises(ValueError, match="mine"), ms.record(tmp_path / "a.npz", net):
        raise ValueError("mine")
    assert not (tmp_path / "a.npz").exists()
    assert not any(net._msacc_hooks.values())


@pytest.mark.parametrize("module", [recorder.__module__, one_side.__name__])
def test_the_files_for_other_environments_need_nothing_of_msacc(module: str) -> None:
    path = Path(one_side.__file__).with_name(module.rpartition(".")[2] + ".py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not [name for name in names if name.partition(".")[0] == "msacc"]


def test_the_command_with_two_networks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "tiny.py").write_text(NETWORK)
    network = f"{tmp_path / 'tiny.py'}:Net"
    assert command.main([network, network, "--input", "4"]) == 0
    picture = tmp_path / "a.svg"
    assert command.main([network, network + "(1e-2)", "--input", "4", "--svg", str(picture)]) == 1
    assert "The first output that parts: 1 (BatchNorm1d)" in capsys.readouterr().out
    assert picture.read_text().count("#c0392b") >= 2


def test_the_command_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["a.npz"]) == 2
    assert "name a second file" in capsys.readouterr().err
    assert command.main(["a.py:Net", "graph"]) == 2
    assert "--input is needed" in capsys.readouterr().err
    assert command.main(["a.npz", "b.npz"]) == 2
    assert "a.npz" in capsys.readouterr().err
