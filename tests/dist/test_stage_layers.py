"""level3 in a pipeline; programs/stage_layers.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "stage_layers.py"


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(300) == 0, run.text()
    return run.text()


@pytest.mark.dist
def test_level3_in_stages(zygote: Zygote, tmp_path: Path) -> None:
    cases = ("schedules", "shared", "small", "one_layer_at_a_time", "read", "resumed")
    text = _run(zygote, tmp_path, 4, *cases)
    assert all(f"\n{case}" in text for case in cases), text
    for schedule in ("1f1b", "gpipe", "zero_bubble", "interleaved", "zero_bubble_v"):
        assert f"schedules {schedule}: equal" in text


@pytest.mark.dist
def test_level3_in_stages_with_replicas(zygote: Zygote, tmp_path: Path) -> None:
    assert "replicas 1f1b: equal" in _run(zygote, tmp_path, 8, "replicas")


@pytest.mark.dist
def test_level3_in_stages_in_graph_mode(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 4, "small", "graph")
    assert "small gpipe: equal" in text
    assert "runs the stages of a pipeline op by op" in text
