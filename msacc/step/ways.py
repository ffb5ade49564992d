"""Messages that run while others do, or while the program computes.

A way is a generator: it starts a message, yields what torch gave to wait for it, and goes on when it has arrived:
with another message, or with the arithmetic that was waiting. Backends run messages in a thread (gloo) or on a
stream (NCCL, where to wait is to order the streams). All processes must start and finish ways in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
