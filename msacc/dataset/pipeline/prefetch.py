"""Prefetching: rows are computed in advance by threads while a training step runs."""

from __future__ import annotations

import os
import sys
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
from msacc.dataset.pipeline.block_buffer import BlockBuffer
from msacc.dataset.pipeline.node import Run
from msacc.dataset.transform_random import WorkerSchedule

Item = TypeVar("Item")
Result = TypeVar("Result")
Futures = Sequence[Future[Any]]


def available_cores() -> int:
    """Returns the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prefetch_depth(rows: int) -> int:
    """Returns how many blocks of `rows` rows are computed in advance of the one being read."""
    return max(1, get_prefetch_size() // max(rows, 1))


def ordered_results(
    submitted: Iterator[tuple[Item, Futures]],
    ahead: Callable[[Item], int],
    finish: Callable[[Item, Futures], Result],
) -> Iterator[Result]:
    """Yields the results of submitted tasks in order; `ahead(item)` more are submitted before waiting for each.

    An early end waits for the tasks that are still running: no state changes after that.
    """
    pending: deque[tuple[Item, Futures]] = deque()
    failure: Exception | None = None
    try:
        while failure is None:
            try:
                pending.append(next(submitted))
            except StopIteration:
                break
            except Exception as error:  # the rows before it are yielded first
                failure = error
            while pending and len(pending) > ahead(pending[0][0]):
                yield finish(*pending.popleft())
        while pending:
            yield finish(*pending.popleft())
        if failure is not None:
            raise failure
    finally:
        for _, futures in pending:
            for future in futures:
                with suppress(CancelledError):
                    future.exception()  # `concurrent.futures.wait` does not handle cancelled futures


class RowExecutor(Protocol):
    """Applies a map's operations to rows in threads or processes."""

    def capacity(self) -> int:
        """Returns how many rows may be in work at once."""

    def submit(self, rows: Sequence[Any]) -> Futures:
        """Starts the computation of the next rows."""

    def results(self, futures: Futures) -> list[Any]:
        """Returns the computed rows, in order."""

    def output_buffer(self, futures: Futures) -> BlockBuffer | None:
        """Returns the buffer that the rows were written to, if any."""


class FailedRow(Exception):
    """A row's operations failed: the row's index in the block, and the error."""

    def __init__(self, index: int, error: RuntimeError):
        super().__init__(index, error)
        self.index, self.error = index, error


@dataclass
class ThreadResult:
    """One thread's part of a block: rows or errors with their indices, and the buffer they were written to."""

    rows: list[tuple[int, tuple[Any, ...] | RuntimeError]]
    buffer: BlockBuffer


# Computes a row's values from its inputs, perhaps into memory of the second argument (an Allocator).
Function = Callable[[Sequence[Any], Any], tuple[Any, ...]]


class Threads:
    """A RowExecutor of threads.

    Each thread serves some of the map's (MindSpore's) workers and computes their rows in order: every random generator
    serves the same rows whatever the number of threads.
    """

    def __init__(
        self, function: Function, schedule: WorkerSchedule, run: Run, stage: Stage | None = None
    ) -> None:
        self._function, self._schedule, self._stage = function, schedule, stage
        count = min(available_cores(), schedule.workers)
        self._threads = [ThreadPoolExecutor(1, "msacc-map") for _ in range(count)]
        run.closers.append(self.close)

    def capacity(self) -> int:
        """Returns how many rows may be in work at once: any number."""
        return sys.maxsize

    def submit(self, rows: Sequence[Sequence[Any]]) -> list[Future[Any]]:
        """Starts the computation of the next rows."""
        first, workers = self._schedule.first, self._schedule.workers
        count = len(self._threads)
        buffer = BlockBuffer(len(rows))
        assigned: list[list[int]] = [[] for _ in range(count)]
        for i in range(len(rows)):
            assigned[(first + i) % workers % count].append(i)
        return [
            thread.submit(self._timed_compute, first, indices, [rows[i] for i in indices], buffer)
            for thread, indices in zip(self._threads, assigned, strict=False)
            if indices
        ]

    def _timed_compute(self, *task: Any) -> ThreadResult:
        start = time.perf_counter()
        try:
            return self._compute(*task)
        finally:
            if self._stage is not None:
                self._stage.in_threads += time.perf_counter() - start

    def _compute(
        self, first: int, indices: list[int], rows: list[Sequence[Any]], buffer: BlockBuffer
    ) -> ThreadResult:
        """Computes some of a block's rows; the last may be an error."""
        result = ThreadResult([], buffer)
        for i, row in zip(indices, rows, strict=True):
            self._schedule.set_row(first + i)
            try:
                values = self._function(row, partial(buffer.allocate_first, i))
            except RuntimeError as error:
                result.rows.append((i, error))
                return result
            result.rows.append((i, buffer.write_row(i, values)))
        return result

    def results(self, futures: Futures) -> list[tuple[Any, ...]]:
        """Returns all rows of a block; raises FailedRow for the first that failed."""
        rows = sorted(
            (row for future in futures for row in future.result().rows), key=lambda row: row[0]
        )
        for i, values in rows:
            if isinstance(values, RuntimeError):
                raise FailedRow(i, values)
        return [values for _, values in rows]

    def output_buffer(self, futures: Futures) -> BlockBuffer:
        """Returns the buffer that the rows were written to."""
        buffer: BlockBuffer = futures[0].result().buffer
        return buffer

    def close(self) -> None:
        """Ends the threads after their submitted rows."""
        for thread in self._threads:
            thread.shutdown(wait=False)
