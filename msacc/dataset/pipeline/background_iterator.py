"""A pipeline's last rows, made in a thread of their own while the loop uses the ones before."""

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

# What waits for the loop takes no more than this, but for one block; and of what runs a script's functions no more
# blocks than this, for their draws and their effects come before the loop's.
_MOST_BYTES, _MOST_OF_SCRIPTS = 1 << 26, 2
# How long a thread that is no longer needed may take for what it is at, a script's function perhaps.
_PATIENCE = 5.0


def in_background(blocks: Iterator[Block], run: Run, scripts: bool) -> Iterator[Block]:
    """The same blocks, up to `prefetch_size` rows of them made before they are asked for.

    The first is made by whoever asks. Where `scripts`, functions of a script run in it: the thread then begins only
    with the second, so that a look at one row has no other effect than that.
    """
    first = next(blocks, None)
    if first is None:
        return
    ahead = _how_many(first, scripts)
    if scripts:
        yield first
    thread = _Thread(blocks, ahead)
    leave = thread.finish if scripts else thread.stop
    run.closers.append(leave)
    try:
        if not scripts:
            yield first
        del first
        yield from thread
    finally:
        # However it ends, the same number of rows was made.
        thread.finish()
        if leave in run.closers:
            run.closers.remove(leave)


def _how_many(block: Block, scripts: bool) -> int:
    size = sum(c.nbytes for c in block.columns if isinstance(c, np.ndarray))
    by_rows = get_prefetch_size() // max(block.size, 1)
    by_bytes = _MOST_BYTES // max(size, 1)
    return max(1, min(by_rows, by_bytes, _MOST_OF_SCRIPTS if scripts else by_rows))


class _Failure:
    """What a block raised."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _Thread:
    """Makes a block for each that it is allowed to.

    Allowances and blocks go through queues that need no other lock: what a block costs on its way is a few
    microseconds.
    """

    def __init__(self, blocks: Iterator[Block], ahead: int) -> None:
        self._allowed: SimpleQueue[bool] = SimpleQueue()
        self._made: SimpleQueue[Block | _Failure | None] = SimpleQueue()
        self._stopped = False
        for _ in range(ahead):
            self._allowed.put(True)
        work = functools.partial(contextvars.copy_context().run, self._work, blocks)
        self._thread = threading.Thread(target=work, name="msacc-dataset", daemon=True)
        _heed_the_end()
        _living.add(self)
        self._thread.start()

    def _work(self, blocks: Iterator[Block]) -> None:
        try:
            while self._allowed.get() and not self._stopped:
                block = next(blocks, None)
                self._made.put(block)
                if block is None:
                    return
        except BaseException as error:  # whoever asks for the row is to get it
            self._made.put(_Failure(error))
        finally:
            close = getattr(blocks, "close", None)
            if close is not None:
                close()

    def __iter__(self) -> Iterator[Block]:
        while True:
            found = self._made.get()
            if isinstance(found, _Failure):
                raise found.error
            if found is None:
                return
            self._allowed.put(True)
            yield found

    def finish(self) -> None:
        """Let it end when it has made what it is allowed to."""
        self._stopped = self._stopped or _leaving.is_set()
        self._allowed.put(False)
        if self._thread is not threading.current_thread():
            self._thread.join(_PATIENCE / 10 if _leaving.is_set() else _PATIENCE)

    def stop(self) -> None:
        """Let it end with the block it is at."""
        self._stopped = True
        self.finish()


_leaving = threading.Event()
_living: weakref.WeakSet[_Thread] = weakref.WeakSet()


@functools.cache
def _heed_the_end() -> None:
    """When the program ends nobody waits for rows."""
    atexit.register(_leave)


def _leave() -> None:
    """A thread that decodes while the interpreter ends would abort the process: let it end with the row it is at."""
    _leaving.set()
    for thread in list(_living):
        thread.stop()
