"""msrun with real processes and real signals."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from tests.launch.helpers import alive, eventually, sizes, write
from tests.launch.zygote import Run, Zygote

_FACTS = """
import json, os, sys, random, numpy as np, torch
print("to stderr", file=sys.stderr)
names = ["RANK", "RANK_ID", "MS_NODE_ID", "MS_ROLE", "DEVICE_ID", "LOCAL_RANK"]
facts = {"argv": sys.argv, "main": __name__, "file": __file__, "path": sys.path[0],
         "env": {n: os.environ[n] for n in names}, "threads": torch.get_num_threads(),
         "draws": [random.random(), float(np.random.rand())], "leader": os.getpgid(0) == os.getpid()}
open(f"facts_{os.environ['RANK_ID']}.json", "w").write(json.dumps(facts))
"""
# Writes its own pid and that of a child of its own, then waits.
_SLEEPS = """
import os, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"])
open(f"pids_{os.environ['RANK_ID']}.part", "w").write(f"{os.getpid()} {child.pid}")
os.rename(f"pids_{os.environ['RANK_ID']}.part", f"pids_{os.environ['RANK_ID']}")
print("sleeping", flush=True)
time.sleep(600)
"""
_ONE_FAILS = """
import os, time
import msacc as ms
from msacc.communication import init, get_rank
from msacc.ops import AllReduce
init()
def broken():
    raise ValueError("this is the culprit")
if get_rank() == 1:
    broken()
AllReduce()(ms.Tensor([1.0]))
time.sleep(600)
"""


def _sleepers(zygote: Zygote, folder: Path, *more: str) -> tuple[Run, list[int]]:
    """A job of two sleeping workers, each with a child; all their pids."""
    script = write(folder, "sleeps.py", _SLEEPS)
    run = zygote.msrun(*sizes(2), *(more or ["--join=True"]), script, cwd=folder)
    files = [folder / "pids_0", folder / "pids_1"]
    assert eventually(lambda: all(f.exists() for f in files)), run.text()
    return run, [int(pid) for f in files for pid in f.read_text().split()]


def test_workers_are_like_fresh_programs(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "train.py", _FACTS)
    run = zygote.msrun(*sizes(2), "--join=True", "--log_dir=log", script, "--lr", "1", cwd=tmp_path)
    assert run.wait() == 0, run.text()
    facts = [json.loads((tmp_path / f"facts_{i}.json").read_text()) for i in (0, 1)]
    for i, fact in enumerate(facts):
        assert fact["argv"] == ["train.py", "--lr", "1"]
        assert (fact["main"], fact["file"], fact["path"]) == ("__main__", "train.py", str(tmp_path))
        env = fact["env"]
        assert env.pop("MS_ROLE") == "MS_WORKER"
        assert set(env.values()) == {str(i)}
        assert fact["threads"] == 1
        assert fact["leader"]
    assert facts[0]["draws"] != facts[1]["draws"]
    assert sorted(p.name for p in (tmp_path / "log").iterdir()) == [
        "scheduler.log",
        "worker_0.log",
        "worker_1.log",
    ]
    assert (tmp_path / "log/worker_1.log").read_text() == "to stderr\n"
    assert run.text().count("to stderr") == 2


def test_a_failing_worker_ends_the_job_by_name(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "fails.py", _ONE_FAILS)
    run = zygote.msrun(
        *sizes(2), "--join=True", "--tail_worker_log=0", "--log_dir=log", script, cwd=tmp_path
    )
    assert run.wait(60) == 1
    text = run.text()
    assert "msrun: worker 1 exited with code 1; the job is ended. Log: log/worker_1.log" in text
    assert re.search(r'File "fails.py", line \d+, in broken', text)
    assert "ValueError: this is the culprit" in text
    assert "msacc/launch" not in text
    assert "Distributed job exited with exception" in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_signals_leave_no_process_behind(
    zygote: Zygote, tmp_path: Path, number: signal.Signals
) -> None:
    run, pids = _sleepers(zygote, tmp_path)
    assert all(alive(pid) for pid in pids)
    os.kill(run.pid, number)
    code = run.wait(30)
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    assert eventually(lambda: not any(alive(pid) for pid in pids), 10), pids


def test_a_killed_worker_is_named(zygote: Zygote, tmp_path: Path) -> None:
    run, pids = _sleepers(zygote, tmp_path)
    os.kill(pids[2], signal.SIGKILL)
    assert run.wait(30) == 1
    assert "worker 1 was killed by SIGKILL (out of memory?)" in run.text()
    assert not any(alive(pid) for pid in pids)


def test_logs_are_shown_while_the_job_runs(zygote: Zygote, tmp_path: Path) -> None:
    run, _ = _sleepers(zygote, tmp_path, "--join=True", "--tail_worker_log=1")
    assert eventually(lambda: run.text().count("sleeping") == 1, 10), run.text()
    os.kill(run.pid, signal.SIGTERM)
    run.wait(30)


@pytest.mark.dist
def test_without_join_the_job_goes_on_in_the_background(zygote: Zygote, tmp_path: Path) -> None:
    run, pids = _sleepers(zygote, tmp_path, "--log_dir=log")
    assert run.wait(10) == 0
    background = int(re.search(r"started in the background, process (\d+)", run.text())[1])  # type: ignore[index]
    assert all(alive(pid) for pid in (background, *pids))
    os.kill(pids[0], signal.SIGKILL)
    assert eventually(lambda: not any(alive(pid) for pid in (background, *pids)), 15)
    assert "worker 0 was killed by SIGKILL" in (tmp_path / "log/scheduler.log").read_text()


@pytest.mark.dist
def test_a_worker_that_finds_no_tests_does_not_end_the_others(
    zygote: Zygote, tmp_path: Path
) -> None:
    text = """
import os, time
rank = os.environ["RANK_ID"]
time.sleep(4 * int(rank))
open(f"done_{rank}", "w").close()
"""
    write(tmp_path, "train.py", text)
    command = ["pytest", "-s", "-p", "no:cacheprovider", "train.py"]
    run = zygote.msrun(*sizes(2), "--join=True", *command, cwd=tmp_path)
    assert run.wait() == 1
    assert (tmp_path / "done_1").exists()
    assert all("no tests ran" in (tmp_path / f"worker_{i}.log").read_text() for i in range(2))


@pytest.mark.dist
def test_pytest_as_the_command(zygote: Zygote, tmp_path: Path) -> None:
    write(
        tmp_path,
        "test_inside.py",
        "def test_one():\n    import mindspore\n    assert mindspore.Tensor\n",
    )
    command = ["pytest", "-s", "-p", "no:cacheprovider", "test_inside.py"]
    run = zygote.msrun(*sizes(2), "--join=True", *command, cwd=tmp_path)
    assert run.wait() == 0, run.text()
    assert run.text().count("1 passed") == 2


@pytest.mark.dist
def test_spawned_workers(zygote: Zygote, tmp_path: Path) -> None:
    """Interpreter options forbid the fork: the same job by new processes."""
    script = write(tmp_path, "fails.py", _ONE_FAILS + "assert False\n")
    run = zygote.msrun(*sizes(2), "--join=True", "python", "-O", script, cwd=tmp_path)
    assert run.wait() == 1
    assert "worker 1 exited with code 1" in run.text()
    assert "ValueError: this is the culprit" in run.text()


@pytest.mark.dist
def test_two_hosts(zygote: Zygote, tmp_path: Path) -> None:
    """Two launchers, as on two hosts."""
    script = write(
        tmp_path,
        "train.py",
        "import os, msacc.communication as c; c.init(); "
        "print('rank', c.get_rank(), 'of', c.get_group_size(), os.environ['RANK_ID'])",
    )
    job = [
        "--worker_num=2",
        "--local_worker_num=1",
        sizes(1)[2],
        "--join=True",
        "--cluster_time_out=60",
    ]
    first = zygote.msrun(*job, "--node_rank=0", "--log_dir=a", script, cwd=tmp_path)
    assert eventually(lambda: (tmp_path / "a/scheduler.log").exists())
    second = zygote.msrun(*job, "--node_rank=1", "--log_dir=b", script, cwd=tmp_path, master=False)
    assert second.wait() == 0, second.text()
    assert first.wait() == 0, first.text()
    assert "rank 0 of 2 0" in (tmp_path / "a/worker_0.log").read_text()
    assert "rank 1 of 2 1" in (tmp_path / "b/worker_1.log").read_text()
    assert not (tmp_path / "b/scheduler.log").exists()


@pytest.mark.dist
def test_too_few_workers(zygote: Zygote, tmp_path: Path) -> None:
    script = write(
        tmp_path,
        "late.py",
        "import os, time, msacc.communication as c\n"
        "if os.environ['RANK_ID'] == '1': time.sleep(600)\nc.init()\n",
    )
    run = zygote.msrun(*sizes(2), "--join=True", "--cluster_time_out=2", script, cwd=tmp_path)
    assert run.wait(30) == 1
    assert "only 1 of 2 workers came" in run.text()
