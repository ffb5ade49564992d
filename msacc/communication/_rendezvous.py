"""Rendezvous: from a LaunchInfo to a store, a rank and every rank's host."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from datetime import timedelta

import torch.distributed as dist
from torch.distributed import DistNetworkError, DistStoreError

from msacc.communication import _environment as environment
from msacc.communication._environment import LaunchInfo
from msacc.communication._listening_sockets import listen
from msacc.communication._scheduler import START_KEY, Scheduler, SchedulerConnection


@dataclass
class Rendezvous:
    """The result of the rendezvous."""

    store: dist.Store
    rank: int
    hosts: list[str]
    scheduler: SchedulerConnection | None = None


def join_job(launch: LaunchInfo) -> Rendezvous:
    """Connects to the other processes. The scheduler's process serves them and ends the program.

    Raises RuntimeError when they cannot be reached or too few come in time.
    """
    if launch.scheduler:
        _serve(launch)
    if launch.kind == "alone":
        return Rendezvous(dist.HashStore(), 0, [environment.hostname()])
    store = _connect(launch)
    if launch.kind == "cluster":
        _check_start(store)
        rank = _register(store, launch)
        connection = SchedulerConnection(
            launch.host, store, rank, f"{environment.hostname()}, pid {os.getpid()}"
        )
    else:
        rank, connection = _check_rank(launch), None
    return Rendezvous(store, rank, _exchange_hosts(store, rank, launch), connection)


def _serve(launch: LaunchInfo) -> None:
    try:
        scheduler = Scheduler(launch.host, launch.port, launch.size, launch.timeout, _print)
    except (OSError, DistNetworkError) as error:
        raise RuntimeError(
            f"The scheduler cannot listen on {launch.host}:{launch.port}: {_reason(error)}; "
            "set MS_SCHED_PORT to a free port for all processes."
        ) from error
    scheduler.run()
    sys.exit(0)


def _print(text: str) -> None:
    print(text, flush=True)


def _connect(launch: LaunchInfo) -> dist.Store:
    wait = timedelta(seconds=launch.timeout)
    # torchrun's agent and msrun's scheduler host the store; otherwise rank 0 does.
    agent = os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True"
    master = launch.kind == "env" and launch.rank == 0 and not agent
    try:
        return dist.TCPStore(
            launch.host,
            launch.port,
            None,
            master,
            timeout=wait,
            wait_for_workers=False,
            multi_tenant=master,
            master_listen_fd=_listening_descriptor(launch) if master else None,
        )
    except (DistNetworkError, DistStoreError) as error:
        what = "rank 0 cannot listen on" if master else "no scheduler or rank 0 answers at"
        hint = "MASTER_PORT" if launch.kind == "env" else "MS_SCHED_HOST and MS_SCHED_PORT"
        raise RuntimeError(
            f"For 'init', {what} {launch.host}:{launch.port} ({_reason(error)}); check {hint}."
        ) from error


def _listening_descriptor(launch: LaunchInfo) -> int | None:
    """The descriptor of a socket on the job's address only; by default the store listens on all addresses.

    None where the port is in use: this process may have a store there already, which then serves again.
    """
    try:
        return listen(launch.host, launch.port).detach()
    except OSError:
        return None


def _reason(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:200]


def _check_rank(launch: LaunchInfo) -> int:
    if launch.rank is None or not 0 <= launch.rank < launch.size:
        raise RuntimeError(
            f"For 'init', rank {launch.rank} is outside a job of {launch.size} processes."
        )
    return launch.rank


def _check_start(store: dist.Store) -> None:
    """RuntimeError for a worker that was slow, when its job has failed and was started again meanwhile."""
    own = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
    if store.check([START_KEY]) and (number := store.get(START_KEY).decode()) != own:
        raise RuntimeError(
            f"For 'init', this worker is of start {int(own) + 1} of its job, but the scheduler is at start "
            f"{int(number) + 1}; its launcher starts it again."
        )


def _register(store: dist.Store, launch: LaunchInfo) -> int:
    """Registers this worker, waits for the others, and returns its rank."""
    number = store.add("cluster/arrived", 1) - 1
    if number >= launch.size:
        raise RuntimeError(
            f"For 'init', MS_WORKER_NUM is {launch.size}, but this is worker number {number + 1} at the scheduler "
            f"{launch.host}:{launch.port}; another job may use the same port."
        )
    store.set(f"cluster/node/{number}", json.dumps([environment.hostname(), launch.node_id]))
    nodes = _get_all(store, "cluster/node", launch)
    return environment.assign_ranks([tuple(json.loads(node)) for node in nodes])[number]


def _exchange_hosts(store: dist.Store, rank: int, launch: LaunchInfo) -> list[str]:
    store.set(f"hosts/{rank}", environment.hostname())
    return [host.decode() for host in _get_all(store, "hosts", launch)]


def _get_all(store: dist.Store, prefix: str, launch: LaunchInfo) -> list[bytes]:
    keys = [f"{prefix}/{i}" for i in range(launch.size)]
    try:
        store.wait(keys, timedelta(seconds=launch.timeout))
    except DistStoreError:
        arrived = sum(store.check([key]) for key in keys)
        raise RuntimeError(
            f"For 'init', only {arrived} of {launch.size} workers came to {launch.host}:{launch.port} within "
            f"{launch.timeout:g} s; see the logs of the others."
        ) from None
    return [store.get(key) for key in keys]
