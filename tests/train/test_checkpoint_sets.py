"""What several processes save at one step is used, and kept, as a whole."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import pytest

import msacc as ms
from msacc import nn
from msacc.train.callback import _checkpoint, _checkpoint_sets
from msacc.train.callback._callback import InternalCallbackParam, RunContext
from msacc.train.resharding.rank_folders import rank_files

CONFIG = ms.train.CheckpointConfig


def _touch(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"")


def _names(found: dict[int, str]) -> dict[int, str]:
    return {rank: Path(path).name for rank, path in found.items()}


def test_the_last_step_that_all_ranks_have(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _touch(tmp_path / "rank_0", "n-1_9.ckpt", "n-1_10.ckpt", "n-2_1.ckpt")
    _touch(tmp_path / "rank_1", "n-1_9.ckpt", "n-1_10.ckpt")
    with caplog.at_level(logging.WARNING):
        assert _names(rank_files(str(tmp_path), "ckpt")) == {0: "n-1_10.ckpt", 1: "n-1_10.ckpt"}
    assert "ranks [0] have newer files" in caplog.text


def test_no_step_of_all_ranks(tmp_path: Path) -> None:
    _touch(tmp_path / "rank_0", "n-1_10.ckpt")
    _touch(tmp_path / "rank_1", "n-1_9.ckpt")
    with pytest.raises(ValueError, match="no epoch and step of which all ranks have a file"):
        rank_files(str(tmp_path), "ckpt")


def test_names_without_epoch_and_step(tmp_path: Path) -> None:
    _touch(tmp_path / "rank_0", "net_rank0_7.ckpt", "net_rank0_10.ckpt")
    _touch(tmp_path / "rank_1", "net_rank1_7.ckpt")
    found = _names(rank_files(str(tmp_path), "ckpt"))
    assert found == {0: "net_rank0_10.ckpt", 1: "net_rank1_7.ckpt"}


class Two:
    """Two processes' callbacks in one, each with its folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, keep: int) -> None:
        monkeypatch.setattr(_checkpoint_sets, "world_size", lambda: 2)
        config = CONFIG(save_checkpoint_steps=1, keep_checkpoint_max=keep)
        self.folders = [folder / "rank_0", folder / "rank_1"]
        self.callbacks = [ms.train.ModelCheckpoint("n", str(f), config) for f in self.folders]
        self.net = nn.Dense(1, 1)

    def params(self, step: int) -> InternalCallbackParam:
        return InternalCallbackParam(
            cur_step_num=step, cur_epoch_num=1, batch_num=100, train_network=self.net
        )

    def save(self, rank: int, step: int) -> None:
        self.callbacks[rank]._msacc_save(self.params(step))

    def files(self, rank: int) -> list[str]:
        return sorted(p.name for p in self.folders[rank].iterdir())


def test_the_older_set_stays_until_the_newer_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(tmp_path, monkeypatch, keep=1)
    for rank in (0, 1):
        two.save(rank, 1)
    two.save(0, 2)
    assert two.files(0) == ["n-1_1.ckpt", "n-1_2.ckpt"]
    two.save(1, 2)
    assert two.files(1) == ["n-1_2.ckpt"]
    two.save(0, 3)
    assert two.files(0) == ["n-1_2.ckpt", "n-1_3.ckpt"]
    assert _names(rank_files(str(tmp_path), "ckpt")) == {0: "n-1_2.ckpt", 1: "n-1_2.ckpt"}


def test_folders_of_an_older_run_keep_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(tmp_path, monkeypatch, keep=1)
    monkeypatch.setattr(
        _checkpoint_sets,
        "modified_time",
        lambda path: 0.0 if "rank_1" in str(path) else time.time(),
    )
    two.save(1, 1)
    for step in (1, 2, 3):
        two.save(0, step)
    assert two.files(0) == ["n-1_3.ckpt"]


def test_the_end_waits_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_checkpoint, "_END_SECONDS", 0.3)
    two = Two(tmp_path, monkeypatch, keep=1)
    for rank in (0, 1):
        two.save(rank, 1)
    two.save(0, 2)
    context = RunContext(two.params(2))
    two.callbacks[0].end(context)
    assert two.files(0) == ["n-1_1.ckpt", "n-1_2.ckpt"]  # the other one never came
    two.save(1, 2)
    two.callbacks[0].end(context)
    assert two.files(0) == ["n-1_2.ckpt"]
