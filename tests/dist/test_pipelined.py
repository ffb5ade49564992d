"""Pipelines over gloo processes; programs/pipelined.py asserts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "pipelined.py"


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(500) == 0, run.text()
    text = run.text()
    assert re.findall(r"rank \d+ compiled .* not recorded \{\} fallbacks \[\]", text), text
    return text


@pytest.mark.dist
def test_two_stages(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "by_step", "orders")
    assert "gpipe 2 stages: equal" in text


_TWO = (
    "by_model",
    "summed",
    "by_function",
    "tied",
    "interleaved",
    "inference",
    "evaluation",
    "judged",
    "placed",
    "pictured",
)
_FOUR = (
    "one_forward_one_backward",
    "copies",
    "tied",
    "clipped",
    "sharded",
    "owned",
    "interleaved",
    "placed",
    "pictured",
    "summed",
    "sliced",
)


@pytest.mark.dist
def test_ways_to_use_two_stages(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, *_TWO)
    assert all(f"\n{case}" in text for case in _TWO), text


@pytest.mark.dist
def test_four_processes(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 4, *_FOUR)
    assert "1f1b 4 stages: equal" in text
    assert "1f1b 2 stages: equal" in text
    assert all(f"\n{case}" in text for case in _FOUR[2:]), text


@pytest.mark.dist
def test_each_process_compiles_its_own_stages_alone(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "by_step", "graph")
    assert "gpipe 2 stages: equal" in text
    for rank in range(2):
        found = re.search(rf"rank {rank} compiled (\{{.*?\}})", text)
        assert found
        assert f"'WithLossCell_stage{rank}': 1" in found[1], text
        assert f"'WithLossCell_stage{1 - rank}'" not in found[1], text


@pytest.mark.dist
def test_stages_at_the_automatic_level(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "by_step", "by_function", "graph", "automatic")
    assert "gpipe 2 stages: equal" in text
    assert "by_function: equal" in text
    for rank in range(2):
        found = re.search(rf"rank {rank} compiled (\{{.*?\}})", text)
        assert found
        assert f"'WithLossCell_stage{rank}':" in found[1], text


@pytest.mark.dist
def test_steps_of_functions_in_graph_mode(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "by_function", "tied", "summed", "graph")
    assert "summed: equal" in text
    assert "by_function: equal" in text
    assert "tied by_function: equal" in text
