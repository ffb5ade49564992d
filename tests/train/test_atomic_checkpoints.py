"""A checkpoint folder after a kill, on a full disk, and when a save in the background fails."""

from __future__ import annotations

import errno
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.train import CheckpointConfig, ModelCheckpoint
from msacc.train.callback import _checkpoint_sets
from msacc.train.resharding.rank_folders import rank_files
from msacc.train.serialization import wait_for_async_saves

_fork = multiprocessing.get_context("fork")
RANKS = 4
KEY = b"0123456789abcdef"
KINDS: dict[str, dict[str, Any]] = {
    "ckpt": {},
    "encrypted": {"enc_key": KEY},
    "checked": {"crc_check": True},
    "safetensors": {"format": "safetensors"},
}


def network() -> nn.Cell:
    return nn.Dense(64, 64)


def save_for_ever(folder: str, kind: dict[str, Any], keep: int, together: Any = None) -> None:
    """What a training run does to its folder: every element of step n's weights is n.

    `together`: a barrier at which all processes meet in each step.
    """
    net = network()
    config = CheckpointConfig(save_checkpoint_steps=1, keep_checkpoint_max=keep, **kind)
    saver = ModelCheckpoint("run", folder, config)
    for step in range(1, 1_000_000):
        if together is not None:
            together.wait()
        for parameter in net.get_parameters():
            parameter.set_data(ms.Tensor(np.full(parameter.shape, step, np.float32)))
        state = SimpleNamespace(cur_step_num=step, cur_epoch_num=1, batch_num=10**7)
        state.train_network = net
        saver._msacc_save(state)


def until(worker: Any, folder: Path, count: int, pattern: str = "run*") -> None:
    """Wait for as many files, as long as the worker lives."""
    while len(list(folder.glob(pattern))) < count:
        assert worker.is_alive(), f"exit code {worker.exitcode}"
        time.sleep(0.001)


def check_newest(folder: Path, kind: dict[str, Any], at_least: int) -> int:
    """The step of the newest file, which is whole."""
    files = [p for p in folder.iterdir() if not p.name.startswith(".")]
    assert files, "no checkpoint is left"
    newest = max(files, key=lambda p: int(p.stem.rpartition("_")[2]))
    asked = {k: v for k, v in kind.items() if k != "enc_key"}
    extra = {"dec_key": KEY} if "enc_key" in kind else {}
    found = ms.load_checkpoint(str(newest), **asked, **extra)
    step = int(newest.stem.rpartition("_")[2])
    assert step >= at_least
    assert all((v.asnumpy() == step).all() for v in found.values())
    return step


def killed(folder: Path, name: str, rounds: int, dice: random.Random) -> int:
    """Kill a saving process at a random moment, `rounds` times; the number of saves that were made."""
    saves = 0
    for i in range(rounds):
        place = folder / f"{name}{i}"
        place.mkdir()
        worker = _fork.Process(target=save_for_ever, args=(str(place), KINDS[name], 1))
        worker.start()
        until(worker, place, 1)
        time.sleep(dice.random() * 0.03)
        worker.kill()
        worker.join()
        saves += check_newest(place, KINDS[name], 1)
        ms.save_checkpoint(network(), str(place / "after"), **KINDS[name])
        assert not [p for p in place.iterdir() if p.name.startswith(".")]
    return saves


@pytest.mark.parametrize("name", KINDS)
def test_a_kill_leaves_the_newest_checkpoint_whole(tmp_path: Path, name: str) -> None:
    killed(tmp_path, name, 2, random.Random(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_two_hundred_kills(tmp_path: Path, name: str) -> None:
    assert killed(tmp_path, name, 200, random.Random(7)) > 200


def one_of(rank: int, folder: Path, together: Any) -> None:
    _checkpoint_sets.world_size = lambda: RANKS  # type: ignore[assignment]
    save_for_ever(str(folder / f"rank_{rank}"), {}, 1, together)


def killed_together(folder: Path, dice: random.Random) -> int:
    """Kill the processes of one run, each at a moment of its own; the step of the newest whole set."""
    together = _fork.Barrier(RANKS)
    workers = [_fork.Process(target=one_of, args=(r, folder, together)) for r in range(RANKS)]
    for worker in workers:
        worker.start()
    for rank, worker in enumerate(workers):
        (folder / f"rank_{rank}").mkdir(parents=True, exist_ok=True)
        until(worker, folder / f"rank_{rank}", 1)
    time.sleep(dice.random() * 0.05)
    for worker in dice.sample(workers, RANKS):
        worker.kill()
        time.sleep(dice.random() * 0.005)
    for worker in workers:
        worker.join()
    found = rank_files(str(folder), "ckpt")
    assert sorted(found) == list(range(RANKS))
    steps = {int(Path(path).stem.rpartition("_")[2]) for path in found.values()}
    assert len(steps) == 1
    for path in found.values():
        assert all((v.asnumpy() == min(steps)).all() for v in ms.load_checkpoint(path).values())
    return steps.pop()


def test_killed_processes_leave_a_whole_set(tmp_path: Path) -> None:
    killed_together(tmp_path / "run", random.Random(5))


@pytest.mark.slow
def test_two_hundred_kills_of_four_processes(tmp_path: Path) -> None:
    dice = random.Random(11)
    steps = [killed_together(tmp_path / f"run{i}", dice) for i in range(200)]
    assert sum(steps) > 200


def stopped_save(folder: Path, kind: dict[str, Any]) -> Any:
    """A process that is in the middle of a save of `a`, with everything written and nothing renamed."""

    def save() -> None:
        os.fsync = lambda handle: time.sleep(600)  # type: ignore[assignment]
        ms.save_checkpoint(network(), str(folder / "a"), **kind)

    worker = _fork.Process(target=save, daemon=True)
    worker.start()
    until(worker, folder, 1, ".a.*.tmp/a.*")
    return worker


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("target", ["a", "b"])
def test_what_a_killed_process_left_is_removed(tmp_path: Path, target: str) -> None:
    worker = stopped_save(tmp_path, {})
    worker.kill()
    worker.join()
    assert not (tmp_path / "a.ckpt").exists()
    ms.save_checkpoint(network(), str(tmp_path / target))
    assert names(tmp_path) == [f"{target}.ckpt"]


def test_a_process_killed_within_a_library_leaves_nothing(tmp_path: Path) -> None:
    """safetensors writes into a file of its own, with a name of its own."""
    big = {"format": "safetensors"}

    def save() -> None:
        ms.save_checkpoint(nn.Dense(4000, 4000), str(tmp_path / "a"), **big)

    worker = _fork.Process(target=save)
    worker.start()
    until(worker, tmp_path, 1, ".a.*.tmp/.tmp*")
    worker.kill()
    worker.join()
    assert len(names(tmp_path)) == 1
    ms.save_checkpoint(network(), str(tmp_path / "a"), **big)
    assert names(tmp_path) == ["a.safetensors"]


def test_what_a_living_process_writes_stays(tmp_path: Path) -> None:
    worker = stopped_save(tmp_path, {})
    ms.save_checkpoint(network(), str(tmp_path / "a"))
    left = [n for n in names(tmp_path) if n.endswith(".tmp")]
    assert len(left) == 1
    assert (tmp_path / left[0] / "a.ckpt").stat().st_size > 0
    os.kill(worker.pid, signal.SIGKILL)
    os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
    assert Path(f"/proc/{worker.pid}").exists()  # its number is still in use
    ms.save_checkpoint(network(), str(tmp_path / "a"))
    assert names(tmp_path) == ["a.ckpt"]
    worker.join()


def save_and_wait(net: nn.Cell, path: str, how: Any, kind: dict[str, Any]) -> None:
    ms.save_checkpoint(net, path, async_save=how, **kind)
    wait_for_async_saves()


def limited(folder: str, kind: dict[str, Any]) -> None:
    """The second save is larger than files may be."""
    net, path = network(), f"{folder}/last"
    ms.save_checkpoint(net, path, **kind)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    large = nn.Dense(640, 64)
    for how in (False, "thread", "process"):
        with pytest.raises(OSError, match="too large") as seen:
            save_and_wait(large, path, how, kind)
        assert seen.value.errno == errno.EFBIG


@pytest.mark.parametrize("name", KINDS)
def test_a_failed_write_is_raised_and_leaves_the_old_file(tmp_path: Path, name: str) -> None:
    worker = _fork.Process(target=limited, args=(str(tmp_path), KINDS[name]))
    worker.start()
    worker.join()
    assert worker.exitcode == 0
    (left,) = tmp_path.iterdir()
    keys = {"dec_key": KEY} if name == "encrypted" else {}
    rest = {k: v for k, v in KINDS[name].items() if k != "enc_key"}
    assert ms.load_checkpoint(str(left), **rest, **keys)["weight"].shape == (64, 64)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KB, of which a checkpoint of the network takes 17."""
    place = tmp_path / "small"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True
    )
    if made.returncode:
        pytest.skip("mounting a small file system needs more rights than this user has")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk_leaves_the_last_good_checkpoint(small_disk: Path) -> None:
    """One file is kept, and there is no room for a second one."""
    (small_disk / "else").write_bytes(bytes(30_000))

    def until_full() -> None:
        try:
            save_for_ever(str(small_disk), {}, 1)
        except OSError as error:
            os._exit(error.errno or 1)

    worker = _fork.Process(target=until_full)
    worker.start()
    worker.join(60)
    assert worker.exitcode == errno.ENOSPC
    (small_disk / "else").unlink()
    assert check_newest(small_disk, {}, 1) == 1


@pytest.mark.parametrize("how", ["thread", "process"])
def test_a_failure_in_the_background_is_raised_by_the_next_save(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    net = network()
    ms.save_checkpoint(net, str(folder / "a"), async_save=how)
    wait_for_async_saves()
    (folder / "a.ckpt").unlink()
    folder.rmdir()
    ms.save_checkpoint(net, str(folder / "b"), async_save=how)
    with pytest.raises(FileNotFoundError, match=r"b\.ckpt, saved in the background"):
        ms.save_checkpoint(net, str(tmp_path / "c"))
    ms.save_checkpoint(net, str(tmp_path / "c"))
    assert (tmp_path / "c.ckpt").exists()


def test_one_save_at_a_time(tmp_path: Path) -> None:
    net = network()
    for i in range(5):
        ms.save_checkpoint(net, str(tmp_path / f"n{i}"), async_save="process")
        assert (
            sum(p.name == "async_save_checkpoint" for p in multiprocessing.active_children()) <= 1
        )
    wait_for_async_saves()
    assert len(list(tmp_path.glob("n*.ckpt"))) == 5


def test_saves_end_when_the_process_is_asked_to(tmp_path: Path) -> None:
    """SIGTERM in a process that has no handler ends it; the folder stays as a kill leaves it."""

    def save() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        save_for_ever(str(tmp_path), {}, 2)

    worker = _fork.Process(target=save)
    worker.start()
    until(worker, tmp_path, 2)
    os.kill(worker.pid or 0, signal.SIGTERM)
    worker.join()
    check_newest(tmp_path, {}, 2)
