"""Operators cut over processes give what one process gives: networks, ways of training and feeding, random numbers.

Each program compares with one process that has the whole batch: losses and all weights after 20 steps, within 1e-5.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

pytestmark = pytest.mark.dist
_PROGRAMS = Path(__file__).parent / "programs"
_NETWORKS = ("mlp", "conv", "block", "words", "norms")
_TRAINING = (
    "clip_level1_1", "clip_level1_2", "clip_level2_1", "clip_level2_2", "clip_level3_1", "clip_level3_2",
    "clip_adam", "clip_lamb", "clip_half", "fixed", "fixed_drop", "dynamic", "dynamic_2", "scaled_cell", "scaled_cell_2",
    "accumulator_1", "accumulator_2", "own_step", "own_step_clip", "O2", "auto", "by_context",
)  # fmt: skip


def _equal(
    zygote: Zygote, folder: Path, workers: int, program: str, cases: tuple[str, ...], *before: str
) -> None:
    given = (*sizes(workers), "--join=True", _PROGRAMS / program, *before, *cases)
    run = zygote.msrun(*given, cwd=folder)
    assert run.wait(580) == 0, run.text()
    text = run.text()
    for case in cases:
        assert f"\n{case}: equal" in text, text


@pytest.mark.parametrize("grid", ["1x2", "2x2", "4x2", "2x2x2"])
def test_networks(zygote: Zygote, tmp_path: Path, grid: str) -> None:
    workers = {"1x2": 2, "2x2": 4}.get(grid, 8)
    _equal(zygote, tmp_path, workers, "equal_nets.py", _NETWORKS, grid)


@pytest.mark.parametrize("workers", [2, 4])
def test_ways_of_training(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _equal(zygote, tmp_path, workers, "equal_training.py", _TRAINING)


@pytest.mark.parametrize("workers", [2, 4])
def test_ways_of_feeding(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _equal(zygote, tmp_path, workers, "cut_feeding.py", ("fed", "sunk"))


@pytest.mark.parametrize("workers", [2, 4])
def test_random_numbers(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _equal(zygote, tmp_path, workers, "cut_draws.py", ("trained", "functions", "after_others"))


def test_messages_of_a_compiled_step(zygote: Zygote, tmp_path: Path) -> None:
    """One graph, whose code sends what two pairs of products need and nothing else."""
    _equal(zygote, tmp_path, 2, "cut_counted.py", ("counted",))


def test_steps_that_no_graph_holds_or_that_write_what_they_train(zygote: Zygote, tmp_path: Path) -> None:
    cases = ("broken", "running")
    _equal(zygote, tmp_path, 2, "cut_graphs.py", cases)
