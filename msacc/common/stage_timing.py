"""Timing of the stages of a data pipeline: own seconds and rows of each."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msacc.dataset.pipeline.node import Demand, Run


@dataclass
class Stage:
    """One operator: its own seconds where rows are made one after the other, and those of its threads."""

    name: str
    rows: int = 0
    seconds: float = 0.0
    in_threads: float = 0.0

    def all_seconds(self) -> float:
        """Seconds that its work took, wherever."""
        return max(self.seconds, self.in_threads)


class _Clock(threading.local):
    """Seconds spent in stages further up, for each stage that this thread is in."""

    def __init__(self) -> None:
        self.inner: list[float] = []


class Stages:
    """The stages of the pipelines that were started while it was recorded, from the source on, and
    the loop's waiting.
    """

    def __init__(self) -> None:
        self._of: dict[int, tuple[Any, Stage]] = {}
        self._clock = _Clock()
        self.waited = 0.0

    def of(self, node: Any) -> Stage:
        """A node's stage."""
        if id(node) not in self._of:
            self._of[id(node)] = node, Stage(type(node).__name__.removesuffix("Node"))
        return self._of[id(node)][1]

    def timed(self, node: Any, blocks: Iterator[Any]) -> Iterator[Any]:
        """The same blocks; the time until each comes is the node's, but for that of its children."""
        stage = self.of(node)
        while True:
            inner = self._clock.inner  # of the thread that asks, which may be another one now
            inner.append(0.0)
            start = time.perf_counter()
            block = next(blocks, None)
            spent = time.perf_counter() - start
            stage.seconds += spent - inner.pop()
            if inner:
                inner[-1] += spent
            if block is None:
                return
            stage.rows += block.size
            yield block

    def report(self) -> str:
        """A table, the source first, and which stage took longest."""
        stages = [stage for _, stage in self._of.values()][::-1]
        if not stages:
            return "No data set was iterated while this was recorded.\n"
        lines = [f"{'stage':24} {'rows':>10} {'seconds':>10} {'in threads':>11} {'us a row':>10}"]
        lines += [
            f"{s.name:24} {s.rows:10} {s.seconds:10.3f} {s.in_threads:11.3f} "
            f"{s.all_seconds() / max(s.rows, 1) * 1e6:10.1f}"
            for s in stages
        ]
        slowest = max(stages, key=Stage.all_seconds)
        lines.append(f"The slowest stage is {slowest.name}: {slowest.all_seconds():.3f} s.")
        lines.append(f"The loop waited {self.waited:.3f} s for rows.")
        return "\n".join(lines) + "\n"


_recorded: list[Stages] = []


def recorded() -> Stages | None:
    """What is recorded now, if anything is."""
    return _recorded[-1] if _recorded else None


def record() -> Stages:
    """Begin: pipelines that start from now on are timed until `stop`."""
    _recorded.append(Stages())
    return _recorded[-1]


def stop(stages: Stages) -> None:
    """No further pipeline is timed."""
    if stages in _recorded:
        _recorded.remove(stages)


Start = Callable[..., Callable[[], Iterator[Any]]]


def timed(start: Start) -> Start:
    """A node's `start` whose epochs are timed if the run's stages are recorded."""

    @functools.wraps(start)
    def begin(self: Any, run: Run, demand: Demand) -> Callable[[], Iterator[Any]]:
        stages: Stages | None = run.stages
        if stages is None or self in run.timed:
            return start(self, run, demand)
        run.timed.append(self)
        stages.of(self)
        epoch = start(self, run, demand)
        return lambda: stages.timed(self, epoch())

    return begin
