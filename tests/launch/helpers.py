"""What tests of several processes share."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path


def free_port() -> str:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def sizes(workers: int) -> list[str]:
    """msrun's options for so many local workers on a port of their own."""
    return [
        f"--worker_num={workers}",
        f"--local_worker_num={workers}",
        f"--master_port={free_port()}",
    ]


def write(folder: Path, name: str, text: str) -> str:
    """Write a program; its name."""
    (folder / name).write_text(text)
    return name


def eventually(condition: Callable[[], bool], seconds: float = 30) -> bool:
    """Whether the condition holds before the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0))
