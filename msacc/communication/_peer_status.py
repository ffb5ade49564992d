"""Who is missing: what a process says to the job's store before it ends or when it waits for long.

A collective that fails knows neither its own place in the program nor who did not come. `waiting` names the
place; the store, which is not the way collectives take, knows the others.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator

import torch.distributed as dist

from msacc.communication import _timeouts as limits

_LOOK_SECONDS = 0.5
_PATIENCE_SECONDS = 2.0


class LostProcesses(RuntimeError):
    """A collective failed because other processes did not come, or ended.

    `torn`: what was being sent around is part old, part new on this process.
    """

    torn = False


class Witness:
    """This process's notes in the store, and those of the others."""

    def __init__(self, store: dist.Store, rank: int, size: int):
        self.store, self.rank, self.size = dist.PrefixStore("witness", store), rank, size
        self.place: tuple[str, float] | None = None
        self.over = threading.Event()
        self._looking = threading.Thread(target=self._look, name="msacc-witness", daemon=True)
        if size > 1:
            self._looking.start()

    def _look(self) -> None:
        """Say where this process waits, once it waits for long, and that it goes on."""
        said: tuple[str, float] | None = None
        while not self.over.wait(_LOOK_SECONDS):
            place = self.place
            if place is said or (place and time.monotonic() - place[1] < _LOOK_SECONDS):
                continue
            with contextlib.suppress(Exception):
                self._write("waits", place[0]) if place else self._write("works", "")
            said = place

    def _write(self, state: str, text: str) -> None:
        self.store.set(str(self.rank), json.dumps([state, text]))

    def say(self, state: str, text: str = "") -> None:
        """Write "failed" or "finished" down, without waiting long for a store that may be gone."""
        self.end()
        writer = threading.Thread(target=self._try, args=(state, text), daemon=True)
        writer.start()
        writer.join(1.0)

    def end(self) -> None:
        """Look no more. A process that ends while a thread of its own is in the store's C++ is aborted."""
        self.over.set()
        if self._looking.is_alive():
            self._looking.join(1.0)

    def _try(self, state: str, text: str) -> None:
        with contextlib.suppress(Exception):
            self._write(state, text[:300])

    def others(self) -> dict[int, tuple[str, str]]:
        """What each of the others has said, given a moment to say it; empty where the store is gone."""
        end = time.monotonic() + _PATIENCE_SECONDS
        found: dict[int, tuple[str, str]] = {}
        while True:
            with contextlib.suppress(Exception):
                found = self._read()
            missing = self.size - 1 - sum(state != "works" for state, _ in found.values())
            if not missing or time.monotonic() > end:
                return found
            time.sleep(0.05)

    def _read(self) -> dict[int, tuple[str, str]]:
        ranks = [r for r in range(self.size) if r != self.rank and self.store.check([str(r)])]
        return {r: tuple(json.loads(self.store.get(str(r)))) for r in ranks}


class _Here:
    witness: Witness | None = None


def begin(store: dist.Store, rank: int, size: int) -> None:
    """Take notes from now on."""
    _Here.witness = Witness(store, rank, size)


def say(state: str, text: str = "") -> None:
    """Leave a last note."""
    if _Here.witness is not None and _Here.witness.size > 1:
        _Here.witness.say(state, text)


@contextlib.contextmanager
def waiting(place: str, tears: bool = False) -> Iterator[None]:
    """While this process is in a collective, at `place`; a failure names it, and who did not come.

    `tears`: a failure leaves the parameters part old, part new.
    """
    witness = _Here.witness
    if witness is not None:
        outer, witness.place = witness.place, (place, time.monotonic())
    try:
        yield
    except RuntimeError as error:
        if not _unexplained(error):
            raise
        lost = LostProcesses(report(error, place))
        lost.torn = tears
        raise lost from error
    finally:
        if witness is not None:
            witness.place = outer


@contextlib.contextmanager
def explained(place: str) -> Iterator[None]:
    """The same for code that computes as well: it does not count as waiting."""
    try:
        yield
    except RuntimeError as error:
        if _unexplained(error):
            raise LostProcesses(report(error, place)) from error
        raise


def _unexplained(error: BaseException) -> bool:
    """Whether an error is a backend's own about processes that did not come."""
    if _Here.witness is None or isinstance(error, LostProcesses):
        return False
    text = str(error)
    known = isinstance(error, dist.DistError) or "gloo" in text or "NCCL" in text
    return isinstance(error, RuntimeError) and known


def report(error: BaseException, place: str) -> str:
    """What happened, by ranks."""
    witness = _Here.witness
    assert witness is not None
    witness.place = (place, 0.0)
    late = "imed out" in str(error) or "imeout" in str(error)
    with contextlib.suppress(Exception):
        witness._write("waits", place)
    said = witness.others()
    seconds = limits.chosen().total_seconds()
    what = f"waited {seconds:g} s for the others in" if late else "lost the others in"
    rest = [_of(rank, said.get(rank), late) for rank in range(witness.size) if rank != witness.rank]
    tail = ""
    if late:
        tail = (
            " All processes must take the same steps; for slow ones raise the limit (msrun "
            f"--cluster_time_out, or the environment variable {limits.VARIABLES[0]}, in seconds)."
        )
    return f"rank {witness.rank} {what} {place}: {', '.join(rest)}.{tail}"


def _of(rank: int, said: tuple[str, str] | None, late: bool) -> str:
    state, text = said or ("", "")
    if state == "waits":
        return f"rank {rank} waits in {text}"
    if state == "failed":
        return f"rank {rank} ended with {text}"
    if state == "finished":
        return f"rank {rank} had finished its program"
    return f"rank {rank} did not come" if late else f"rank {rank} has said nothing, see its log"


def last_words(error: BaseException) -> str | None:
    """Note what ends this process; for a collective outside of `waiting`, the report that its error lacks."""
    if _Here.witness is None:
        return None
    _Here.witness.end()
    if isinstance(error, LostProcesses):
        return None
    if _unexplained(error):
        return report(error, "a collective")
    text = str(error).strip().splitlines()
    say("failed", f"{type(error).__name__}: {text[0]}" if text else type(error).__name__)
    return None
