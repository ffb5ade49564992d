"""Worker processes for users' Python code; results keep the order of the rows."""

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

from msacc.dataset.config import get_enable_shared_mem
from msacc.dataset.cpp_random import pipeline_seed
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.node import Run
from msacc.dataset.pipeline.shared_memory import SharedBlocks, chunks, shared_blocks
from msacc.dataset.transform_random import WorkerSchedule

# Set in the parent just before the fork, so that workers inherit functions that cannot be pickled.
_inherited: dict[int, tuple[Callable[[Any], Any], SharedBlocks]] = {}
_fork_lock = threading.Lock()
# Seconds that processes have at the end for their current task.
_JOIN_TIMEOUT = 1.0


def _init_worker(seed: int, parent: int) -> None:
    """Seeds a worker's generators (it must not repeat the parent's state) and ties its life to the parent's."""
    number = multiprocessing.current_process()._identity[0]
    random.seed(seed + number)
    np.random.seed((seed + number) % 2**32)
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

    With `schedule` the function takes each item with its number.
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        count: int,
        run: Run,
        schedule: WorkerSchedule | None = None,
    ) -> None:
        self._key, self._count, self._schedule = id(self), count, schedule
        self._blocks = shared_blocks(count, get_enable_shared_mem())
        _inherited[self._key] = function, self._blocks
        context = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(
            count, context, _init_worker, (pipeline_seed(), os.getpid())
        )
        # All processes fork now, before another thread of this run holds a lock; pools fork one after the other, so
        # that each knows its own processes.
        with _fork_lock:
            before = set(multiprocessing.active_children())
            self._pool.submit(int).result()
            self._processes = set(multiprocessing.active_children()) - before
        run.closers.append(self.close)

    def submit(self, items: Sequence[Any]) -> list[Future[list[Any]]]:
        """Starts the function's calls on the items; `results` waits for them."""
        if self._schedule is not None:
            items = list(enumerate(items, self._schedule.first))
        try:
            return [self._submit_chunk(chunk) for chunk in chunks(items, self._count)]
        except BrokenProcessPool as error:
            raise self._worker_error() from error

    def _submit_chunk(self, items: Sequence[Any]) -> Future[Any]:
        inputs, outputs = self._blocks.acquire(), self._blocks.acquire()
        task = self._pool.submit(_run_task, self._key, self._blocks.pack(items, inputs), outputs)
        for block in (inputs, outputs):
            self._blocks.release_after(task, block)
        return task

    def results(self, futures: Sequence[Future[list[Any]]]) -> list[Any]:
        """Returns the results, in order."""
        try:
            return [row for future in futures for row in self._blocks.unpack(future.result())]
        except BrokenProcessPool as error:
            raise self._worker_error() from error

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
        answers = getattr(self._pool, "_result_queue", None)
        self._pool.shutdown(wait=False, cancel_futures=True)
        # A process terminated in the middle of an answer would leave the pool's thread waiting for the other half.
        deadline = time.monotonic() + _JOIN_TIMEOUT
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            _join_process(process)
        if answers is not None:
            answers._writer.close()  # a reader of half an answer then gets an end of file


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
