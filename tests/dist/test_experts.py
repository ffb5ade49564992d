"""Experts on several processes train as on one process that holds all; the program asserts for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "experts.py"
_WAYS = ("distributed", "skewed", "shared", "all_to_all_v", "all_to_all_single", "capacity", "morph")


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=pytest.mark.dist)])
def test_experts_of_several_processes_train_like_those_of_one(
    processes: int, zygote: Zygote, tmp_path: Path
) -> None:
    run = zygote.msrun(*sizes(processes), "--join=True", _PROGRAM, *_WAYS, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all equal") == processes


def test_rows_of_each_process_are_gathered_into_slots(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM.with_name("experts_slots.py"), cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("slots: equal") == 2
