"""Worker processes for users' Python code, as MindSpore's: items go to the processes in turn, and with a seed process
i is seeded with the seed + i. Results keep the order of the items, and are the same in each run.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import numpy as np

from msacc.dataset.config import UINT32_MAX, get_enable_shared_mem, get_seed, set_seed
from msacc.dataset.cpp_random import DEFAULT_SEED
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.node import Run
from msacc.dataset.pipeline.shared_memory import SharedBlocks, shared_blocks
from msacc.dataset.transform_random import WorkerSchedule

# Set in the parent just before the fork, so that workers inherit functions that cannot be pickled.
_inherited: dict[int, tuple[Callable[[Any], Any], SharedBlocks]] = {}
_fork_lock = threading.Lock()
# Seconds that processes have at the end for their current task.
_JOIN_TIMEOUT = 1.0
# Bytes of results that processes compute in advance.
_BYTES_AHEAD = 1 << 30


def _init_worker(number: int, parent: int) -> None:
    """Seeds a worker's generators (it must not repeat the parent's state) and ties its life to the parent's."""
    if get_seed() == DEFAULT_SEED:
        random.seed()
        np.random.seed()
    else:
        set_seed((get_seed() + number) % (UINT32_MAX + 1))
    # A terminal's Ctrl-C reaches all processes; the parent ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(parent,), daemon=True).start()


def _exit_with_parent(parent: int) -> None:
    """Exits when the parent has ended. (The kernel's death signal would follow the thread that forked.)"""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _run_task(key: int, items: Any, block: int | None) -> Any:
    """Returns the function's results for the items, large arrays in `block`."""
    function, blocks = _inherited[key]
    return blocks.pack([function(item) for item in blocks.unpack(items)], block)


class Workers:
    """A RowExecutor of processes that apply one function; they end with the run.

    With `schedule` the function takes each item with its number, and the schedule counts the items.
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        count: int,
        run: Run,
        schedule: WorkerSchedule | None = None,
    ) -> None:
        self._key, self._count, self._schedule = id(self), count, schedule
        # The number of the next item: item i is process i % count's. MindSpore's end of an epoch counts as an item.
        self.next_item = 0
        self._item_bytes: int | None = None
        self._blocks = shared_blocks(count, get_enable_shared_mem())
        _inherited[self._key] = function, self._blocks
        # All processes fork now, before another thread of this run holds a lock; pools fork one after the other, so
        # that each knows its own processes.
        with _fork_lock:
            before = set(multiprocessing.active_children())
            self._pools = [_one_process(number) for number in range(count)]
            self._processes = set(multiprocessing.active_children()) - before
        run.closers.append(self.close)

    def capacity(self) -> int:
        """Returns how many items may be in work at once: few until their size is known, and where they are large."""
        if self._item_bytes is None:
            return self._count
        return max(self._count, _BYTES_AHEAD // max(self._item_bytes, 1))

    def submit(self, items: Sequence[Any]) -> list[Future[list[Any]]]:
        """Starts the function's calls on the items; `results` waits for them."""
        first = self.next_item
        if self._schedule is not None:
            first = self._schedule.first
            items = list(enumerate(items, first))
        self.next_item = first + len(items)
        used = min(self._count, len(items))
        try:
            return [self._submit_to(first + i, items[i :: self._count]) for i in range(used)]
        except BrokenProcessPool as error:
            raise self._worker_error() from error

    def _submit_to(self, number: int, items: Sequence[Any]) -> Future[Any]:
        inputs, outputs = self._blocks.acquire(), self._blocks.acquire()
        task = self._pools[number % self._count].submit(
            _run_task, self._key, self._blocks.pack(items, inputs), outputs
        )
        for block in (inputs, outputs):
            self._blocks.release_after(task, block)
        return task

    def results(self, futures: Sequence[Future[list[Any]]]) -> list[Any]:
        """Returns the results, in order."""
        try:
            parts = [self._blocks.unpack(future.result()) for future in futures]
        except BrokenProcessPool as error:
            raise self._worker_error() from error
        self._item_bytes = _nbytes(parts[0][0])
        results = [None] * sum(map(len, parts))
        for i, part in enumerate(parts):
            results[i :: len(parts)] = part
        return results

    def output_buffer(self, futures: Sequence[Future[list[Any]]]) -> None:
        """Returns None: each row has its own arrays."""

    def map(self, items: Sequence[Any]) -> list[Any]:
        """Returns the function's results for all items, in order."""
        return self.results(self.submit(items))

    def _worker_error(self) -> RuntimeError:
        """Returns the error that says how a worker process ended."""
        for process in self._processes:
            process.join(1)
        codes = {p.pid: p.exitcode for p in self._processes if p.exitcode not in (None, 0, -15)}
        causes = ", ".join(f"process {pid} {_exit_text(code or 0)}" for pid, code in codes.items())
        return pipeline_error(
            f"A worker process of the data set ended while it worked: {causes or 'it is not known how'}. "
            "What kills a process from outside is often the kernel, when memory is short: fewer "
            "num_parallel_workers need less."
        )

    def close(self) -> None:
        """Ends the processes: running tasks have a second, waiting ones are cancelled."""
        _inherited.pop(self._key, None)
        answers = [getattr(pool, "_result_queue", None) for pool in self._pools]
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        # A process terminated in the middle of an answer would leave the pool's thread waiting for the other half.
        deadline = time.monotonic() + _JOIN_TIMEOUT
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            _join_process(process)
        for queue in answers:
            if queue is not None:
                queue._writer.close()  # a reader of half an answer then gets an end of file


def _one_process(number: int) -> ProcessPoolExecutor:
    """Returns a pool of one process that has started."""
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(1, context, _init_worker, (number, os.getpid()))
    pool.submit(int).result()
    return pool


def _nbytes(item: Any) -> int:
    """Returns the bytes of an item's arrays."""
    if isinstance(item, (tuple, list)):
        return sum(map(_nbytes, item))
    return int(getattr(item, "nbytes", 0))


def _join_process(process: multiprocessing.process.BaseProcess) -> None:
    """Waits until a process has ended and `multiprocessing` knows it.

    The pool's own thread waits for it too. The kernel reports the end to one of the two; `join` in the other may return
    before the first has recorded it.
    """
    process.join()
    deadline = time.monotonic() + 5
    while process.is_alive() and time.monotonic() < deadline:
        time.sleep(0.001)


def _exit_text(code: int) -> str:
    """Describes how a process ended."""
    if code >= 0:
        return f"ended with code {code}"
    return f"was ended by {signal.Signals(-code).name}"
