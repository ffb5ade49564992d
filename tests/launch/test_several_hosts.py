"""One job under two launchers, as on two hosts: two loopback addresses, and two network namespaces."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.launch.helpers import free_port
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "several_hosts.py"
_ROOT = Path(__file__).parents[2]


def _options(workers: int, node: int, address: str, port: str) -> list[str]:
    return [
        f"--worker_num={workers}",
        f"--local_worker_num={workers // 2}",
        f"--master_addr={address}",
        f"--master_port={port}",
        f"--node_rank={node}",
        f"--log_dir=log{node}",
        "--join=True",
        "--cluster_time_out=60",
    ]


def _facts(folder: Path, size: int) -> list[dict[str, Any]]:
    return [json.loads((folder / f"facts_{size}_{r}.json").read_text()) for r in range(size)]


def _check(folder: Path, size: int) -> tuple[list[float], float]:
    """Every process has the ranks it should have, and all of them the same losses and parameters."""
    facts = _facts(folder, size)
    for rank, fact in enumerate(facts):
        assert fact["size"] == size
        assert fact["local"] == fact["given"] == rank % (size // 2)
        assert fact["losses"] == facts[0]["losses"]
        assert fact["sum"] == facts[0]["sum"]
    return facts[0]["losses"], facts[0]["sum"]


def _alone(zygote: Zygote, folder: Path, steps: int) -> list[float]:
    one = ["--worker_num=1", "--local_worker_num=1", f"--master_port={free_port()}", "--join=True"]
    assert zygote.msrun(*one, _PROGRAM, folder, str(steps), cwd=folder).wait() == 0
    return _facts(folder, 1)[0]["losses"]


# In the first start, worker 1 or its launcher is killed while worker 0 waits for it in a collective.
_FAULTY = """
import os, signal, sys, time
import msacc as ms
from msacc.communication import get_group_size, get_rank, init
from msacc.ops import AllReduce
init()
start, size = int(os.environ["TORCHELASTIC_RESTART_COUNT"]), get_group_size()
assert AllReduce()(ms.Tensor([1.0])) == size
if start == 0 and get_rank() == 1:
    os.kill(os.getpid() if sys.argv[1] == "worker" else os.getppid(), signal.SIGKILL)
    time.sleep(60)
AllReduce()(ms.Tensor([1.0]))
print("through", start, get_rank(), "of", size, flush=True)
"""


@pytest.mark.dist
@pytest.mark.parametrize(("killed", "left"), [("worker", 2), ("launcher", 1)])
def test_launchers_start_again_together(
    zygote: Zygote, tmp_path: Path, killed: str, left: int
) -> None:
    (tmp_path / "faulty.py").write_text(_FAULTY)
    port = free_port()
    more = ["--max_restarts=1", "--min_worker_num=1", "faulty.py", killed]
    first, second = (
        zygote.msrun(*_options(2, node, "127.0.0.1", port), *more, cwd=tmp_path) for node in (0, 1)
    )
    assert first.wait() == 0, first.text()
    assert second.wait() == (0 if killed == "worker" else -9), second.text()
    assert "msrun: start 1; workers: 2 of 2" in first.text()
    assert "msrun: start 2 of at most 2" in first.text()
    assert f"msrun: start 2; workers: {left} of 2" in first.text()
    found = [
        line for run in (first, second) for line in run.text().splitlines() if "through" in line
    ]
    assert sorted(found) == [f"through 1 {rank} of {left}" for rank in range(left)]


@pytest.mark.parametrize(
    ("workers", "address", "steps"),
    [
        pytest.param(4, "127.0.0.2", 0, marks=pytest.mark.dist),
        pytest.param(4, "127.0.0.1", 5, marks=pytest.mark.dist),
        pytest.param(8, "127.0.0.2", 5, marks=[pytest.mark.dist, pytest.mark.slow]),
    ],
)
def test_two_launchers(
    zygote: Zygote, tmp_path: Path, workers: int, address: str, steps: int
) -> None:
    """The second one comes first: it waits for the first one's scheduler."""
    port = free_port()
    what = (_PROGRAM, tmp_path, str(steps))
    nodes = [
        zygote.msrun(*_options(workers, node, address, port), *what, cwd=tmp_path)
        for node in (1, 0)
    ]
    for node in nodes:
        assert node.wait() == 0, node.text()
    assert (tmp_path / "log0/scheduler.log").exists()
    assert not (tmp_path / "log1/scheduler.log").exists()
    losses, total = _check(tmp_path, workers)
    if steps:
        assert losses == pytest.approx(_alone(zygote, tmp_path, steps), rel=1e-5)
    else:
        assert total == sum(range(workers))


@pytest.mark.dist
def test_a_lost_host_ends_the_other(zygote: Zygote, tmp_path: Path) -> None:
    """When a worker of the second launcher dies, both end."""
    script = tmp_path / "dies.py"
    script.write_text(
        "import os, msacc as ms\nfrom msacc.communication import init, get_rank\ninit()\n"
        "if get_rank() == 1: os._exit(7)\n"
        "ms.ops.AllReduce()(ms.Tensor([1.0]))\n"
    )
    port = free_port()
    first, second = (
        zygote.msrun(*_options(2, node, "127.0.0.2", port), script, cwd=tmp_path) for node in (0, 1)
    )
    assert second.wait(60) == 1, second.text()
    assert "worker 1 exited with code 7" in second.text()
    assert first.wait(60) == 1, first.text()


# -- network namespaces: other addresses, and no way to each other but by the interface between them -------
def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, timeout=20)


@pytest.fixture
def hosts() -> Iterator[list[int]]:
    """Two namespaces, 10.77.0.1 and 10.77.0.2, each held by a process: their ids."""
    if os.geteuid() or not all(map(shutil.which, ("ip", "nsenter", "unshare"))):
        pytest.skip("network namespaces need root, ip, nsenter and unshare")
    with contextlib.ExitStack() as stack:
        holders = []
        for _ in range(2):
            holder = subprocess.Popen(
                ["unshare", "-n", "sh", "-c", "echo; exec sleep 300"], stdout=subprocess.PIPE
            )
            stack.callback(holder.wait)
            stack.callback(holder.kill)
            assert holder.stdout is not None
            if not holder.stdout.readline():
                pytest.skip("network namespaces are not permitted here")
            holders.append(holder.pid)
        try:
            a, b = map(str, holders)
            _run(
                "ip",
                "link",
                "add",
                "tohost1",
                "netns",
                a,
                "type",
                "veth",
                "peer",
                "name",
                "tohost0",
                "netns",
                b,
            )
        except subprocess.CalledProcessError:
            pytest.skip("interfaces between network namespaces are not permitted here")
        for number, (pid, name) in enumerate(((a, "tohost1"), (b, "tohost0"))):
            enter = ("nsenter", "-t", pid, "-n", "ip")
            _run(*enter, "addr", "add", f"10.77.0.{number + 1}/24", "dev", name)
            _run(*enter, "link", "set", name, "up")
            _run(*enter, "link", "set", "lo", "up")
        yield holders


def _start(holder: int, folder: Path, words: list[str]) -> subprocess.Popen[str]:
    command = [
        "nsenter",
        "-t",
        str(holder),
        "-n",
        sys.executable,
        "-m",
        *words,
        str(_PROGRAM),
        str(folder),
        "5",
    ]
    env = {
        **os.environ,
        "PYTHONPATH": str(_ROOT),
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    return subprocess.Popen(
        command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def _all_end_well(jobs: list[subprocess.Popen[str]]) -> None:
    """Each ends with 0; a failure shows what all have said, for one that fails may leave the others waiting."""
    end = time.monotonic() + 240
    while all(job.poll() in (None, 0) for job in jobs) and time.monotonic() < end:
        if all(job.poll() == 0 for job in jobs):
            return
        time.sleep(0.1)
    codes = [job.poll() for job in jobs]
    for job in jobs:
        job.kill()
    pytest.fail("\n".join([f"they ended with {codes}", *(job.communicate()[0] for job in jobs)]))


@pytest.mark.dist
@pytest.mark.slow
@pytest.mark.parametrize("workers", [4, 8])
def test_two_namespaces(hosts: list[int], tmp_path: Path, workers: int) -> None:
    port = free_port()
    jobs = [
        _start(pid, tmp_path, ["msacc.launch", *_options(workers, node, "10.77.0.1", port)])
        for node, pid in enumerate(hosts)
    ]
    _all_end_well(jobs)
    _check(tmp_path, workers)


@pytest.mark.dist
@pytest.mark.slow
def test_torchrun(hosts: list[int], tmp_path: Path) -> None:
    """The same script under torchrun, on both hosts."""
    port = free_port()
    jobs = [
        _start(
            pid,
            tmp_path,
            ["torch.distributed.run", "--nnodes=2", "--nproc_per_node=2", f"--node_rank={node}",
             "--master_addr=10.77.0.1", f"--master_port={port}"],
        )
        for node, pid in enumerate(hosts)
    ]  # fmt: skip
    _all_end_well(jobs)
    _check(tmp_path, 4)
