"""Cut operators: slices with a strategy file on a grid of (2, 2), resumed on (4, 1) and on one process."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "cut_strategy.py"


def _run(zygote: Zygote, folder: Path, task: str, grid: str, shards: str) -> list[float]:
    workers = int(np.prod([int(n) for n in grid.split("x")]))
    run = zygote.msrun(
        *sizes(workers), "--join=True", _PROGRAM, task, folder, grid, shards, cwd=folder
    )
    assert run.wait(300) == 0, run.text()
    return json.loads((folder / f"{task}_{grid}.json").read_text())


def _values(path: Path) -> dict[str, np.ndarray]:
    read = ms.load_checkpoint(str(path), choice_func=lambda name: not name.startswith("accu_grads"))
    return {name: value.asnumpy() for name, value in read.items()}


def _same(mine: Path, theirs: Path, tolerance: float) -> None:
    a, b = _values(mine), _values(theirs)
    assert set(a) == set(b)
    for name, value in a.items():
        np.testing.assert_allclose(value, b[name], atol=tolerance, err_msg=name)


@pytest.mark.dist
@pytest.mark.slow
@pytest.mark.parametrize("shards", ["1", "2"])
def test_saved_and_resumed(zygote: Zygote, tmp_path: Path, shards: str) -> None:
    straight = _run(zygote, tmp_path, "save", "2x2", shards)
    strategy = str(tmp_path / "strategy_2x2.ckpt")
    weight = ms.build_searched_strategy(strategy)["adam_m.w1"]
    assert list(weight.dev_matrix[0].dim) == [2, 2]
    assert list(weight.tensor_map[0].dim) == [-1, 0]
    assert weight.opt_weight_shard_size == (2 if shards == "2" else 0)
    held = _values(tmp_path / "in/rank_1/net.ckpt")
    assert held["w1"].shape == (8 // int(shards), 8)
    ms.transform_checkpoints(str(tmp_path / "in"), str(tmp_path / "1x1"), "net", strategy)
    _same(tmp_path / "1x1/rank_0/net0.ckpt", tmp_path / "whole.ckpt", 0)
    for grid in ("4x1", "1x1"):
        resumed = _run(zygote, tmp_path, "whole", grid, shards)
        np.testing.assert_allclose(resumed, straight, rtol=1e-5)
        _same(tmp_path / f"whole_{grid}.ckpt", tmp_path / "save_2x2.ckpt", 1e-5)


@pytest.mark.dist
@pytest.mark.slow
def test_each_process_loads_its_own(zygote: Zygote, tmp_path: Path) -> None:
    """A process that trains already takes the slice that it holds, converted for its grid."""
    straight = _run(zygote, tmp_path, "save", "2x2", "1")
    _run(zygote, tmp_path, "whole", "4x1", "1")
    strategies = [str(tmp_path / f"strategy_{grid}.ckpt") for grid in ("2x2", "4x1")]
    ms.transform_checkpoints(str(tmp_path / "in"), str(tmp_path / "4x1"), "net", *strategies)
    resumed = _run(zygote, tmp_path, "slices", "4x1", "1")
    np.testing.assert_allclose(resumed, straight, rtol=1e-5)
