"""Rows that are made before they are asked for, so that they are made while a step runs."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from msacc.common.stage_timing import Stage
from msacc.dataset.config import get_prefetch_size
from msacc.dataset.pipeline.block_buffer import Room
from msacc.dataset.pipeline.node import Run
from msacc.dataset.transform_random import Turns

Item = TypeVar("Item")
Made = TypeVar("Made")
Parts = Sequence[Future[Any]]


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def depth(rows: int) -> int:
    """How many blocks of `rows` rows are under way beside the one that is asked for."""
    return max(1, get_prefetch_size() // max(rows, 1))


def in_order(
    begun: Iterator[tuple[Item, Parts]],
    ahead: Callable[[Item], int],
    finish: Callable[[Item, Parts], Made],
) -> Iterator[Made]:
    """Finish what was begun, in its order, with `ahead(item)` more begun before each is waited for.

    What is left at an end before the last one is waited for: no state changes after that.
    """
    waiting: deque[tuple[Item, Parts]] = deque()
    failure: Exception | None = None
    try:
        while failure is None:
            try:
                waiting.append(next(begun))
            except StopIteration:
                break
            except Exception as error:  # rows that came before it are given first
                failure = error
            while waiting and len(waiting) > ahead(waiting[0][0]):
                yield finish(*waiting.popleft())
        while waiting:
            yield finish(*waiting.popleft())
        if failure is not None:
            raise failure
    finally:
        for _, parts in waiting:
            for part in parts:
                with suppress(CancelledError):
                    part.exception()  # `wait` knows nothing of parts that were cancelled


class Crew(Protocol):
    """What makes rows elsewhere."""

    def submit(self, rows: Sequence[Any]) -> Parts:
        """Have the next rows made."""

    def results(self, parts: Parts) -> list[Any]:
        """What was made, in order."""

    def laid_out(self, parts: Parts) -> Room | None:
        """Where the rows were written, if they were written side by side."""


class FailedRow(Exception):
    """A row's operations failed: which row of the block, and with what."""

    def __init__(self, place: int, error: RuntimeError):
        super().__init__(place, error)
        self.place, self.error = place, error


@dataclass
class Share:
    """What one thread made of a block: rows or errors with their places, and where they were written."""

    rows: list[tuple[int, tuple[Any, ...] | RuntimeError]]
    room: Room


# A row's values made from its inputs, perhaps written where the second argument says.
Function = Callable[[Sequence[Any], Any], tuple[Any, ...]]


class Threads:
    """Threads that apply a map's operations to rows.

    Each has some of the map's workers, as MindSpore counts them, and does their rows in order: every generator gives
    its numbers to the same rows whatever the number of threads.
    """

    def __init__(
        self, function: Function, turns: Turns, run: Run, stage: Stage | None = None
    ) -> None:
        self._function, self._turns, self._stage = function, turns, stage
        count = min(cores(), turns.workers)
        self._threads = [ThreadPoolExecutor(1, "msacc-map") for _ in range(count)]
        run.closers.append(self.close)

    def submit(self, rows: Sequence[Sequence[Any]]) -> list[Future[Any]]:
        """Have the next rows made."""
        first, workers, count = self._turns.first, self._turns.workers, len(self._threads)
        room = Room(len(rows))
        shares: list[list[int]] = [[] for _ in range(count)]
        for place in range(len(rows)):
            shares[(first + place) % workers % count].append(place)
        return [
            thread.submit(self._timed_share, first, share, [rows[place] for place in share], room)
            for thread, share in zip(self._threads, shares, strict=False)
            if share
        ]

    def _timed_share(self, *task: Any) -> Share:
        start = time.perf_counter()
        try:
            return self._share(*task)
        finally:
            if self._stage is not None:
                self._stage.in_threads += time.perf_counter() - start

    def _share(self, first: int, places: list[int], rows: list[Sequence[Any]], room: Room) -> Share:
        """Some of a block's rows with their places; the last may be an error."""
        done: Share = Share([], room)
        for place, row in zip(places, rows, strict=True):
            self._turns.here(first + place)
            try:
                made = self._function(row, partial(room.first, place))
            except RuntimeError as error:
                done.rows.append((place, error))
                return done
            done.rows.append((place, room.put(place, made)))
        return done

    def results(self, parts: Parts) -> list[tuple[Any, ...]]:
        """All rows of a block; FailedRow for the first that failed."""
        found = sorted(
            (row for part in parts for row in part.result().rows), key=lambda row: row[0]
        )
        for place, made in found:
            if isinstance(made, RuntimeError):
                raise FailedRow(place, made)
        return [made for _, made in found]

    def laid_out(self, parts: Parts) -> Room:
        """Where the rows were written."""
        room: Room = parts[0].result().room
        return room

    def close(self) -> None:
        """End the threads, once they have done what they were given."""
        for thread in self._threads:
            thread.shutdown(wait=False)
