"""Checkpoints in a job of pipeline stages; programs/staged_files.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "staged_files.py"


@pytest.mark.dist
def test_every_way_to_save(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(4), "--join=True", _PROGRAM, tmp_path, "2x2x1", cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("done") >= 4
