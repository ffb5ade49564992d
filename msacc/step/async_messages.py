"""Collectives that overlap with each other and with computation.

A `Communication` is a generator: it starts a collective, yields its work handle, and goes on when it has completed:
with another collective, or with the arithmetic that needs the result. Backends run collectives in a thread (gloo) or
on a stream (NCCL, where to wait is to order the streams). All processes must start and finish them in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msacc.common.trace_spans import span

Communication = Iterator[Any]


class InFlight:
    """A communication whose first collective has started."""

    def __init__(self, communication: Communication):
        self._communication = communication
        self._work = next(communication, None)

    def advance(self) -> bool:
        """Waits for the collective and starts the next one, if any."""
        if self._work is not None:
            with span("wait"):
                self._work.wait()
            self._work = next(self._communication, None)
        return self._work is not None

    def wait(self) -> None:
        """Waits for all of it."""
        while self.advance():
            pass


def run_concurrently(communications: Iterable[Communication]) -> None:
    """Starts all communications, then finishes them in that order, one collective of each after the other."""
    in_flight = [InFlight(way) for way in communications]
    while in_flight:
        in_flight = [one for one in in_flight if one.advance()]


class ReverseOrderQueue:
    """Communications that start from the last to the first on all processes, each once it and those after it are
    ready.

    That is the order in which a backward pass computes gradients; what is ready out of order waits. At most
    `max_in_flight` run at a time, which bounds their buffers.
    """

    def __init__(
        self, communication_of: Callable[[int], Communication], count: int, max_in_flight: int
    ):
        self._communication_of, self._count, self._max_in_flight = (
            communication_of,
            count,
            max_in_flight,
        )
        self.reset()

    def reset(self) -> None:
        """Starts over; nobody waits for what is in flight."""
        self._next, self._ready = self._count - 1, set[int]()
        self._in_flight: list[InFlight] = []

    def mark_ready(self, i: int) -> None:
        """Marks one as ready, and starts what can start."""
        self._ready.add(i)
        while self._next in self._ready:
            if len(self._in_flight) == self._max_in_flight:
                self._in_flight.pop(0).wait()
            self._in_flight.append(InFlight(self._communication_of(self._next)))
            self._next -= 1

    def start_all(self) -> None:
        """Starts the remaining ones."""
        for i in range(self._count):
            self.mark_ready(i)

    def finish(self) -> None:
        """Starts the remaining ones and waits for all."""
        self.start_all()
        for one in self._in_flight:
            one.wait()
        self.reset()
