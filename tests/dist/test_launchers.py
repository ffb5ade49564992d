"""init() under every launcher it understands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from msacc.communication import _environment as environment
from tests.launch.helpers import free_port, sizes
from tests.launch.zygote import Zygote

_FACTS = Path(__file__).parent / "programs" / "facts.py"
_ROOT = Path(__file__).parents[2]


# -- reading the environment ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("env", "kind", "rank", "size"),
    [
        ({}, "alone", 0, 1),
        ({"RANK": "2", "WORLD_SIZE": "4", "MASTER_PORT": "5"}, "env", 2, 4),
        ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2"}, "env", 1, 2),
        ({"PMI_RANK": "1", "PMI_SIZE": "2"}, "env", 1, 2),
        (
            {"MS_ROLE": "MS_WORKER", "MS_WORKER_NUM": "8", "RANK": "1", "WORLD_SIZE": "2"},
            "cluster",
            None,
            8,
        ),
    ],
)
def test_launchers_are_recognised(
    env: dict[str, str], kind: str, rank: int | None, size: int
) -> None:
    place = environment.read_environment(env)
    assert (place.kind, place.rank, place.size, place.scheduler) == (kind, rank, size, False)


def test_the_cluster_variables() -> None:
    env = {
        "MS_ROLE": "MS_SCHED",
        "MS_WORKER_NUM": "2",
        "MS_SCHED_HOST": "10.0.0.1",
        "MS_SCHED_PORT": "9",
    }
    place = environment.read_environment(env)
    assert (place.scheduler, place.host, place.port) == (True, "10.0.0.1", 9)
    assert environment.read_environment({**env, "MS_TOPO_TIMEOUT": "-1"}).timeout > 86400


@pytest.mark.parametrize(
    ("env", "text"),
    [
        ({"MS_ROLE": "MS_WORKER"}, "MS_WORKER_NUM is not set"),
        ({"MS_ROLE": "MS_WORKER", "MS_WORKER_NUM": "two"}, "whole number, but it is 'two'"),
        ({"MS_ROLE": "MASTER", "MS_WORKER_NUM": "2"}, "MS_WORKER or MS_SCHED"),
        ({"RANK_TABLE_FILE": "/nowhere.json", "RANK_ID": "0"}, "cannot be read as a rank table"),
        (
            {
                "OMPI_COMM_WORLD_RANK": "0",
                "OMPI_COMM_WORLD_SIZE": "4",
                "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
            },
            "-x MASTER_ADDR",
        ),
    ],
)
def test_contradictions_are_named(env: dict[str, str], text: str) -> None:
    with pytest.raises(RuntimeError) as caught:
        environment.read_environment(env)
    assert text in str(caught.value)


def test_mpirun_processes_agree_on_a_port() -> None:
    env = {"OMPI_COMM_WORLD_SIZE": "2", "PMIX_NAMESPACE": "job-17"}
    ports = {environment.read_environment({**env, "OMPI_COMM_WORLD_RANK": r}).port for r in ("0", "1")}
    assert len(ports) == 1
    other = environment.read_environment({**env, "OMPI_COMM_WORLD_RANK": "0", "PMIX_NAMESPACE": "job-18"}).port
    assert ports != {other}


def test_a_rank_table(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    servers = [
        {"server_id": f"10.0.0.{s}", "device": [{"rank_id": str(2 * s + d)} for d in (0, 1)]}
        for s in (0, 1)
    ]
    table.write_text(json.dumps({"server_list": servers}))
    place = environment.read_environment({"RANK_TABLE_FILE": str(table), "RANK_ID": "3"})
    assert (place.rank, place.size, place.host) == (3, 4, "10.0.0.0")


@pytest.mark.parametrize(
    ("nodes", "ranks"),
    [
        ([("a", "1"), ("a", "0")], [1, 0]),
        ([("a", ""), ("b", ""), ("a", ""), ("b", "")], [0, 2, 1, 3]),
        ([("a", "x"), ("a", "y")], [0, 1]),
        ([("a", "5"), ("a", "6")], [0, 1]),
    ],
)
def test_ranks_by_node_id_or_arrival(nodes: list[tuple[str, str]], ranks: list[int]) -> None:
    assert environment.assign_ranks(nodes) == ranks


# -- real processes ------------------------------------------------------------------------------
def _check(folder: Path, size: int) -> None:
    facts = [json.loads((folder / f"{rank}.json").read_text()) for rank in range(size)]
    for rank, fact in enumerate(facts):
        assert fact["env"] == [str(rank), str(size)]
        assert fact["local"] == [rank, size]
        assert fact["sum"] == size * (size + 1) / 2
    assert len({fact["draw"] for fact in facts}) == 1, (
        "unseeded parameters are the same on all ranks"
    )


def _start(folder: Path, env: dict[str, str], *command: str) -> subprocess.Popen[bytes]:
    base = {
        k: v for k, v in os.environ.items() if not k.startswith(("MS_", "RANK", "OMPI_", "PMI_"))
    }
    words = [*(command or [sys.executable]), str(_FACTS), str(folder)]
    log = open(folder / f"log_{len(list(folder.iterdir()))}", "wb")  # noqa: SIM115
    env = {
        **base,
        "PYTHONPATH": str(_ROOT),
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        **env,
    }
    return subprocess.Popen(words, env=env, stdout=log, stderr=subprocess.STDOUT)


def _finish(folder: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    codes = [process.wait(120) for process in processes]
    logs = "\n".join(p.read_text() for p in sorted(folder.glob("log_*")))
    assert codes == [0] * len(codes), logs


def test_msrun(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(3), "--join=True", _FACTS, tmp_path, cwd=tmp_path)
    assert run.wait() == 0, run.text()
    _check(tmp_path, 3)


@pytest.mark.dist
@pytest.mark.parametrize("named", [True, False], ids=["node ids", "by arrival"])
def test_mindspore_variables_and_a_scheduler(tmp_path: Path, named: bool) -> None:
    env = {"MS_WORKER_NUM": "2", "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": free_port()}
    processes = [_start(tmp_path, {**env, "MS_ROLE": "MS_SCHED"})]
    for i in (0, 1):
        node = {"MS_NODE_ID": str(i)} if named else {}
        processes.append(_start(tmp_path, {**env, **node, "MS_ROLE": "MS_WORKER"}))
    _finish(tmp_path, processes)
    _check(tmp_path, 2)


@pytest.mark.dist
def test_mpirun(tmp_path: Path) -> None:
    env = {
        "OMPI_COMM_WORLD_SIZE": "2",
        "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
        "PMIX_NAMESPACE": str(tmp_path),
    }
    _finish(tmp_path, [_start(tmp_path, {**env, "OMPI_COMM_WORLD_RANK": str(i)}) for i in (0, 1)])
    _check(tmp_path, 2)


@pytest.mark.dist
def test_torchrun(tmp_path: Path) -> None:
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]
    _finish(tmp_path, [_start(tmp_path, {}, *torchrun, f"--master-port={free_port()}")])
    _check(tmp_path, 2)


@pytest.mark.dist
def test_a_lost_worker_is_noticed_by_the_scheduler(tmp_path: Path) -> None:
    env = {"MS_WORKER_NUM": "1", "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": free_port()}
    scheduler = _start(tmp_path, {**env, "MS_ROLE": "MS_SCHED"})
    # The program cannot write there, so the worker fails after init().
    worker = _start(tmp_path, {**env, "MS_ROLE": "MS_WORKER"}, sys.executable, "-c", _DIES)
    assert worker.wait(60) == 9
    assert scheduler.wait(60) == 1
    assert "The scheduler lost worker 0" in (tmp_path / "log_0").read_text()


@pytest.mark.dist
def test_an_uncaught_exception_is_no_end_without_a_launcher(tmp_path: Path) -> None:
    env = {"MS_WORKER_NUM": "1", "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": free_port()}
    scheduler = _start(tmp_path, {**env, "MS_ROLE": "MS_SCHED"})
    worker = _start(tmp_path, {**env, "MS_ROLE": "MS_WORKER"}, sys.executable, "-c", _RAISES)
    assert worker.wait(60) == 1
    assert scheduler.wait(60) == 1
    assert "The scheduler lost worker 0" in (tmp_path / "log_0").read_text()
    # torch has a hook of its own there.
    assert "ValueError: torch" in (tmp_path / "log_1").read_text().splitlines()[-1]


_RAISES = """
import sys, msacc.communication as c
c.init()
raise ValueError(sys.excepthook.__module__)
"""
_DIES = "import os, msacc.communication as c; c.init(); os._exit(9)"
