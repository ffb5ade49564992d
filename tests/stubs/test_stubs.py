"""Stubs are written without torch, and say what they would say with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stubs import write_stubs


@pytest.mark.slow
def test_stand_ins_change_no_stub(tmp_path: Path) -> None:
    folders = write_stubs(tmp_path / "without"), write_stubs(tmp_path / "with", "--with-torch")
    without, real = ({p.relative_to(f): p.read_text() for p in f.rglob("*.pyi")} for f in folders)
    assert len(real) > 1000
    assert {
        path for path in real.keys() | without.keys() if real.get(path) != without.get(path)
    } == set()


def test_what_is_no_longer_is_removed(tmp_path: Path) -> None:
    gone, other = tmp_path / "msacc-stubs" / "gone.pyi", tmp_path / "notes.pyi"
    gone.parent.mkdir()
    gone.touch()
    other.touch()
    write_stubs(tmp_path)
    assert not gone.exists()
    assert other.exists()
    assert "class Dense" in (tmp_path / "msacc-stubs/nn/layer/dense.pyi").read_text()
