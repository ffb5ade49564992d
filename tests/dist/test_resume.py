"""A checkpoint of a sharded run resumes on the same and on other numbers of processes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "resume.py"


def _run(zygote: Zygote, folder: Path, workers: int, task: str, level: str) -> list[np.ndarray]:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, task, folder, level, cwd=folder)
    assert run.wait(300) == 0, run.text()
    with np.load(folder / f"{task}_{workers}.npz") as data:
        return [data[key] for key in data.files]


@pytest.mark.dist
@pytest.mark.parametrize("level", ["level1", "level3"])
def test_resume(zygote: Zygote, tmp_path: Path, level: str) -> None:
    straight = _run(zygote, tmp_path, 4, "save", level)
    names = set(ms.load_checkpoint(str(tmp_path / "whole.ckpt")))
    assert {
        "first.weight",
        "third.bias",
        "adam_m.first.weight",
        "global_step",
        "learning_rate",
    } <= names
    for again in (
        _run(zygote, tmp_path, 4, "load", level),
        _run(zygote, tmp_path, 4, "slices", level),
    ):
        assert all(np.array_equal(a, b) for a, b in zip(straight, again))
    for other in (1, 2):
        moved = _run(zygote, tmp_path, other, "load", level)
        assert max(np.abs(a - b).max() for a, b in zip(straight, moved)) < 1e-6
        assert any(np.abs(a).max() > 1e-3 for a in moved)
