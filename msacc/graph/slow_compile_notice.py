"""Logs a notice when a compilation takes longer than 5 s."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from msacc.common.warn_once import once

# Seconds of compilation before the notice.
NOTICE_AFTER = 5.0
# The graph in compilation: a graph within a graph gets no notice of its own.
_in_progress: list[str] = []


def is_compiling() -> bool:
    """Whether a graph is in compilation, in whatever thread."""
    return bool(_in_progress)


@contextmanager
def log_slow_compile(name: str) -> Iterator[None]:
    """Logs once, on the first process, when compiling `name` takes more than 5 s, and how long it took."""
    if _in_progress:
        yield
        return
    _in_progress.append(name)
    timer = threading.Timer(NOTICE_AFTER, _log_start, (name,))
    timer.daemon = True
    start = time.perf_counter()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _in_progress.clear()
        _log_end(name, time.perf_counter() - start)


def _log_start(name: str) -> None:
    once(
        f"compiling:{name}",
        f"graph mode: compiling {name}, which takes a while the first time; the code is kept on disk for the next "
        "process.",
        logging.INFO,
    )


def _log_end(name: str, seconds: float) -> None:
    if seconds > NOTICE_AFTER:
        once(
            f"compiled:{name}",
            f"graph mode: {name} was compiled within {seconds:.0f} s.",
            logging.INFO,
        )
