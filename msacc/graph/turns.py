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

from msacc.common.notice import once

_PATIENCE = datetime.timedelta(seconds=300)
_counts: Counter[str] = Counter()


@contextmanager
def in_turn(name: str) -> Iterator[None]:
    """Wait until rank 0 has compiled the same graph (counted by name); ranks that differ give up waiting."""
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        yield
        return
    store = dist.distributed_c10d._get_default_store()
    key = f"msacc/compiled/{name}/{_counts[name]}"
    _counts[name] += 1
    if dist.get_rank() != 0:
        _wait(store, key)
    try:
        yield
    finally:
        if dist.get_rank() == 0:
            store.set(key, "1")


def _wait(store: dist.Store, key: str) -> None:
    try:
        store.wait([key], _PATIENCE)
    except Exception:  # the store's time-out has a class of its own in each torch release
        once(
            f"turn:{key}",
            f"rank 0 did not compile {key} within {_PATIENCE.seconds} s; compiling it here.",
            logging.INFO,
        )
