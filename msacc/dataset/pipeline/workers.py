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
from msacc.dataset.pipeline.shared_memory import Blocks, blocks_for, parts_of
from msacc.dataset.transform_random import Turns

# Set in the parent just before the fork, so that workers inherit what cannot be pickled.
_inherited: dict[int, tuple[Callable[[Any], Any], Blocks]] = {}
_starting = threading.Lock()
# Seconds that processes have for what they are at when nobody wants it any more.
_PATIENCE = 1.0


def _begin(seed: int, parent: int) -> None:
    """Workers must not all repeat the parent's random state."""
    number = multiprocessing.current_process()._identity[0]
    random.seed(seed + number)
    np.random.seed((seed + number) % 2**32)
    # A terminal's Ctrl-C reaches all processes; the parent ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    """End with the parent, however it ends. (The kernel could tell, but only of the thread that forked.)"""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _work(key: int, items: Any, block: int | None) -> Any:
    """What the function makes of the items, its large arrays in `block`."""
    function, blocks = _inherited[key]
    return blocks.pack([function(item) for item in blocks.unpack(items)], block)


class Workers:
    """Processes that apply one function; they end with the run.

    `turns`: the function takes each item with its number.
    """

    def __init__(
        self, function: Callable[[Any], Any], count: int, run: Run, turns: Turns | None = None
    ) -> None:
        self._key, self._count, self._turns = id(self), count, turns
        self._blocks = blocks_for(count, get_enable_shared_mem())
        _inherited[self._key] = function, self._blocks
        context = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(count, context, _begin, (pipeline_seed(), os.getpid()))
        # All at once, before anything of this run holds a lock in another thread; one pool after the other, so that
        # each knows its own.
        with _starting:
            before = set(multiprocessing.active_children())
            self._pool.submit(int).result()
            self._processes = set(multiprocessing.active_children()) - before
        run.closers.append(self.close)

    def submit(self, items: Sequence[Any]) -> list[Future[list[Any]]]:
        """Have the function of every item made; `results` waits for them."""
        if self._turns is not None:
            items = list(enumerate(items, self._turns.first))
        try:
            return [self._begun(part) for part in parts_of(items, self._count)]
        except BrokenProcessPool as error:
            raise self._ended() from error

    def _begun(self, items: Sequence[Any]) -> Future[Any]:
        given, made = self._blocks.lend(), self._blocks.lend()
        task = self._pool.submit(_work, self._key, self._blocks.pack(items, given), made)
        for block in (given, made):
            self._blocks.until(task, block)
        return task

    def results(self, parts: Sequence[Future[list[Any]]]) -> list[Any]:
        """What was made, in order."""
        try:
            return [made for part in parts for made in self._blocks.unpack(part.result())]
        except BrokenProcessPool as error:
            raise self._ended() from error

    def laid_out(self, parts: Sequence[Future[list[Any]]]) -> None:
        """Nowhere: every row comes by itself."""

    def map(self, items: Sequence[Any]) -> list[Any]:
        """The function of every item, in order."""
        return self.results(self.submit(items))

    def _ended(self) -> RuntimeError:
        """A worker ended on its own: how."""
        for process in self._processes:
            process.join(1)
        codes = {p.pid: p.exitcode for p in self._processes if p.exitcode not in (None, 0, -15)}
        found = ", ".join(f"process {pid} {_told(code or 0)}" for pid, code in codes.items())
        return pipeline_error(
            f"A worker process of the data set ended while it worked: {found or 'it is not known how'}. "
            "What kills a process from outside is often the kernel, when memory is short: fewer "
            "num_parallel_workers need less."
        )

    def close(self) -> None:
        """End the processes: what they are at may end within a moment, the rest is not begun."""
        _inherited.pop(self._key, None)
        answers = getattr(self._pool, "_result_queue", None)
        self._pool.shutdown(wait=False, cancel_futures=True)
        # One that is ended in the middle of an answer leaves the pool's thread waiting for the other half.
        until = time.monotonic() + _PATIENCE
        for process in self._processes:
            process.join(max(0.0, until - time.monotonic()))
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            _wait_for(process)
        if answers is not None:
            answers._writer.close()  # nobody writes any more: half an answer is the end of the pool


def _wait_for(process: multiprocessing.process.BaseProcess) -> None:
    """Until a process has ended and is known to have ended.

    The pool's own thread waits for it too. The kernel tells one of the two; `join` of the other returns before the
    first has written down what it was told.
    """
    process.join()
    until = time.monotonic() + 5
    while process.is_alive() and time.monotonic() < until:
        time.sleep(0.001)


def _told(code: int) -> str:
    """How a process ended."""
    if code >= 0:
        return f"ended with code {code}"
    return f"was ended by {signal.Signals(-code).name}"
