"""The end of a process of a job: nothing may ask for Python any more when the interpreter begins to end."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path


def settle() -> None:
    """Wait a moment until no other thread of this process wants to run.

    Threads of gloo let go of the last collective's tensors behind the loop's back. They need Python for it, and one
    that asks for it when the interpreter has begun to end aborts the process.
    """
    end = time.monotonic() + 1
    while time.monotonic() < end:
        time.sleep(0.002)  # Python is theirs
        if not _others_run():
            return


def _others_run() -> bool:
    states = []
    for task in Path("/proc/self/task").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(task.parent.name) != os.getpid():
                states.append(task.read_text().rpartition(") ")[2][0])
    return any(state in "RD" for state in states)
