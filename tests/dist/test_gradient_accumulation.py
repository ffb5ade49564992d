"""Accumulation over processes equals one big batch; programs/gradient_accumulation.py asserts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dist.programs.gradient_accumulation import CASES, ON_TWO
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "gradient_accumulation.py"
_QUICK = ["counted", "overflow", "statistics", "no_sync"]


def _run(zygote: Zygote, folder: Path, workers: int, names: list[str], *more: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", str(_PROGRAM), *names, *more, cwd=folder)
    assert run.wait(300) == 0, run.text()
    text = run.text()
    for name in names:
        assert any(line.startswith(name) and "equal" in line for line in text.splitlines()), text
    return text


@pytest.mark.dist
def test_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, _QUICK)
    assert text.count("valid targets differ") == 0


@pytest.mark.dist
def test_every_case_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    _run(zygote, tmp_path, 2, [c.__name__ for c in [*CASES, *ON_TWO]])


@pytest.mark.dist
def test_every_case_on_four_processes(zygote: Zygote, tmp_path: Path) -> None:
    _run(zygote, tmp_path, 4, [c.__name__ for c in CASES])


@pytest.mark.dist
def test_compiled_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, ["counted", "statistics"], "graph")
    assert "not recorded {} fallbacks []" in text
