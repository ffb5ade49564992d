"""Doors to one step on several processes; programs/train_step_variants.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "train_step_variants.py"
_CASES = (
    # First, since random streams part once.
    "own_masks",
    "two_models",
    "taken_over",
    "fed_whole",
    "sharded_by_context",
    "own_gradients",
    "small_at_level3",
    "random_numbers",
    "late_context",
    "copied",
    "own_values",
    "function_sharded",
    "uneven_rows",
)


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.dist)])
def test_doors(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *_CASES, cwd=tmp_path)
    assert run.wait(200) == 0, run.text()
    text = run.text()
    for case in _CASES:
        assert f"\n{case}" in text, text


@pytest.mark.dist
def test_masks_of_compiled_steps(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, "own_masks_in_a_graph", cwd=tmp_path)
    assert run.wait(200) == 0, run.text()
    assert "\nown_masks_in_a_graph: equal" in run.text(), run.text()
