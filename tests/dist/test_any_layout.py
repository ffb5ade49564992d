"""Checkpoints from any layout to any other: data parallel, pipeline stages, cut operators, one process."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "any_layout.py"


class Runs:
    """Runs of the program in one folder."""

    def __init__(self, zygote: Zygote, folder: Path, optimizer: str = "adam"):
        self.zygote, self.folder, self.optimizer = zygote, folder, optimizer

    def __call__(self, tasks: str, layout: str, shards: int = 1) -> dict[str, list[float]]:
        """{task: its losses} of tasks on a layout DATAxSTAGESxOPERATORS."""
        workers = int(np.prod([int(n) for n in layout.split("x")]))
        given = (tasks, self.folder, layout, self.optimizer, str(shards))
        run = self.zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *given, cwd=self.folder)
        assert run.wait(300) == 0, run.text()
        read = (self.folder / f"{task}_{layout}.json" for task in tasks.split(","))
        return {path.name.split("_")[0]: json.loads(path.read_text()) for path in read}

    def strategy(self, layout: str) -> str | None:
        """One strategy file for all stages of a layout; None for one process."""
        if layout == "1x1x1":
            return None
        merged = str(self.folder / f"merged_{layout}.ckpt")
        ms.merge_pipeline_strategys(str(self.folder / f"strategy_{layout}"), merged)
        return merged

    def convert(self, source: str, target: str) -> None:
        """All files of a layout for another one."""
        to = self.folder / f"to_{target}"
        shutil.rmtree(to, ignore_errors=True)
        pair = self.strategy(source), self.strategy(target)
        ms.transform_checkpoints(str(self.folder / "in"), str(to), "net", *pair)


def _check(resumed: dict[str, list[float]], straight: list[float]) -> None:
    for task, losses in resumed.items():
        np.testing.assert_allclose(losses, straight[4:], rtol=1e-5, err_msg=task)


def _values(path: Path) -> dict[str, np.ndarray]:
    return {name: value.asnumpy() for name, value in ms.load_checkpoint(str(path)).items()}


@pytest.mark.dist
@pytest.mark.parametrize(("optimizer", "shards"), [("adam", 1), ("momentum", 2)])
def test_stages(zygote: Zygote, tmp_path: Path, optimizer: str, shards: int) -> None:
    """Saved by 2 stages of 2 processes; resumed by those, and by one process."""
    runs = Runs(zygote, tmp_path, optimizer)
    straight = runs("save", "2x2x1", shards)["save"]
    merged = runs.strategy("2x2x1")
    shutil.copy(str(merged), tmp_path / "merged.ckpt")
    runs.convert("2x2x1", "1x1x1")
    whole, joined = _values(tmp_path / "whole.ckpt"), _values(tmp_path / "to_1x1x1/rank_0/net0.ckpt")
    assert set(whole) == set(joined)
    for name, value in whole.items():
        np.testing.assert_array_equal(value, joined[name], err_msg=name)
    runs.convert("2x2x1", "2x2x1")
    _check(runs("whole,early,inferred,late,joined,predicted", "2x2x1", shards), straight)
    _check(runs("whole,early,joined", "1x1x1"), straight)


@pytest.mark.dist
@pytest.mark.slow
def test_operators(zygote: Zygote, tmp_path: Path) -> None:
    """Saved by operators that are cut over (2, 2); resumed on 2 stages, on two copies and on one process."""
    runs = Runs(zygote, tmp_path)
    straight = runs("save", "2x1x2")["save"]
    shutil.copy(str(runs.strategy("2x1x2")), tmp_path / "merged.ckpt")
    for layout in ("2x1x2", "2x2x1", "2x1x1"):
        _check(runs("whole,joined", layout), straight)
        runs.convert("2x1x2", layout)
        _check(runs("early,inferred,late,predicted", layout), straight)
    runs.convert("2x1x2", "1x1x1")
    _check(runs("whole,early,joined", "1x1x1"), straight)


@pytest.mark.dist
@pytest.mark.slow
@pytest.mark.parametrize(("layout", "shards"), [("2x2x1", 2), ("2x1x2", 2), ("2x1x1", 1)])
def test_from_one_process(zygote: Zygote, tmp_path: Path, layout: str, shards: int) -> None:
    """Saved by one process, resumed by several."""
    runs = Runs(zygote, tmp_path, "momentum")
    straight = runs("save", "1x1x1")["save"]
    _check(runs("whole", layout, shards), straight)
    runs.convert("1x1x1", layout)
    _check(runs("early,inferred,late", layout, shards), straight)


@pytest.mark.dist
@pytest.mark.slow
def test_eight_processes(zygote: Zygote, tmp_path: Path) -> None:
    """Saved on 2 copies of 2 stages that cut their operators in 2; resumed there, on four copies and on one process."""
    runs = Runs(zygote, tmp_path)
    straight = runs("save", "2x2x2")["save"]
    shutil.copy(str(runs.strategy("2x2x2")), tmp_path / "merged.ckpt")
    runs.convert("2x2x2", "2x2x2")
    _check(runs("whole,early,inferred,late,joined,predicted", "2x2x2"), straight)
    _check(runs("whole,joined", "4x1x1"), straight)
    runs.convert("2x2x2", "4x1x1")
    _check(runs("early,inferred,late", "4x1x1"), straight)
    runs.convert("2x2x2", "1x1x1")
    whole, joined = _values(tmp_path / "whole.ckpt"), _values(tmp_path / "to_1x1x1/rank_0/net0.ckpt")
    assert set(whole) == set(joined)
    for name, value in whole.items():
        np.testing.assert_array_equal(value, joined[name], err_msg=name)
    _check(runs("whole,early,joined", "1x1x1"), straight)
