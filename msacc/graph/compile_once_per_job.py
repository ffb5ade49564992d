"""Compiles each graph once per job: rank 0 first, the other ranks then load it from the disk cache.

Only the compilation waits, never the execution, so a graph may hold collectives.
"""

from __future__ import annotations

import datetime
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import torch.distributed as dist

from msacc.common.torch_private import default_store
from msacc.common.warn_once import once

_COMPILE_TIMEOUT = datetime.timedelta(seconds=300)
# Rank 0 may never come to this graph, or be waiting for this process in a collective (its micro-batch
# had no valid targets, say): then nobody should wait for it.
_START_TIMEOUT = datetime.timedelta(seconds=15)
_counts: Counter[str] = Counter()


def has_other_processes() -> bool:
    """Whether this process is one of several of a job."""
    return dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1


@contextmanager
def rank_zero_first(name: str) -> Iterator[None]:
    """Waits until rank 0 has compiled the same graph (counted by name); stops waiting after a timeout."""
    if not has_other_processes():
        yield
        return
    store = default_store()
    key = f"msacc/compiled/{name}/{_counts[name]}"
    _counts[name] += 1
    if dist.get_rank() == 0:
        store.set(f"{key}/begun", "1")
    elif _wait(store, f"{key}/begun", _START_TIMEOUT):
        _wait(store, key, _COMPILE_TIMEOUT)
    try:
        yield
    finally:
        if dist.get_rank() == 0:
            store.set(key, "1")


def _wait(store: dist.Store, key: str, timeout: datetime.timedelta) -> bool:
    try:
        store.wait([key], timeout)
    except Exception:  # the store's time-out has a class of its own in each torch release
        once(
            f"turn:{key}",
            f"no {key} from rank 0 within {timeout.seconds} s; compiling here.",
            logging.INFO,
        )
        return False
    return True
