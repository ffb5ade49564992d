"""What a process holds: memory, handles, threads; and how much of it grows as work goes on."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Held:
    """What the process holds now: kilobytes of memory of its own, open files, threads (Python's and others)."""

    memory: float
    handles: int
    threads: int
    python_threads: int


def held() -> Held:
    """Look, after a collection."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        resident, shared = (int(n) for n in file.read().split()[1:3])
    handles, threads = (len(os.listdir(f"/proc/self/{kind}")) for kind in ("fd", "task"))
    return Held((resident - shared) * _PAGE / 1024, handles, threads, threading.active_count())


def settled(handles: int = 0, threads: int = 0, timeout: float = 10.0) -> Held:
    """Look when what is being closed in the background is closed: at most `handles` and `threads` are left, or their
    counts have not changed for half of `timeout`. What leaks stays.
    """
    look, since = held(), time.monotonic()
    while (
        look.handles > handles or look.threads > threads
    ) and time.monotonic() - since < timeout / 2:
        time.sleep(0.1)
        previous, look = look, held()
        if (look.handles, look.threads) != (previous.handles, previous.threads):
            since = time.monotonic()
    return look


@dataclass(frozen=True)
class Growth:
    """What `count` rounds added, for each thousand: kilobytes (the slope of a line through all looks), handles,
    threads.
    """

    count: int
    memory: float
    handles: float
    threads: float

    def __str__(self) -> str:
        return (
            f"{self.count} rounds: {self.memory:+.0f} KB, {self.handles:+.1f} handles, "
            f"{self.threads:+.1f} threads per thousand"
        )


def growth(work: Callable[[int], None], count: int, looks: int = 20) -> Growth:
    """Run `work(rounds)` until `count` rounds are done, after a fifth as many that are not counted."""
    part = max(count // looks, 1)
    work(max(count // 5, 1))
    seen = [settled(timeout=2.0)]
    for _ in range(looks - 1):
        work(part)
        seen.append(held())
    work(part)
    seen.append(settled(seen[0].handles, seen[0].threads))
    done = part * looks
    per = 1000.0 / part
    return Growth(
        done,
        _slope([look.memory for look in seen]) * per,
        (seen[-1].handles - seen[0].handles) / done * 1000,
        (seen[-1].threads - seen[0].threads) / done * 1000,
    )


def _slope(values: list[float]) -> float:
    """Of the line that fits best, by look."""
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    above = sum((i - middle) * (v - mean) for i, v in enumerate(values))
    return above / sum((i - middle) ** 2 for i in range(len(values)))
