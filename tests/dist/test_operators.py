"""Operators cut over processes; programs/operators.py compares with one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "operators.py"
_QUICK = ("mlp", "errors")
_LONG = ("layers", "functions", "mlp_trained", "transformer", "conv", "sharded_twice", "by_context", "plans")


def _equal(zygote: Zygote, folder: Path, workers: int, *cases: str) -> None:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(550) == 0, run.text()
    text = run.text()
    for case in cases:
        assert case == "graph" or f"\n{case}: equal" in text, text


def test_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 2, *_QUICK)


@pytest.mark.dist
@pytest.mark.parametrize("workers", [2, 4])
def test_equals_one_process(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _equal(zygote, tmp_path, workers, *(_QUICK if workers > 2 else ()), *_LONG)


@pytest.mark.dist
def test_eight_processes(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 8, "mlp", "layers", "functions")


@pytest.mark.dist
@pytest.mark.parametrize("cases", [("mlp", "mlp_trained"), ("conv",), ("transformer",)])
def test_one_graph(zygote: Zygote, tmp_path: Path, cases: tuple[str, ...]) -> None:
    """Forward, backward and update in graph mode."""
    _equal(zygote, tmp_path, 2, "graph", *cases)
