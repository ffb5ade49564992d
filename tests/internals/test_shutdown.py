"""A process of a job waits for its other threads before it ends."""

from __future__ import annotations

import threading
import time

from msacc.communication._shutdown import wait_for_threads


def test_it_waits_while_a_thread_works() -> None:
    end = time.monotonic() + 0.3
    worker = threading.Thread(target=_work_until, args=(end,))
    worker.start()
    wait_for_threads()
    assert time.monotonic() >= end
    worker.join()


def _work_until(end: float) -> None:
    while time.monotonic() < end:
        sum(range(1000))
