"""The doctor's findings and its exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from msacc import doctor
from msacc.version import __version__


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATA_PATH", raising=False)


def test_a_plain_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.main(["--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"ok  versions: msacc: {__version__}"
    assert all(line.startswith("ok ") for line in lines)
    for word in (
        "torchvision",
        "protobuf",
        "CPU",
        "collectives",
        "C++ compiler",
        "MNIST",
        "CIFAR-10",
    ):
        assert any(word in line for line in lines), word


def test_what_is_missing_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "NEEDED", {"torch": "999.0", "no-such-package": ""})
    monkeypatch.setenv("DATA_PATH", "nowhere")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CXX", "no-such-compiler")
    doctor_rows = [*doctor.versions(), doctor.compiler(), *doctor.data()]
    bad = {row.name: row.value for row in doctor_rows if not row.ok}
    assert bad["no-such-package"] == "missing: pip install no-such-package"
    assert bad["torch"].endswith("is too old: pip install 'torch>=999.0'")
    assert "nowhere" in bad["MNIST"]
    assert "install g++" in bad["C++ compiler"]
    assert doctor.main(["--quick"]) == 1
    assert "BAD" in capsys.readouterr().out


def test_graph_mode_that_fails_gives_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the disk is full\nand more")

    monkeypatch.setattr(doctor.torch, "compile", fails)
    row = doctor.graph_mode()
    assert not row.ok
    assert row.value == "cannot compile (RuntimeError: the disk is full); runs op by op"


def test_a_table_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [doctor.Row("good", "1"), doctor.Row("broken", "2", False)]
    doctor._show(Console(force_terminal=True), "versions", rows)
    shown = capsys.readouterr().out
    assert "broken" in shown
    assert "BAD" in shown
    assert "\u2502" in shown or "|" in shown
