"""Background iteration: a thread computes the next blocks while the training loop uses the current ones."""

from __future__ import annotations

import atexit
import contextvars
import functools
import threading
import weakref
from collections.abc import Iterator
from queue import SimpleQueue

import numpy as np

from msacc.dataset.config import get_prefetch_size
from msacc.dataset.pipeline.block import Block
from msacc.dataset.pipeline.node import Run

# Limit of the bytes that wait for the loop (beyond one block), and of the blocks where user code runs: its random draws
# and side effects come before the loop's.
_MAX_BYTES, _MAX_USER_CODE_BLOCKS = 1 << 26, 2
# Seconds to wait for a thread that is no longer needed (it may be inside a user's function).
_JOIN_TIMEOUT = 5.0


def in_background(blocks: Iterator[Block], run: Run, user_code: bool) -> Iterator[Block]:
    """Yields the same blocks, with up to `prefetch_size` rows computed in advance by a thread.

    The consumer's thread computes the first block. With `user_code` (the pipeline runs a user's functions) the
    background thread starts only at the second block, so that reading one row has no further side effects.
    """
    first = next(blocks, None)
    if first is None:
        return
    ahead = _prefetch_depth(first, user_code)
    if user_code:
        yield first
    thread = _Thread(blocks, ahead)
    close = thread.finish if user_code else thread.stop
    run.closers.append(close)
    try:
        if not user_code:
            yield first
        del first
        yield from thread
    finally:
        # The number of computed rows does not depend on how the iteration ends.
        thread.finish()
        if close in run.closers:
            run.closers.remove(close)


def _prefetch_depth(block: Block, user_code: bool) -> int:
    size = sum(c.nbytes for c in block.columns if isinstance(c, np.ndarray))
    by_rows = get_prefetch_size() // max(block.size, 1)
    by_bytes = _MAX_BYTES // max(size, 1)
    return max(1, min(by_rows, by_bytes, _MAX_USER_CODE_BLOCKS if user_code else by_rows))


class _Failure:
    """The exception that computing a block raised."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _Thread:
    """A producer thread that computes one block per permit.

    Permits and blocks go through queues, without another lock: a block costs a few microseconds in transit.
    """

    def __init__(self, blocks: Iterator[Block], ahead: int) -> None:
        self._permits: SimpleQueue[bool] = SimpleQueue()
        self._results: SimpleQueue[Block | _Failure | None] = SimpleQueue()
        self._stopped = False
        for _ in range(ahead):
            self._permits.put(True)
        work = functools.partial(contextvars.copy_context().run, self._produce, blocks)
        self._thread = threading.Thread(target=work, name="msacc-dataset", daemon=True)
        _register_exit_hook()
        _live_threads.add(self)
        self._thread.start()

    def _produce(self, blocks: Iterator[Block]) -> None:
        try:
            while self._permits.get() and not self._stopped:
                block = next(blocks, None)
                self._results.put(block)
                if block is None:
                    return
        except BaseException as error:  # raised again in the consumer's thread
            self._results.put(_Failure(error))
        finally:
            close = getattr(blocks, "close", None)
            if close is not None:
                close()

    def __iter__(self) -> Iterator[Block]:
        while True:
            result = self._results.get()
            if isinstance(result, _Failure):
                raise result.error
            if result is None:
                return
            self._permits.put(True)
            yield result

    def finish(self) -> None:
        """Ends the thread after the blocks it has permits for."""
        self._stopped = self._stopped or _exiting.is_set()
        self._permits.put(False)
        if self._thread is not threading.current_thread():
            self._thread.join(_JOIN_TIMEOUT / 10 if _exiting.is_set() else _JOIN_TIMEOUT)

    def stop(self) -> None:
        """Ends the thread after the current block."""
        self._stopped = True
        self.finish()


_exiting = threading.Event()
_live_threads: weakref.WeakSet[_Thread] = weakref.WeakSet()


@functools.cache
def _register_exit_hook() -> None:
    """Registers the stop of all threads at interpreter exit, once."""
    atexit.register(_stop_threads)


def _stop_threads() -> None:
    """Stops all threads: one that decodes during interpreter shutdown would abort the process."""
    _exiting.set()
    for thread in list(_live_threads):
        thread.stop()
