"""Messages that run while others do, or while the program computes.

A way is a generator: it starts a message, yields what torch gave to wait for it, and goes on when it has arrived:
with another message, or with the arithmetic that was waiting. Backends run messages in a thread (gloo) or on a
stream (NCCL, where to wait is to order the streams). All processes must start and finish ways in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Way = Iterator[Any]


class Sent:
    """A way whose first message is started."""

    def __init__(self, way: Way):
        self._way = way
        self._work = next(way, None)

    def go_on(self) -> bool:
        """Wait for the message; start the next, if there is one."""
        if self._work is not None:
            self._work.wait()
            self._work = next(self._way, None)
        return self._work is not None

    def arrive(self) -> None:
        """Wait for all of it."""
        while self.go_on():
            pass


def together(ways: Iterable[Way]) -> None:
    """Start all ways, then finish them in that order, one message of each after the other."""
    sent = [Sent(way) for way in ways]
    while sent:
        sent = [one for one in sent if one.go_on()]


class InTurn:
    """Ways that start from the last to the first on all processes, each once it and those after it may.

    That is the order in which a backward pass knows gradients; what a process knows out of turn waits. At most `most`
    are under way, so that no more of their buffers are alive.
    """

    def __init__(self, make: Callable[[int], Way], count: int, most: int):
        self._make, self._count, self._most = make, count, most
        self.forget()

    def forget(self) -> None:
        """Begin anew; nobody waits for what is under way."""
        self._next, self._ready = self._count - 1, set[int]()
        self._sent: list[Sent] = []

    def may_start(self, i: int) -> None:
        """Let one start."""
        self._ready.add(i)
        while self._next in self._ready:
            if len(self._sent) == self._most:
                self._sent.pop(0).arrive()
            self._sent.append(Sent(self._make(self._next)))
            self._next -= 1

    def finish(self) -> None:
        """Start those that did not, and wait for all."""
        for i in range(self._count):
            self.may_start(i)
        for one in self._sent:
            one.arrive()
        self.forget()
