"""How the processes of a job find each other: from a Place to a store, a rank and every rank's host."""

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
from msacc.communication._scheduler import Scheduler, SchedulerConnection


@dataclass
class Rendezvous:
    """What a process knows after meeting the others."""

    store: dist.Store
    rank: int
    hosts: list[str]
    watch: SchedulerConnection | None = None


def meet(place: LaunchInfo) -> Rendezvous:
    """Meet the other processes. A scheduler serves them and ends the program.

    Raises RuntimeError when they cannot be reached or too few come in time.
    """
    if place.scheduler:
        _serve(place)
    if place.kind == "alone":
        return Rendezvous(dist.HashStore(), 0, [environment.hostname()])
    store = _connect(place)
    if place.kind == "cluster":
        rank = _register(store, place)
        watch = SchedulerConnection(place.host, store, rank, f"{environment.hostname()}, pid {os.getpid()}")
    else:
        rank, watch = _check_rank(place), None
    return Rendezvous(store, rank, _exchange_hosts(store, rank, place), watch)


def _serve(place: LaunchInfo) -> None:
    try:
        scheduler = Scheduler(place.host, place.port, place.size, place.timeout, _say)
    except (OSError, DistNetworkError) as error:
        raise RuntimeError(
            f"The scheduler cannot listen on {place.host}:{place.port}: {_reason(error)}; "
            "set MS_SCHED_PORT to a free port for all processes."
        ) from error
    scheduler.run()
    sys.exit(0)


def _say(text: str) -> None:
    print(text, flush=True)


def _connect(place: LaunchInfo) -> dist.Store:
    wait = timedelta(seconds=place.timeout)
    # torchrun's agent and msrun's scheduler host the store; otherwise rank 0 does.
    agent = os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True"
    master = place.kind == "env" and place.rank == 0 and not agent
    try:
        return dist.TCPStore(
            place.host,
            place.port,
            None,
            master,
            timeout=wait,
            wait_for_workers=False,
            multi_tenant=master,
            master_listen_fd=_own_socket(place) if master else None,
        )
    except (DistNetworkError, DistStoreError) as error:
        what = "rank 0 cannot listen on" if master else "no scheduler or rank 0 answers at"
        hint = "MASTER_PORT" if place.kind == "env" else "MS_SCHED_HOST and MS_SCHED_PORT"
        raise RuntimeError(
            f"For 'init', {what} {place.host}:{place.port} ({_reason(error)}); check {hint}."
        ) from error


def _own_socket(place: LaunchInfo) -> int | None:
    """A socket on the job's address alone; by itself the store listens on all of them.

    None where the port is taken: this process may have a store there already, which then serves again.
    """
    try:
        return listen(place.host, place.port).detach()
    except OSError:
        return None


def _reason(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:200]


def _check_rank(place: LaunchInfo) -> int:
    if place.rank is None or not 0 <= place.rank < place.size:
        raise RuntimeError(
            f"For 'init', rank {place.rank} is outside a job of {place.size} processes."
        )
    return place.rank


def _register(store: dist.Store, place: LaunchInfo) -> int:
    """Write this worker down, wait for the rest, and read off its rank."""
    number = store.add("cluster/arrived", 1) - 1
    if number >= place.size:
        raise RuntimeError(
            f"For 'init', MS_WORKER_NUM is {place.size}, but this is worker number {number + 1} at the scheduler "
            f"{place.host}:{place.port}; another job may use the same port."
        )
    store.set(f"cluster/node/{number}", json.dumps([environment.hostname(), place.node_id]))
    nodes = _get_all(store, "cluster/node", place)
    return environment.assign_ranks([tuple(json.loads(node)) for node in nodes])[number]


def _exchange_hosts(store: dist.Store, rank: int, place: LaunchInfo) -> list[str]:
    store.set(f"hosts/{rank}", environment.hostname())
    return [host.decode() for host in _get_all(store, "hosts", place)]


def _get_all(store: dist.Store, prefix: str, place: LaunchInfo) -> list[bytes]:
    keys = [f"{prefix}/{i}" for i in range(place.size)]
    try:
        store.wait(keys, timedelta(seconds=place.timeout))
    except DistStoreError:
        here = sum(store.check([key]) for key in keys)
        raise RuntimeError(
            f"For 'init', only {here} of {place.size} workers came to {place.host}:{place.port} within "
            f"{place.timeout:g} s; see the logs of the others."
        ) from None
    return [store.get(key) for key in keys]
