"""Jobs that fail are started again: whatever ended a worker, in bounded time, and as often as was said."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.launch.helpers import alive, eventually, sizes, write
from tests.launch.zygote import Zygote

# Worker 1 meets its fate in the first start, while worker 0 waits for it in a collective.
_PROGRAM = """
import os, resource, signal, subprocess, sys, time
import msacc as ms
from msacc.communication import init, get_rank
from msacc.ops import AllReduce
start, fate = int(os.environ["TORCHELASTIC_RESTART_COUNT"]), sys.argv[1]
open(f"pid_{start}_{os.environ['RANK']}", "w").write(str(os.getpid()))
init()
assert AllReduce()(ms.Tensor([1.0])) == 2
if start == 0 and get_rank() == 1:
    print("now", flush=True)
    if fate == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if fate == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    if fate == "raises":
        raise ValueError("the culprit")
    if fate == "memory":
        resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
        b"x" * (1 << 34)
    if fate == "port":
        hold = "import socket, sys, time; s = socket.create_server(('127.0.0.1', int(sys.argv[1])));"
        code = "import time; time.sleep(0.6); " + hold + " time.sleep(2)"
        subprocess.Popen([sys.executable, "-c", code, os.environ["MS_SCHED_PORT"]], start_new_session=True)
        sys.exit(3)
AllReduce()(ms.Tensor([1.0]))
print("through", start, flush=True)
"""
_FATES = {
    "killed": "worker 1 was killed by SIGKILL",
    "stopped": "worker 1 has given no sign of life for 2 s",
    "raises": "worker 1 exited with code 1",
    "memory": "worker 1 exited with code 1",
    "port": "worker 1 exited with code 3",
}


@pytest.mark.dist
@pytest.mark.parametrize("fate", _FATES)
def test_a_failed_job_comes_back(fate: str, zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "faulty.py", _PROGRAM)
    options = [*sizes(2), "--join=True", "--max_restarts=1", "--hang_time_out=2", "--log_dir=log"]
    run = zygote.msrun(*options, script, fate, cwd=tmp_path)
    assert run.wait() == 0, run.text()
    text = run.text()
    assert _FATES[fate] in text
    assert "msrun: start 2 of at most 2" in text
    assert text.count("through 1") == 2
    assert "through 0" not in text
    # Both starts are in the log, and nothing was shown twice.
    log = (tmp_path / "log/worker_1.log").read_text()
    assert log.index("now") < log.index("msrun: start 2") < log.index("through 1")
    assert log.count("now\n") == 1
    assert not [f for f in tmp_path.glob("pid_*") if alive(int(f.read_text()))]


@pytest.mark.dist
def test_no_more_often_than_was_said(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "hopeless.py", "print('again'); raise ValueError('no')")
    options = [*sizes(1), "--join=True", "--max_restarts=2", "--log_dir=log"]
    run = zygote.msrun(*options, script, cwd=tmp_path)
    assert run.wait() == 1
    assert (tmp_path / "log/worker_0.log").read_text().splitlines().count("again") == 3
    assert "start 3 of at most 3" in run.text()


@pytest.mark.dist
def test_a_signal_ends_the_job_for_good(zygote: Zygote, tmp_path: Path) -> None:
    script = write(tmp_path, "waits.py", "import time; open('here', 'w'); time.sleep(600)")
    options = [*sizes(1), "--join=True", "--max_restarts=2", "--grace=0.5"]
    run = zygote.msrun(*options, script, cwd=tmp_path)
    assert eventually((tmp_path / "here").exists)
    os.kill(run.pid, signal.SIGTERM)
    assert run.wait() == 128 + 15
    assert "start 2" not in run.text()


@pytest.mark.dist
def test_recovery_by_the_environment(
    zygote: Zygote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = write(tmp_path, "faulty.py", _PROGRAM)
    monkeypatch.setenv("MS_ENABLE_RECOVERY", "1")
    run = zygote.msrun(*sizes(2), "--join=True", script, "killed", cwd=tmp_path)
    assert run.wait() == 0, run.text()
    assert "start 2 of at most 4" in run.text()
    assert "MS_ENABLE_RECOVERY" not in run.text()
