"""Slices with a strategy file: saved by four processes, read by one, two and four."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "strategy.py"


def _run(zygote: Zygote, folder: Path, workers: int, *what: str) -> dict[str, Any]:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, what[0], folder, *what[1:], cwd=folder)
    assert run.wait(300) == 0, run.text()
    return json.loads((folder / f"{what[0]}_{workers}.json").read_text())


def _values(path: Path) -> dict[str, np.ndarray]:
    return {name: value.asnumpy() for name, value in ms.load_checkpoint(str(path)).items()}


@pytest.mark.dist
@pytest.mark.parametrize(("level", "shards"), [("level1", "4"), ("level3", "2")])
def test_saved_and_resumed(zygote: Zygote, tmp_path: Path, level: str, shards: str) -> None:
    straight = _run(zygote, tmp_path, 4, "save", level, shards)
    strategy = str(tmp_path / "strategy_save_4.ckpt")
    layouts = ms.build_searched_strategy(strategy)
    assert layouts["second.weight"].opt_weight_shard_size == int(shards)
    assert layouts["adam_m.second.weight"].opt_weight_shard_size == int(shards)
    assert layouts["third.weight"].opt_weight_shard_size == 0, "five rows do not divide"
    held = _values(tmp_path / "in/rank_1/net.ckpt")
    assert held["second.weight"].shape == (48 // int(shards), 48)
    ms.transform_checkpoints(str(tmp_path / "in"), str(tmp_path / "one"), "net", strategy)
    whole, joined = _values(tmp_path / "whole.ckpt"), _values(tmp_path / "one/rank_0/net0.ckpt")
    assert set(whole) == set(joined)
    for name, value in whole.items():
        np.testing.assert_array_equal(value, joined[name], err_msg=name)
    for workers in (4, 2, 1):
        resumed = _run(zygote, tmp_path, workers, "load", level, shards)
        np.testing.assert_allclose(resumed["losses"], straight["losses"], rtol=1e-5)
        for mine, theirs in zip(resumed["parameters"], straight["parameters"]):
            np.testing.assert_allclose(mine, theirs, atol=1e-6)


@pytest.mark.dist
@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
def test_each_value_is_saved_once(zygote: Zygote, tmp_path: Path, format: str) -> None:
    program = _PROGRAM.with_name("redundancy.py")
    run = zygote.msrun(*sizes(3), "--join=True", program, tmp_path, format, cwd=tmp_path)
    assert run.wait(200) == 0, run.text()
    names = [(tmp_path / f"{format}_{rank}.txt").read_text().split() for rank in range(3)]
    every = [name for held in names for name in held]
    assert len(every) == len(set(every))
    assert {"first.weight", "third.bias", "adam_v.second.weight", "global_step"} <= set(every)
