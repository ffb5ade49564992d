"""The job and this process's rank in it, from the environment that the launcher set."""

from __future__ import annotations

import os
import socket
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from msacc.common.safe_parsing import read_json

DEFAULT_PORT = 8118
# No number of processes, seconds or ports is as large.
_MAX_NUMBER = 1 << 40
# MS_TOPO_TIMEOUT's default, in seconds.
_CLUSTER_TIMEOUT = 600.0


@dataclass(frozen=True)
class LaunchInfo:
    """How the launcher started this process. `kind`: cluster (MindSpore's scheduler), env (torchrun, mpirun, rank
    table) or alone.

    `rank` is None where the scheduler assigns it; `timeout` in seconds.
    """

    kind: str
    size: int = 1
    rank: int | None = 0
    host: str = "127.0.0.1"
    port: int = 0
    scheduler: bool = False
    node_id: str = ""
    timeout: float = _CLUSTER_TIMEOUT


def read_environment(env: Mapping[str, str]) -> LaunchInfo:
    """The first launcher recognised: MindSpore's, torchrun, Open MPI, MPICH, a rank table; else alone.

    Raises RuntimeError where variables are missing or contradict each other.
    """
    if env.get("MS_ROLE"):
        return _cluster(env)
    if env.get("RANK") and env.get("WORLD_SIZE"):
        return _torchrun(env)
    for rank, size in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE")):
        if env.get(rank) and env.get(size):
            return _mpi(env, _number(env, rank), _number(env, size))
    if env.get("RANK_TABLE_FILE") and env.get("RANK_ID"):
        return _rank_table(env)
    return LaunchInfo("alone")


def _number(env: Mapping[str, str], name: str, default: int | None = None) -> int:
    text = env.get(name)
    if not text:
        if default is None:
            raise RuntimeError(f"For 'init', the environment variable {name} is not set.")
        return default
    try:
        if abs(number := int(text)) >= _MAX_NUMBER:
            raise ValueError
        return number
    except ValueError:
        raise RuntimeError(
            f"For 'init', {name} must be a whole number, but it is {text!r}."
        ) from None


def _cluster(env: Mapping[str, str]) -> LaunchInfo:
    role = env["MS_ROLE"]
    if role == "MS_PSERVER":
        raise NotImplementedError(
            "For 'init', MS_ROLE=MS_PSERVER is not supported: there are no parameter servers. Start the workers alone, "
            "msrun --worker_num=8 train.py."
        )
    if role not in ("MS_WORKER", "MS_SCHED"):
        raise RuntimeError(
            f"For 'init', MS_ROLE must be MS_WORKER or MS_SCHED, but it is {role!r}."
        )
    size = _number(env, "MS_WORKER_NUM")
    node_id = env.get("MS_NODE_ID", "")
    timeout = float(_number(env, "MS_TOPO_TIMEOUT", int(_CLUSTER_TIMEOUT)))
    return LaunchInfo(
        "cluster",
        size,
        None,
        env.get("MS_SCHED_HOST") or "127.0.0.1",
        _number(env, "MS_SCHED_PORT", DEFAULT_PORT),
        role == "MS_SCHED",
        node_id,
        timeout if timeout >= 0 else 7 * 86400.0,
    )


def _torchrun(env: Mapping[str, str]) -> LaunchInfo:
    host = env.get("MASTER_ADDR", "127.0.0.1")
    port = _number(env, "MASTER_PORT", 29500)
    return LaunchInfo("env", _number(env, "WORLD_SIZE"), _number(env, "RANK"), host, port)


def _mpi(env: Mapping[str, str], rank: int, size: int) -> LaunchInfo:
    """mpirun names no rendezvous address: MASTER_ADDR/MASTER_PORT if set, else this host and the job's port."""
    names = ("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS")
    local = next((_number(env, name) for name in names if env.get(name)), size)
    host = env.get("MASTER_ADDR")
    if host is None and local < size:
        raise RuntimeError(
            f"For 'init', mpirun started {local} of {size} processes on this host: tell them where to meet, "
            "mpirun -x MASTER_ADDR=<address of rank 0> -x MASTER_PORT=<free port> ..."
        )
    return LaunchInfo(
        "env", size, rank, host or "127.0.0.1", _number(env, "MASTER_PORT", _job_port(env))
    )


def _job_port(env: Mapping[str, str]) -> int:
    """A port that all processes of one mpirun compute alike, below the kernel's ephemeral range."""
    names = ("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID", "SLURM_JOB_ID")
    # Without a job id: the processes of one host are children of the same daemon.
    job = next((env[n] for n in names if env.get(n)), str(os.getppid()))
    return 16000 + zlib.crc32(job.encode()) % 16000


def _rank_table(env: Mapping[str, str]) -> LaunchInfo:
    path = env["RANK_TABLE_FILE"]
    try:
        servers = read_json(path)["server_list"]
        owners = {int(d["rank_id"]): str(s["server_id"]) for s in servers for d in s["device"]}
        if sorted(owners) != list(range(len(owners))):
            raise ValueError(f"its rank_id are {sorted(owners)!r:.200}, not 0, 1 and so on")
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise RuntimeError(
            f"For 'init', RANK_TABLE_FILE {path!r} cannot be read as a rank table: {error!r}."
        ) from error
    host = "127.0.0.1" if len(set(owners.values())) == 1 else owners.get(0, "127.0.0.1")
    port = _number(env, "MASTER_PORT", DEFAULT_PORT)
    return LaunchInfo("env", len(owners), _number(env, "RANK_ID"), host, port)


def hostname() -> str:
    """This host's name, compared between the processes of a job; with the host's number where the launcher sets one."""
    number = os.environ.get("GROUP_RANK", "")
    return f"{socket.gethostname()} (host {number})" if number else socket.gethostname()


def assign_ranks(nodes: list[tuple[str, str]]) -> list[int]:
    """The rank of each worker, from (host, node id) in order of arrival.

    Node ids 0 … n-1 are the ranks; otherwise workers of one host get consecutive ranks, hosts and
    workers by arrival.
    """
    ids = [node_id for _, node_id in nodes]
    if all(i.isdecimal() for i in ids) and sorted(map(int, ids)) == list(range(len(ids))):
        return [int(i) for i in ids]
    first: dict[str, int] = {}
    for index, (host, _) in enumerate(nodes):
        first.setdefault(host, index)
    order = sorted(range(len(nodes)), key=lambda i: (first[nodes[i][0]], i))
    ranks = [0] * len(nodes)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks
