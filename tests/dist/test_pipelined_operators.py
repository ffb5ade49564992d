"""Pipelines whose stages cut their operators; programs/pipelined_operators.py compares with one process."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "pipelined_operators.py"
_TWO_BY_TWO = ("mlp", "summed", "transformer", "by_function", "by_model", "interleaved", "frozen", "refused")
_THREE_TWOS = (("mlp", "summed", "sharded"), ("transformer", "by_model"))

pytestmark = pytest.mark.dist


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(580) == 0, run.text()
    text = run.text()
    assert all(f"case {case}: done" in text for case in cases if case != "graph"), text
    assert len(re.findall(r"rank \d+ compiled .* not recorded \{\} fallbacks \[\]", text)) >= 1, text
    return text


def test_two_stages_of_two_parts(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 4, *_TWO_BY_TWO)
    assert "mlp gpipe 4: equal" in text
    assert "mlp 1f1b 8: equal" in text


@pytest.mark.parametrize("cases", _THREE_TWOS)
def test_two_stages_of_two_copies_of_two_parts(
    zygote: Zygote, tmp_path: Path, cases: tuple[str, ...]
) -> None:
    text = _run(zygote, tmp_path, 8, *cases)
    assert all(f"\n{case}" in text for case in cases), text


def test_each_process_compiles_its_stage(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 4, "once", "graph")
    for rank in range(4):
        found = re.search(rf"rank {rank} compiled (\{{.*?\}})", text)
        assert found
        assert f"'WithLossCell_stage{rank // 2}': 1" in found[1], text
        assert f"'WithLossCell_stage{1 - rank // 2}'" not in found[1], text
