"""Says what is being compiled where that takes longer than one waits without wondering."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from msacc.common.warn_once import once

# Seconds after which a user asks himself what is going on.
PATIENCE = 5.0
# What is being compiled, the innermost last: one line for a graph within a graph.
_under_way: list[str] = []


@contextmanager
def telling(name: str) -> Iterator[None]:
    """Log, on the first process, that `name` is being compiled when it takes more than 5 s, and how long it took."""
    if _under_way:
        yield
        return
    _under_way.append(name)
    timer = threading.Timer(PATIENCE, _begun, (name,))
    timer.daemon = True
    start = time.perf_counter()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _under_way.clear()
        _ended(name, time.perf_counter() - start)


def _begun(name: str) -> None:
    once(
        f"compiling:{name}",
        f"graph mode: compiling {name}, which takes a while the first time; the code is kept on disk for the next "
        "process.",
        logging.INFO,
    )


def _ended(name: str, seconds: float) -> None:
    if seconds > PATIENCE:
        once(
            f"compiled:{name}",
            f"graph mode: {name} was compiled within {seconds:.0f} s.",
            logging.INFO,
        )
