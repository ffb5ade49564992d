"""Checkpoints in a job of pipeline stages, and slices before a step; the programs assert."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.dist
def test_every_way_to_save(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(4), "--join=True", _PROGRAMS / "pipeline_checkpoints.py", tmp_path, "2x2x1", cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("done") >= 4


@pytest.mark.dist
def test_before_the_first_step(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAMS / "pending_slices.py", tmp_path, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("done") >= 2
