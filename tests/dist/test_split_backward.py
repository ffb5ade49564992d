"""Schedules that split the backward pass, over gloo processes; programs/split_backward.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "split_backward.py"


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(500) == 0, run.text()
    return run.text()


@pytest.mark.dist
def test_two_stages(zygote: Zygote, tmp_path: Path) -> None:
    cases = ("equal", "by_function", "counted", "pictured", "refused")
    text = _run(zygote, tmp_path, 2, *cases)
    for schedule in ("zero_bubble", "zero_bubble_v", "dual_pipe_v"):
        assert f"\n{schedule}: equal" in text
        assert f"\n{schedule} outputs: equal" in text
    assert all(f"\n{case}: equal" in text for case in cases[1:]), text


@pytest.mark.dist
def test_four_stages(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 4, "equal", "counted")
    assert "dual_pipe_v: equal" in text
    assert "counted: equal" in text


@pytest.mark.dist
def test_graph_mode_says_that_stages_run_op_by_op(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "by_function", "graph")
    assert "by_function: equal" in text
    assert "The schedule 'zero_bubble_v' runs its stages op by op in graph mode too" in text
