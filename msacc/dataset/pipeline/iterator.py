"""What users iterate over."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.common.random_state import random_tree, restore_random_tree
from msacc.common.settings import settings
from msacc.dataset.config import get_debug_mode, get_fast_recovery
from msacc.dataset.cpp_random import DEFAULT_SEED
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.background_iterator import in_background
from msacc.dataset.pipeline.block import Block
from msacc.dataset.pipeline.columns import held
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import keeping
from msacc.dataset.to_device import on_host, to_device

# The iterators that live.
ITERATORS_LIST: list[weakref.ref[RowIterator]] = []


def _cleanup() -> None:
    """End the worker processes of every iterator."""
    for reference in list(ITERATORS_LIST):
        found = reference()
        if found is not None:
            found.release()


def _drop(reference: weakref.ref[RowIterator]) -> None:
    if reference in ITERATORS_LIST:
        ITERATORS_LIST.remove(reference)


class RowIterator:
    """Rows of a pipeline, epoch after epoch; `num_epochs` -1 means without end.

    Each `for` over it runs one epoch, or the rest of the one that `next` began. Threads may share it: each row goes
    to one of them.
    """

    def __init__(self, root: Node, num_epochs: int, output_numpy: bool, vectorised: bool = True):
        if num_epochs == 0 or num_epochs < -1:
            raise RuntimeError(
                f"num_epochs should be either -1 or positive integer, but got {num_epochs}."
            )
        if get_debug_mode() and settings.dataset_seed == DEFAULT_SEED:
            settings.dataset_seed = 1  # so that debugging sees the same rows every time
        names = root.columns()
        # MindSpore shows these columns only once they have another name.
        self._shown = [i for i, name in enumerate(names) if not name.startswith("_meta-")]
        self._names = [names[i] for i in self._shown]
        self._root, self._run = root, Run(vectorised=vectorised)
        with keeping() as self._kept:
            self._epoch = root.start(self._run, Demand())
        # What `place` gives: None unless asked for, since it costs as much as the order of the rows is long.
        self._epoch_began: Any = None
        self._given = 0
        self.remembers = False
        self._num_epochs, self._output_numpy = num_epochs, output_numpy
        self._done, self._rows = 0, None  # type: tuple[int, Iterator[list[Any]] | None]
        self._stopped, self._turn = False, threading.RLock()
        # The pipeline it was made from, for whoever looks at its operators.
        self.dataset: Any = None
        self._finalizer = weakref.finalize(self, self._run.close)
        ITERATORS_LIST.append(weakref.ref(self, _drop))

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        start = time.perf_counter()
        with self._turn:
            row = self._next()
        if self._run.stages is not None:
            self._run.stages.waited += time.perf_counter() - start
        shown = [held(row[i]) if isinstance(row[i], dict) else row[i] for i in self._shown]
        return self._made(shown if self._output_numpy else [_tensor(value) for value in shown])

    def _next(self) -> list[Any]:
        if self._stopped:
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '_runtime_context': it was stopped; "
                "create it anew."
            )
        if self._rows is None:
            if self._done == self._num_epochs:
                raise pipeline_error(
                    "EOF buffer encountered. User tries to fetch data beyond the specified number of "
                    f"epochs. The iterator has given all its {self._num_epochs} epochs; "
                    "create it with a larger num_epochs, or anew."
                )
            self._begin_epoch()
        assert self._rows is not None
        try:
            row = next(self._rows)
        except StopIteration:
            self._run.end_epoch()
            self._done, self._rows = self._done + 1, None
            if self._done == self._num_epochs:
                self.release()
            raise
        self._given += 1
        return row

    def _begin_epoch(self) -> None:
        if self.remembers:
            self._epoch_began = self._state()
        self._run.epoch, self._given = self._done, 0
        blocks = self._epoch()
        if self._goes_ahead():
            blocks = in_background(blocks, self._run, self._root.scripts())
        self._rows = _rows(blocks)

    def _goes_ahead(self) -> bool:
        """Whether rows may be made before they are asked for."""
        if get_debug_mode() or not self._run.vectorised or self._root.held():
            return False
        # Where another process shall go on, what a script's functions drew must be what the rows at hand needed.
        return not (self.remembers and self._root.scripts())

    def _made(self, row: list[Any]) -> Any:
        return row

    def _state(self) -> dict[str, Any]:
        """What the next epoch follows from."""
        kept = {str(i): kept.state() for i, kept in enumerate(self._kept)}
        return {"epoch": self._done, "nodes": kept, "random": random_tree()}

    def place(self) -> dict[str, Any]:
        """Where it is, for `go_to` in another process; with `remembers` alone, set before the epoch began."""
        if self._rows is None:
            return {**self._state(), "rows": 0}
        return {**self._epoch_began, "rows": self._given}

    def go_to(self, place: dict[str, Any]) -> None:
        """Go on from a place that `place` gave: the rows of its epoch are read again, and not given.

        ValueError where the place is one in another pipeline, RuntimeError where it has no longer as many rows.
        """
        nodes = place["nodes"]
        if len(nodes) != len(self._kept):
            raise ValueError(f"{len(nodes)} nodes with a memory instead of {len(self._kept)}")
        for i, kept in enumerate(self._kept):
            kept.restore(nodes[str(i)])
        # Functions of a script draw from the generators that all share.
        restore_random_tree(place["random"])
        self._done = place["epoch"]
        if not place["rows"]:
            return
        self._begin_epoch()
        assert self._rows is not None
        for _ in self._rows:
            self._given += 1
            if self._given == place["rows"]:
                return
        raise pipeline_error(
            f"The dataset has {self._given} rows in epoch {self._done + 1}, where {place['rows']} were read before."
        )

    def end_epoch(self) -> None:
        """Leave the rest of an epoch that has begun; the next `for` begins the next one."""
        if self._rows is None:
            return
        self._rows, self._done = None, self._done + 1
        if self._done == self._num_epochs:
            self.release()

    def _reset(self, step: int, dataset_size: int) -> None:
        """Go on with the row behind global step `step`; an epoch has `dataset_size` rows.

        The pipeline begins anew and runs up to there, so that its draws are those of a run without a
        break. With `fast_recovery` rows of a source that nothing is computed of on the way are not read: a source
        that draws for itself then has other draws. RuntimeError for steps that are negative or beyond the last epoch.
        """
        if step < 0:
            raise RuntimeError(f"Cannot reset the pipeline, reset step must be >= 0. step: {step}")
        epochs, rows = divmod(step, dataset_size)
        if self._num_epochs != -1 and epochs >= self._num_epochs:
            raise RuntimeError(
                "Cannot reset the pipeline, reset step must be less than dataset_size * num_epochs. "
                f"step: {step}"
            )
        self._run.close()
        with keeping() as self._kept:
            self._epoch = self._root.start(self._run, Demand())
        self._done, self._rows = 0, None
        fast = get_fast_recovery()
        while self._done < epochs:
            if fast:
                self._root.pass_over(self._run, dataset_size)
            for _ in self:
                pass
        if fast and rows and self._root.pass_over(self._run, rows):
            self._begin_epoch()
            self._given = rows
            return
        for _ in range(rows):
            next(self)

    def get_col_names(self) -> list[str]:
        """Names of the columns, in order."""
        return list(self._names)

    def release(self) -> None:
        """End the worker processes, if there are any."""
        self._finalizer()

    def stop(self) -> None:
        """`release`; no rows come after it."""
        self._stopped = True
        self.release()


class TupleIterator(RowIterator):
    """Rows as lists."""


class DictIterator(RowIterator):
    """Rows as dictionaries by column name."""

    def _made(self, row: list[Any]) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))


def _rows(blocks: Iterator[Block]) -> Iterator[list[Any]]:
    for block in blocks:
        for i in range(block.size):
            yield block.row(i)


def _tensor(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tensor(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):  # within a dictionary
        items = [_tensor(item) for item in value]
        return items if isinstance(value, list) else tuple(items)
    if isinstance(value, np.ndarray):
        # Strings and bytes stay arrays, as in MindSpore.
        return value if value.dtype.kind in "US" else to_device(on_host(value))
    return value  # an object of the user's, within a dictionary
