"""Heartbeats: a thread in each worker touches a file, whose modification time the launcher checks.

What the worker is at (`msacc.common.status`) stands in the file.

A process that is stopped, or that never releases the GIL, touches nothing. One that waits in a collective does; the
collective's timeout ends that (`--cluster_time_out`).
"""

from __future__ import annotations

import os
import threading
import time

from msacc.common.status import status

FILE = "MSACC_BEAT_FILE"
_INTERVAL_SECONDS = 0.5


def start() -> None:
    """Starts the heartbeat thread of a worker, which runs until the process ends."""
    path = os.environ.pop(FILE, None)
    if path:
        threading.Thread(
            target=_touch_file, args=(path,), name="msacc-heartbeat", daemon=True
        ).start()


def _touch_file(path: str) -> None:
    written = ""
    while True:
        try:
            if (text := status()) == written:
                os.utime(path)
            else:
                with open(
                    path, "r+", encoding="utf-8"
                ) as file:  # no new file: the launcher's is gone at the end
                    file.write(text)
                    file.truncate()
                written = text
        except OSError:
            return  # The launcher has put its files away.
        time.sleep(_INTERVAL_SECONDS)


class HeartbeatMonitor:
    """The launcher's side: finds workers without a heartbeat for more than `limit` seconds; 0 checks none."""

    def __init__(self, paths: list[str], limit: float):
        self.paths, self.limit = paths, limit
        for path in paths:
            open(path, "wb").close()
        self._latest = [(os.stat(path).st_mtime_ns, time.monotonic()) for path in paths]
        self._first = [stamp for stamp, _ in self._latest]
        self._checked = time.monotonic()

    def silent_worker(self) -> int | None:
        """The number of a worker whose heartbeats have stopped, if any. One that never sent any is still starting."""
        if not self.limit:
            return None
        now = time.monotonic()
        if now - self._checked > self.limit / 2:
            # The launcher itself was stopped, and the workers with it perhaps.
            self._latest = [(stamp, now) for stamp, _ in self._latest]
        self._checked = now
        return next((i for i in range(len(self.paths)) if self._is_silent(i, now)), None)

    def _is_silent(self, i: int, now: float) -> bool:
        stamp = os.stat(self.paths[i]).st_mtime_ns
        if stamp != self._latest[i][0]:
            self._latest[i] = stamp, now
        return stamp != self._first[i] and now - self._latest[i][1] > self.limit
