"""Processes that evaluate one network: all rows count, and none waits for ever; programs/evaluation.py asserts it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dist.programs.evaluation import TASKS
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "evaluation.py"


def _as_one(zygote: Zygote, folder: Path, workers: int, level: str, mode: int, *names: str) -> None:
    words = [*sizes(workers), "--join=True", _PROGRAM, folder, level, str(mode), *names]
    run = zygote.msrun(*words, cwd=folder)
    assert run.wait(200) == 0, run.text()
    found = re.findall(r"^(\w+): as one", run.text(), re.MULTILINE)
    assert found == list(names or TASKS)


@pytest.mark.dist
def test_every_row_counts(zygote: Zygote, tmp_path: Path) -> None:
    _as_one(zygote, tmp_path, 2, "level3", 1, "uneven", "stop")


@pytest.mark.dist
@pytest.mark.parametrize(("workers", "level"), [(2, "level2"), (2, "level3"), (4, "level3")])
def test_every_row_counts_everywhere(
    zygote: Zygote, tmp_path: Path, workers: int, level: str
) -> None:
    _as_one(zygote, tmp_path, workers, level, 1)


@pytest.mark.dist
def test_every_row_counts_in_graphs(zygote: Zygote, tmp_path: Path) -> None:
    _as_one(zygote, tmp_path, 2, "level3", 0, "uneven")
