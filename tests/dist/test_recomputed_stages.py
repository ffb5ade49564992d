"""Cells told `recompute()` in pipelines; programs/recomputed_stages.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "recomputed_stages.py"


@pytest.mark.dist
def test_stages_compute_again_and_draw_the_same(zygote: Zygote, tmp_path: Path) -> None:
    schedules = ("1f1b", "zero_bubble_v")
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, *schedules, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert all(f"\n{schedule}: recomputed" in run.text() for schedule in schedules), run.text()
    assert "What is told recompute() or offload() makes its pipeline stages run op by op" in run.text()
