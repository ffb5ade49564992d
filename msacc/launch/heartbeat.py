"""Signs of life: a thread in each worker touches a file, and the launcher looks when it was last touched.

A process that is stopped, or that holds Python's lock for ever, touches nothing. One that waits for the others in a
collective does; the collective's own limit ends that (`--cluster_time_out`).
"""

from __future__ import annotations

import os
import threading
import time

FILE = "MSACC_BEAT_FILE"
_EVERY_SECONDS = 0.5


def begin() -> None:
    """In a worker: give signs of life until the process ends."""
    path = os.environ.pop(FILE, None)
    if path:
        threading.Thread(target=_beat, args=(path,), name="msacc-heartbeat", daemon=True).start()


def _beat(path: str) -> None:
    while True:
        try:
            os.utime(path)
        except OSError:
            return  # The launcher has put its files away.
        time.sleep(_EVERY_SECONDS)


class Beats:
    """The launcher's side: who has been silent for more than `limit` seconds; 0: nobody is asked."""

    def __init__(self, paths: list[str], limit: float):
        self.paths, self.limit = paths, limit
        for path in paths:
            open(path, "wb").close()
        self._seen = [(os.stat(path).st_mtime_ns, time.monotonic()) for path in paths]
        self._first = [stamp for stamp, _ in self._seen]
        self._looked = time.monotonic()

    def silent(self) -> int | None:
        """The number of a worker that has been silent too long, if any. One that never spoke is still starting."""
        if not self.limit:
            return None
        now = time.monotonic()
        if now - self._looked > self.limit / 2:
            # The launcher itself was stopped, and the workers with it perhaps.
            self._seen = [(stamp, now) for stamp, _ in self._seen]
        self._looked = now
        return next((i for i in range(len(self.paths)) if self._is_silent(i, now)), None)

    def _is_silent(self, i: int, now: float) -> bool:
        stamp = os.stat(self.paths[i]).st_mtime_ns
        if stamp != self._seen[i][0]:
            self._seen[i] = stamp, now
        return stamp != self._first[i] and now - self._seen[i][1] > self.limit
