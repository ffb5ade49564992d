"""Layouts and timelines of real jobs; programs/run_pictures.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "run_pictures.py"
_LAYOUTS = ("shards", "cut", "stages")
_TIMELINES = ("micro_batches", "pipelined", "by_model")


def _run(zygote: Zygote, folder: Path, workers: int, *cases: str) -> None:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(300) == 0, run.text()
    assert all(f"\n{case}: right" in run.text() for case in cases), run.text()
    # Torch's tracer has a log of its own.
    assert "profiler_start" not in run.text()
    assert "gpuGetDeviceCount" not in run.text()


@pytest.mark.dist
@pytest.mark.parametrize("workers", [2, 4])
def test_a_layout_says_what_each_process_holds(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _run(zygote, tmp_path, workers, *_LAYOUTS)


@pytest.mark.dist
@pytest.mark.parametrize("workers", [2, 4])
def test_a_timeline_has_the_passes_and_messages_of_its_step(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _run(zygote, tmp_path, workers, *_TIMELINES)


@pytest.mark.dist
@pytest.mark.slow
def test_a_timeline_of_graphs(zygote: Zygote, tmp_path: Path) -> None:
    _run(zygote, tmp_path, 2, "graph")
