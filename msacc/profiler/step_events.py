"""What a process did in a step: stretches that do not overlap, and messages beside them."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class StepEvent:
    """A stretch of a step, in seconds since the timeline's beginning.

    `kind`: "data", "forward", "backward", "graph" (forward and backward, or a whole step, as one compiled graph),
    "optimizer", "waiting" (for messages), or "message", which is beside the others. `name`: more of it, as
    "micro-batch 2" or "all_reduce". `nbytes`: of a message, those of the tensor that this process gave.
    """

    kind: str
    name: str
    start: float
    stop: float
    nbytes: int = 0


@dataclass(frozen=True)
class Lane:
    """One process's step. The events that are no messages do not overlap and are in order."""

    start: float
    stop: float
    events: tuple[StepEvent, ...]

    def moved(self, seconds: float) -> Lane:
        """The same, later."""
        shifted = (
            StepEvent(e.kind, e.name, e.start + seconds, e.stop + seconds, e.nbytes)
            for e in self.events
        )
        return Lane(self.start + seconds, self.stop + seconds, tuple(shifted))

    @property
    def messages(self) -> list[StepEvent]:
        """Its messages alone."""
        return [event for event in self.events if event.kind == "message"]

    def seconds(self, kind: str) -> float:
        """The time of the events of a kind; of "other": what is in none but messages."""
        if kind == "other":
            return self.stop - self.start - sum(map(_length, self._phases()))
        return sum(_length(event) for event in self.events if event.kind == kind)

    def _phases(self) -> Iterator[StepEvent]:
        return (event for event in self.events if event.kind != "message")


def _length(event: StepEvent) -> float:
    return event.stop - event.start


def painted(layers: Sequence[StepEvent]) -> list[StepEvent]:
    """Events that do not overlap: of those that do, the later of `layers` hides the earlier."""
    edges = sorted({at for e in layers for at in (e.start, e.stop)})
    shown: list[StepEvent | None] = [None] * len(edges)
    for event in layers:
        low, high = (bisect.bisect_left(edges, at) for at in (event.start, event.stop))
        shown[low:high] = [event] * (high - low)
    found: list[StepEvent] = []
    for seen, start, stop in zip(shown, edges, edges[1:], strict=False):
        if seen is None:
            continue
        last = found[-1] if found else None
        if last and last.stop == start and (last.kind, last.name) == (seen.kind, seen.name):
            found[-1] = StepEvent(seen.kind, seen.name, last.start, stop)
        else:
            found.append(StepEvent(seen.kind, seen.name, start, stop))
    return found
