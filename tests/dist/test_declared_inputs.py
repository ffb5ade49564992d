"""Declared inputs of steps over processes: one graph for all sizes; programs/declared_inputs.py asserts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dist.programs.declared_inputs import CASES
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "declared_inputs.py"


@pytest.mark.dist
def test_one_graph_for_all_sizes_of_a_spread_step(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, *CASES, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    for case in CASES:
        assert f"\n{case}: equal" in run.text(), run.text()
