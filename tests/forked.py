"""Jobs in forks of this process, which has imported everything."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any


def fork(job: Callable[[], Any], path: Path) -> int:
    """A child that writes what `job()` returns to a file; its pid."""
    if child := os.fork():
        return child
    os.setsid()
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1), os.dup2(silence, 2)
    try:
        result = job()
    except BaseException as error:
        result = "invalid", repr(error)
    path.write_bytes(pickle.dumps(result))
    os._exit(0)


def in_children(jobs: Sequence[Callable[[], Any]], seconds: float, workers: int) -> Iterator[Any]:
    """The number and result of each job as it ends; ("timeout" or "died", "") for one without result."""
    waiting, running = list(range(len(jobs)))[::-1], dict[int, tuple[int, float]]()
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < workers:
                number = waiting.pop()
                child = fork(jobs[number], Path(folder, str(number)))
                running[child] = number, time.monotonic() + seconds
            time.sleep(0.02)
            for child, (number, end) in list(running.items()):
                ended = os.waitpid(child, os.WNOHANG)[0]
                if ended or time.monotonic() > end:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(child, signal.SIGKILL)  # what its tests have started, too
                    if not ended:
                        os.waitpid(child, 0)
                    del running[child]
                    path = Path(folder, str(number))
                    nothing = ("died" if ended else "timeout", "")
                    yield number, pickle.loads(path.read_bytes()) if path.exists() else nothing
