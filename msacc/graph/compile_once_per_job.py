"""One compilation per job: rank 0 compiles a graph first, the others then load it from the disk cache.

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

_PATIENCE = datetime.timedelta(seconds=300)
# Rank 0 may never come to this graph, or be waiting for this process in a collective (its micro-batch
# had no valid targets, say): then nobody should wait for it.
_UNTIL_BEGUN = datetime.timedelta(seconds=15)
_counts: Counter[str] = Counter()


@contextmanager
def in_turn(name: str) -> Iterator[None]:
    """Wait until rank 0 has compiled the same graph (counted by name); ranks that differ give up waiting."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        yield
        return
    store = default_store()
    key = f"msacc/compiled/{name}/{_counts[name]}"
    _counts[name] += 1
    if dist.get_rank() == 0:
        store.set(f"{key}/begun", "1")
    elif _wait(store, f"{key}/begun", _UNTIL_BEGUN):
        _wait(store, key, _PATIENCE)
    try:
        yield
    finally:
        if dist.get_rank() == 0:
            store.set(key, "1")


def _wait(store: dist.Store, key: str, patience: datetime.timedelta) -> bool:
    try:
        store.wait([key], patience)
    except Exception:  # the store's time-out has a class of its own in each torch release
        once(
            f"turn:{key}",
            f"no {key} from rank 0 within {patience.seconds} s; compiling here.",
            logging.INFO,
        )
        return False
    return True
