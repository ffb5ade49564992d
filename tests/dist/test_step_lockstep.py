"""Processes that train together end together: errors, missing processes, unequal data, requests of one alone."""

from __future__ import annotations

import os
import re
import signal
import time
from datetime import timedelta
from pathlib import Path

import pytest

import msacc as ms
from msacc.communication import _timeouts as limits
from tests.dist.programs.step_lockstep import TASKS
from tests.launch.helpers import alive, eventually, sizes, write
from tests.launch.zygote import Zygote

_PROGRAMS = Path(__file__).parent / "programs"


# -- unequal data, and what one process alone is asked ---------------------------------------------
def _as_one(zygote: Zygote, folder: Path, workers: int, level: str) -> str:
    program = _PROGRAMS / "step_lockstep.py"
    run = zygote.msrun(*sizes(workers), "--join=True", program, folder, level, cwd=folder)
    assert run.wait(200) == 0, run.text()
    text = run.text()
    assert re.findall(r"^(\w+): as one", text, re.MULTILINE) == list(TASKS)
    return text


@pytest.mark.dist
def test_all_take_the_same_steps(zygote: Zygote, tmp_path: Path) -> None:
    text = _as_one(zygote, tmp_path, 2, "level1")
    assert "unequal numbers of batches (rank 0: 5, rank 1: 3): all take 3 steps" in text


@pytest.mark.dist
@pytest.mark.parametrize(
    ("workers", "level"),
    [(2, "data_parallel"), (2, "level3"), (4, "level2"), (4, "level3"), (4, "data_parallel")],
)
def test_all_take_the_same_steps_everywhere(
    zygote: Zygote, tmp_path: Path, workers: int, level: str
) -> None:
    _as_one(zygote, tmp_path, workers, level)


_ENDLESS = """
import sys
import numpy as np
import msacc as ms
from msacc import dataset, nn
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel

init()
net = nn.Dense(4, 512)
wrapped = AutoParallel(nn.WithLossCell(net, nn.MSELoss()))
wrapped.hsdp(threshold=1)
class Rows:
    def __len__(self):
        return 400

    def __getitem__(self, i):
        if i == 40:
            print("trains", flush=True)
        return np.ones(4, np.float32), np.ones(512, np.float32)

data = dataset.GeneratorDataset(Rows(), ["x", "y"], shuffle=False).batch(4)
leaving = ms.train.OnRequestExit(save_mindir=False, directory=".")
model = ms.Model(wrapped, optimizer=nn.Adam(net.trainable_params()))
model.train(10**9, data, [leaving])
"""


@pytest.mark.dist
def test_a_signal_to_msrun_lets_workers_save(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "endless.py", _ENDLESS)
    run = zygote.msrun(*sizes(2), "--join=True", script, cwd=tmp_path)
    logs = [tmp_path / f"worker_{i}.log" for i in (0, 1)]
    assert eventually(lambda: all(f.exists() and "trains" in f.read_text() for f in logs), 60)
    os.kill(run.pid, signal.SIGTERM)
    assert run.wait(60) == 128 + signal.SIGTERM, run.text()
    held = [ms.load_checkpoint(str(tmp_path / f"rank_{i}/Net_train.ckpt")) for i in (0, 1)]
    steps = {int(file["step_num"].asnumpy()) for file in held}
    assert len(steps) == 1
    assert steps != {0}
    assert all("moment1.weight" in file for file in held)


# -- errors ----------------------------------------------------------------------------------------
def _fails(zygote: Zygote, folder: Path, workers: int, level: str, where: str) -> str:
    """A job of which one process raises; its output. Nothing is left of it."""
    program = _PROGRAMS / "failing.py"
    run = zygote.msrun(*sizes(workers), "--join=True", program, folder, level, where, cwd=folder)
    assert run.wait(60) == 1
    text = run.text()
    culprit = 0 if where == "save" and level != "data_parallel" else workers - 1
    assert f"msrun: worker {culprit} exited with code 1" in text
    assert "ValueError: this is the culprit" in text
    pids = [int(file.read_text()) for file in folder.glob("pid_*")]
    assert len(pids) == workers
    assert eventually(lambda: not any(alive(pid) for pid in pids), 10)
    return text


def test_an_error_in_a_callback_ends_the_job(zygote: Zygote, tmp_path: Path) -> None:
    text = _fails(zygote, tmp_path, 2, "level1", "callback")
    (saved,) = (tmp_path / "rank_1").glob("*_breakpoint.ckpt")
    held = set(ms.load_checkpoint(str(saved)))
    assert {"first.weight", "second.bias", "global_step", "moment1.second.bias"} <= held
    assert "moment1.first.weight" not in held
    assert "not in the file: moment1.first.weight, " in text


@pytest.mark.dist
@pytest.mark.parametrize("where", ["evaluation", "prediction"])
@pytest.mark.parametrize("level", ["level3", "data_parallel"])
def test_an_error_of_one_process_that_does_not_train_ends_the_job(
    zygote: Zygote, tmp_path: Path, level: str, where: str
) -> None:
    assert "Traceback" in _fails(zygote, tmp_path, 2, level, where)


@pytest.mark.dist
@pytest.mark.parametrize("where", ["network", "dataset", "save", "callback"])
@pytest.mark.parametrize(
    ("workers", "level"), [(2, "level3"), (4, "level1"), (4, "data_parallel")]
)
def test_an_error_anywhere_ends_the_job(
    zygote: Zygote, tmp_path: Path, workers: int, level: str, where: str
) -> None:
    text = _fails(zygote, tmp_path, workers, level, where)
    if where == "save":
        assert "exception_save of ModelCheckpoint failed" in text
        return
    (saved,) = (tmp_path / f"rank_{workers - 1}").glob("*_breakpoint.ckpt")
    held = ms.load_checkpoint(str(saved))
    assert ("first.weight" in held) == (level != "level3")
    assert ("moment1.first.weight" in held) == (level == "data_parallel")


# -- time limits -----------------------------------------------------------------------------------
_LATE = """
import sys, time
import numpy as np
import msacc as ms
from msacc import nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel

init()
net = nn.Dense(4, 512)
wrapped = AutoParallel(nn.WithLossCell(net, nn.MSELoss()))
wrapped.hsdp(threshold=1, optimizer_level=sys.argv[1])
step = ms.Model(wrapped, optimizer=nn.Adam(net.trainable_params())).train_network
x, y = ms.Tensor(np.ones((4, 4), np.float32)), ms.Tensor(np.ones((4, 512), np.float32))
last = get_rank() == get_group_size() - 1
for _ in range(2 if last else 4):
    step(x, y)
if sys.argv[2] == "sleeps":
    time.sleep(600)
"""


@pytest.mark.dist
@pytest.mark.parametrize(
    ("workers", "level"),
    [
        (2, "level1"),
        pytest.param(2, "level2", marks=pytest.mark.dist),
        pytest.param(2, "level3", marks=pytest.mark.dist),
        pytest.param(4, "level1", marks=pytest.mark.dist),
    ],
)
def test_who_did_not_come_is_named(
    zygote: Zygote, tmp_path: Path, workers: int, level: str
) -> None:
    script = write(tmp_path, "late.py", _LATE)
    job = [*sizes(workers), "--join=True", "--cluster_time_out=3"]
    run = zygote.msrun(*job, script, level, "sleeps", cwd=tmp_path)
    start = time.monotonic()
    assert run.wait(120) == 1, run.text()
    assert time.monotonic() - start > 3
    text = run.text()
    place = {"level1": "the sum of the gradients", "level2": "the gradients of a micro-batch"}
    where = f"waited 3 s for the others in {place.get(level, '')}"
    assert re.search(rf"{where}.* of training step 3 of this run: ", text), text
    assert f"rank {workers - 1} did not come" in text
    assert all(f"rank {rank} did not come" not in text for rank in range(workers - 1))


@pytest.mark.dist
def test_who_has_finished_is_named(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "late.py", _LATE)
    run = zygote.msrun(*sizes(2), "--join=True", script, "level1", "ends", cwd=tmp_path)
    assert run.wait(60) == 1
    assert "rank 0 lost the others in the sum of the gradients of training step 3" in run.text()
    assert "rank 1 had finished its program" in run.text()


@pytest.mark.parametrize(
    ("env", "seconds"),
    [
        ({}, 1800),
        ({"MS_TOPO_TIMEOUT": "600"}, 600),
        ({"MS_TOPO_TIMEOUT": "600", "HCCL_EXEC_TIMEOUT": "1200"}, 1200),
        ({"MS_CPU_COMM_OP_TIMEOUT": "5", "HCCL_EXEC_TIMEOUT": "1200"}, 5),
        ({"MS_TOPO_TIMEOUT": "-1"}, 7 * 86400),
    ],
)
def test_the_limit(env: dict[str, str], seconds: int) -> None:
    assert limits.limit(env) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["soon", "0"])
def test_a_limit_that_is_none(text: str) -> None:
    with pytest.raises(RuntimeError, match="MS_TOPO_TIMEOUT must"):
        limits.limit({"MS_TOPO_TIMEOUT": text})
