"""The agreement of launchers on several hosts on each start of their job: its number, its hosts, their ranks.

The scheduler's process decides, in the store that it serves on the first host. A launcher comes back when its part of
the job has failed; one that does not in time is left out, if that many workers may be.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch.distributed as dist

from msacc.communication._scheduler import START_KEY

_COUNT, _HOST, _AGREED = "launchers/count", "launchers/%d", "launchers/agreed"
# How long further hosts are waited for once there are enough workers.
_LAST_CALL_SECONDS = 10.0
_POLL_SECONDS = 0.1


class NoAgreement(Exception):
    """Why this launcher has no part in a start."""


@dataclass
class Agreement:
    """A start of the job: its number from 0, how many workers it has, and the first rank of this host."""

    round: int
    worker_num: int
    first_rank: int


def decide(
    store: dist.Store,
    number: int,
    most: int,
    least: int,
    timeout: float,
    log: Callable[[str], None],
) -> int:
    """The scheduler's side: waits for the hosts of start `number`; returns how many workers it has.

    It waits for `most` workers, and if there are `least` of them not much longer. Raises RuntimeError where fewer come
    within `timeout` seconds (negative: for ever).
    """
    store.set(START_KEY, str(number))
    begun, enough = time.monotonic(), None
    while True:
        hosts = _registered(store)
        total, now = sum(hosts.values()), time.monotonic()
        if total >= least and enough is None:
            enough = now
        if total >= most or (enough is not None and now - enough > _LAST_CALL_SECONDS):
            break
        if 0 <= timeout < now - begun:
            raise RuntimeError(
                f"Only {total} of at least {least} workers' hosts came within {timeout:g} s."
            )
        time.sleep(_POLL_SECONDS)
    log(f"scheduler: start {number + 1} with {total} of {most} workers, hosts {sorted(hosts)}")
    ranks, first = {}, 0
    for node in sorted(hosts):
        ranks[node], first = first, first + hosts[node]
    store.set(_AGREED, json.dumps({"ranks": ranks, "worker_num": total}))
    return total


def _registered(store: dist.Store) -> dict[int, int]:
    """{number of a host: its workers}."""
    entries = [
        json.loads(store.get(_HOST % i))
        for i in range(store.add(_COUNT, 0))
        if store.check([_HOST % i])
    ]
    return {entry["node"]: entry["workers"] for entry in entries}


def join(
    address: str,
    port: int,
    node: int,
    workers: int,
    last: int,
    timeout: float,
    stopped: Callable[[], bool],
) -> Agreement:
    """A launcher's side: takes part in the next start after number `last`.

    `timeout`: seconds; negative: for ever. `stopped`: whether to wait no longer. One that comes while the job runs
    without it waits for the next start. Raises NoAgreement where there is none in time.
    """
    end = time.monotonic() + timeout if timeout >= 0 else float("inf")
    ended = lambda: stopped() or time.monotonic() > end  # noqa: E731
    while not ended():
        with contextlib.suppress(dist.DistError):
            return _join(address, port, node, workers, last, ended)
        # There is no scheduler yet, or it is that of a start that runs or ends.
        time.sleep(_POLL_SECONDS)
    raise NoAgreement(
        f"the scheduler at {address}:{port} has not begun a start with this host within {timeout:g} s"
    )


def _join(
    address: str, port: int, node: int, workers: int, last: int, ended: Callable[[], bool]
) -> Agreement:
    store = dist.TCPStore(
        address,
        port,
        is_master=False,
        timeout=datetime.timedelta(seconds=5),
        wait_for_workers=False,
    )
    number = int(store.get(START_KEY))
    if number <= last or store.check([_AGREED]):
        raise dist.DistStoreError("that start has begun")
    store.set(_HOST % (store.add(_COUNT, 1) - 1), json.dumps({"node": node, "workers": workers}))
    while not store.check([_AGREED]) and not ended():
        time.sleep(_POLL_SECONDS)
    agreed = json.loads(store.get(_AGREED))
    if str(node) not in agreed["ranks"]:
        raise dist.DistStoreError("that start was decided in this moment")
    return Agreement(number, agreed["worker_num"], agreed["ranks"][str(node)])
