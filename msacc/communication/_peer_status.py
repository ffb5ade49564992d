"""Which process is missing: the status that each process writes to the job's store when it waits for long or ends.

A collective that fails knows neither where in the program it was called nor which process did not join it. `waiting`
names the place; the store, which does not depend on collectives, has the status of the others.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator

import torch.distributed as dist

from msacc.communication import _timeouts as limits

_POLL_SECONDS = 0.5
_GRACE_SECONDS = 2.0


class LostProcesses(RuntimeError):
    """A collective failed because other processes did not join it, or ended.

    `torn`: what was being sent around is part old, part new on this process.
    """

    torn = False


class PeerStatus:
    """This process's status in the store, and those of the others."""

    def __init__(self, store: dist.Store, rank: int, size: int):
        self.store, self.rank, self.size = dist.PrefixStore("peer_status", store), rank, size
        self.waiting_in: tuple[str, float] | None = None
        self._stopped = threading.Event()
        self._publisher = threading.Thread(
            target=self._publish, name="msacc-peer-status", daemon=True
        )
        if size > 1:
            self._publisher.start()

    def _publish(self) -> None:
        """Publishes where this process waits, once it waits for long, and that it works again."""
        published: tuple[str, float] | None = None
        while not self._stopped.wait(_POLL_SECONDS):
            now = self.waiting_in
            if now is published or (now and time.monotonic() - now[1] < _POLL_SECONDS):
                continue
            with contextlib.suppress(Exception):
                self._write("waits", now[0]) if now else self._write("works", "")
            published = now

    def _write(self, state: str, text: str) -> None:
        self.store.set(str(self.rank), json.dumps([state, text]))

    def report(self, state: str, text: str = "") -> None:
        """Writes "failed" or "finished", without waiting long for a store that may be gone."""
        self.end()
        writer = threading.Thread(target=self._try, args=(state, text), daemon=True)
        writer.start()
        writer.join(1.0)

    def end(self) -> None:
        """Stops the thread: a process that ends while a thread of its own is in the store's C++ code is aborted."""
        self._stopped.set()
        if self._publisher.is_alive():
            self._publisher.join(1.0)

    def _try(self, state: str, text: str) -> None:
        with contextlib.suppress(Exception):
            self._write(state, text[:300])

    def others(self) -> dict[int, tuple[str, str]]:
        """The status of each of the others, after a short wait for it; empty where the store is gone."""
        end = time.monotonic() + _GRACE_SECONDS
        statuses: dict[int, tuple[str, str]] = {}
        while True:
            with contextlib.suppress(Exception):
                statuses = self._read()
            missing = self.size - 1 - sum(state != "works" for state, _ in statuses.values())
            if not missing or time.monotonic() > end:
                return statuses
            time.sleep(0.05)

    def _read(self) -> dict[int, tuple[str, str]]:
        ranks = [r for r in range(self.size) if r != self.rank and self.store.check([str(r)])]
        return {r: tuple(json.loads(self.store.get(str(r)))) for r in ranks}


class _Process:
    status: PeerStatus | None = None


def start(store: dist.Store, rank: int, size: int) -> None:
    """Starts publishing this process's status."""
    _Process.status = PeerStatus(store, rank, size)


def report_state(state: str, text: str = "") -> None:
    """Publishes a last status."""
    if _Process.status is not None and _Process.status.size > 1:
        _Process.status.report(state, text)


@contextlib.contextmanager
def waiting(place: str, tears: bool = False) -> Iterator[None]:
    """Context of a collective, at `place`; an error names it, and which processes did not join.

    `tears`: a failure leaves the parameters part old, part new.
    """
    status = _Process.status
    if status is not None:
        outer, status.waiting_in = status.waiting_in, (place, time.monotonic())
    try:
        yield
    except RuntimeError as error:
        if not _is_backend_error(error):
            raise
        lost = LostProcesses(describe_failure(error, place))
        lost.torn = tears
        raise lost from error
    finally:
        if status is not None:
            status.waiting_in = outer


@contextlib.contextmanager
def explain_lost_peers(place: str) -> Iterator[None]:
    """As `waiting`, for code that also computes: it does not count as waiting."""
    try:
        yield
    except RuntimeError as error:
        if _is_backend_error(error):
            raise LostProcesses(describe_failure(error, place)) from error
        raise


def _is_backend_error(error: BaseException) -> bool:
    """Whether an error is the backend's, about processes that did not join."""
    if _Process.status is None or isinstance(error, LostProcesses):
        return False
    text = str(error)
    words = ("gloo", "NCCL", "pair closure")  # the last is gloo's where it gives no source line
    known = isinstance(error, dist.DistError) or any(word in text for word in words)
    return isinstance(error, RuntimeError) and known


def describe_failure(error: BaseException, place: str) -> str:
    """The error message: what failed here, and the status of each other rank."""
    status = _Process.status
    assert status is not None
    status.waiting_in = (place, 0.0)
    late = "imed out" in str(error) or "imeout" in str(error)
    with contextlib.suppress(Exception):
        status._write("waits", place)
    others = status.others()
    seconds = limits.current_limit().total_seconds()
    what = f"waited {seconds:g} s for the others in" if late else "lost the others in"
    rest = [
        _describe(rank, others.get(rank), late)
        for rank in range(status.size)
        if rank != status.rank
    ]
    tail = ""
    if late:
        tail = (
            " All processes must take the same steps; for slow ones raise the limit (msrun "
            f"--cluster_time_out, or the environment variable {limits.VARIABLES[0]}, in seconds)."
        )
    return f"rank {status.rank} {what} {place}: {', '.join(rest)}.{tail}"


def _describe(rank: int, status: tuple[str, str] | None, late: bool) -> str:
    state, text = status or ("", "")
    if state == "waits":
        return f"rank {rank} waits in {text}"
    if state == "failed":
        return f"rank {rank} ended with {text}"
    if state == "finished":
        return f"rank {rank} had finished its program"
    return f"rank {rank} did not come" if late else f"rank {rank} has said nothing, see its log"


def report_failure(error: BaseException) -> str | None:
    """Publishes the error that ends this process.

    Returns, for a collective outside of `waiting`, the description that its error lacks.
    """
    if _Process.status is None:
        return None
    _Process.status.end()
    if isinstance(error, LostProcesses):
        return None
    if _is_backend_error(error):
        return describe_failure(error, "a collective")
    text = str(error).strip().splitlines()
    report_state("failed", f"{type(error).__name__}: {text[0]}" if text else type(error).__name__)
    return None
