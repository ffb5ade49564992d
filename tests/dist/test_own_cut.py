"""Networks that cut their batch by `_MicroBatch`, over stages; programs/own_cut.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "own_cut.py"


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(300) == 0, run.text()
    return run.text()


@pytest.mark.dist
def test_a_loss_per_token_over_two_stages(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "per_token", "virtual", "weighed")
    assert text.count("per_token: equal") == 2, text
    assert "weighed: equal" in text


@pytest.mark.dist
def test_a_loss_per_token_over_copies_of_stages(zygote: Zygote, tmp_path: Path) -> None:
    assert "per_token: equal" in _run(zygote, tmp_path, 4, "per_token")


@pytest.mark.dist
def test_a_loss_per_token_over_two_stages_in_graph_mode(zygote: Zygote, tmp_path: Path) -> None:
    assert "per_token: equal" in _run(zygote, tmp_path, 2, "per_token", "graph")
