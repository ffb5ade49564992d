"""Shutdown of a process of a job: no thread may need the interpreter once it begins to finalize."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path


def wait_for_threads() -> None:
    """Waits, for a second at most, until no other thread of this process is runnable.

    gloo's threads release the last collective's tensors asynchronously. They need the GIL for it, and a thread that
    takes it while the interpreter finalizes aborts the process.
    """
    end = time.monotonic() + 1
    while time.monotonic() < end:
        time.sleep(0.002)  # Python is theirs
        if not _other_threads_run():
            return


def _other_threads_run() -> bool:
    states = []
    for task in Path("/proc/self/task").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(task.parent.name) != os.getpid():
                states.append(task.read_text().rpartition(") ")[2][0])
    return any(state in "RD" for state in states)
