"""Worker processes for users' Python code; results keep the order of the rows."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.pipeline.node import Run
from msacc.dataset.rng import pipeline_seed

# Set in the parent just before the fork, so that workers inherit what cannot be pickled.
_inherited: dict[int, Callable[[Any], Any]] = {}


def _begin(seed: int) -> None:
    """Workers must not all repeat the parent's random state."""
    number = multiprocessing.current_process()._identity[0]
    random.seed(seed + number)
    np.random.seed((seed + number) % 2**32)


def _work(task: tuple[int, Sequence[Any]]) -> list[Any]:
    key, items = task
    return [_inherited[key](item) for item in items]


class Workers:
    """A pool that applies one function; closed with the run."""

    def __init__(self, function: Callable[[Any], Any], count: int, run: Run) -> None:
        self._key, self._count = id(self), count
        _inherited[self._key] = function
        self._pool = multiprocessing.get_context("fork").Pool(count, _begin, (pipeline_seed(),))
        run.closers.append(self.close)

    def map(self, items: Sequence[Any]) -> list[Any]:
        """The function of every item, in order."""
        step = -(-len(items) // self._count)
        tasks = [(self._key, items[i : i + step]) for i in range(0, len(items), step)]
        return [result for part in self._pool.map(_work, tasks, chunksize=1) for result in part]

    def close(self) -> None:
        """End the processes."""
        _inherited.pop(self._key, None)
        self._pool.terminate()
        self._pool.join()
