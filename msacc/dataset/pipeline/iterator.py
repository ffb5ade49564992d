"""Iterators over a pipeline's rows: `create_tuple_iterator` and `create_dict_iterator`."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.common.random_state import random_tree, restore_random_tree
from msacc.common.settings import settings
from msacc.dataset.config import get_debug_mode, get_fast_recovery
from msacc.dataset.cpp_random import DEFAULT_SEED
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.background_iterator import in_background
from msacc.dataset.pipeline.block import Block
from msacc.dataset.pipeline.columns import dictionary_output
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import collect_resumable
from msacc.dataset.to_device import on_host, to_device

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset

# The iterators that are alive.
ITERATORS_LIST: list[weakref.ref[RowIterator]] = []


def _cleanup() -> None:
    """Ends the worker processes of every iterator."""
    for reference in list(ITERATORS_LIST):
        iterator = reference()
        if iterator is not None:
            iterator.release()


def _unregister(reference: weakref.ref[RowIterator]) -> None:
    if reference in ITERATORS_LIST:
        ITERATORS_LIST.remove(reference)


class RowIterator:
    """Rows of a pipeline, epoch after epoch; `num_epochs` -1 means without end.

    Each `for` over it runs one epoch, or the rest of the one that `next` started. Threads may share it: each row goes
    to one of them.
    """

    def __init__(self, root: Node, num_epochs: int, output_numpy: bool, vectorised: bool = True):
        if num_epochs == 0 or num_epochs < -1:
            raise RuntimeError(
                f"num_epochs should be either -1 or positive integer, but got {num_epochs}."
            )
        if get_debug_mode() and settings.dataset_seed == DEFAULT_SEED:
            settings.dataset_seed = 1  # debug mode repeats the same rows every time
        names = root.columns()
        # MindSpore returns these columns only under another name.
        self._visible = [i for i, name in enumerate(names) if not name.startswith("_meta-")]
        self._names = [names[i] for i in self._visible]
        self._root, self._run = root, Run(vectorised=vectorised)
        with collect_resumable() as self._node_states:
            self._epoch = root.start(self._run, Demand())
        # The state at the epoch's start, for `position`; None unless `record_position`, since it is as long as the
        # order of the rows.
        self._epoch_state: Any = None
        self._rows_read = 0
        self.record_position = False
        self._num_epochs, self._output_numpy = num_epochs, output_numpy
        self._done, self._rows = 0, None  # type: tuple[int, Iterator[list[Any]] | None]
        self._stopped, self._lock = False, threading.RLock()
        # The dataset that created the iterator.
        self.dataset: Any = None
        self._finalizer = weakref.finalize(self, self._run.close)
        ITERATORS_LIST.append(weakref.ref(self, _unregister))

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        start = time.perf_counter()
        with self._lock:
            row = self._next()
        if self._run.stages is not None:
            self._run.stages.waited += time.perf_counter() - start
        visible = [
            dictionary_output(row[i]) if isinstance(row[i], dict) else row[i] for i in self._visible
        ]
        return self._format(visible if self._output_numpy else [_tensor(v) for v in visible])

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
        self._rows_read += 1
        return row

    def _begin_epoch(self) -> None:
        if self.record_position:
            self._epoch_state = self._state()
        self._run.epoch, self._rows_read = self._done, 0
        blocks = self._epoch()
        if self._may_prefetch():
            blocks = in_background(blocks, self._run, self._root.runs_user_code())
        self._rows = _rows(blocks)

    def _may_prefetch(self) -> bool:
        """Whether rows may be computed before the consumer reads them."""
        if get_debug_mode() or not self._run.vectorised or self._root.forbids_prefetch():
            return False
        # For a resumable position the random draws of user code must be exactly those of the rows that were read.
        return not (self.record_position and self._root.runs_user_code())

    def _format(self, row: list[Any]) -> Any:
        return row

    def _state(self) -> dict[str, Any]:
        """Returns the state that determines the next epoch."""
        nodes = {str(i): values.state() for i, values in enumerate(self._node_states)}
        return {"epoch": self._done, "nodes": nodes, "random": random_tree()}

    def position(self) -> dict[str, Any]:
        """Returns the position for `seek`, also in another process; needs `record_position` set before the epoch."""
        if self._rows is None:
            return {**self._state(), "rows": 0}
        return {**self._epoch_state, "rows": self._rows_read}

    def seek(self, position: dict[str, Any]) -> None:
        """Continues at a position: the rows of its epoch up to there are computed again and discarded.

        Raises ValueError for a position of another pipeline, RuntimeError where the epoch now has fewer rows.
        """
        nodes = position["nodes"]
        if len(nodes) != len(self._node_states):
            raise ValueError(
                f"{len(nodes)} nodes with a memory instead of {len(self._node_states)}"
            )
        for i, values in enumerate(self._node_states):
            values.restore(nodes[str(i)])
        # User functions draw from the global generators.
        restore_random_tree(position["random"])
        self._done = position["epoch"]
        if not position["rows"]:
            return
        self._begin_epoch()
        assert self._rows is not None
        for _ in self._rows:
            self._rows_read += 1
            if self._rows_read == position["rows"]:
                return
        raise pipeline_error(
            f"The dataset has {self._rows_read} rows in epoch {self._done + 1}, "
            f"where {position['rows']} were read before."
        )

    def end_epoch(self) -> None:
        """Abandons the rest of the current epoch; the next `for` starts the next one."""
        if self._rows is None:
            return
        self._rows, self._done = None, self._done + 1
        if self._done == self._num_epochs:
            self.release()

    def _reset(self, step: int, dataset_size: int) -> None:
        """Continues with the row after global step `step`; an epoch has `dataset_size` rows.

        The pipeline restarts and runs up to there, so that its random draws are those of an uninterrupted run.
        With `fast_recovery` the source's rows are not read where no operator computes anything from them; a source
        that draws random numbers itself then has other draws. Raises RuntimeError for a step that is negative or
        beyond the last epoch.
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
        with collect_resumable() as self._node_states:
            self._epoch = self._root.start(self._run, Demand())
        self._done, self._rows = 0, None
        fast = get_fast_recovery()
        while self._done < epochs:
            if fast:
                self._root.skip_unread(self._run, dataset_size)
            for _ in self:
                pass
        if fast and rows and self._root.skip_unread(self._run, rows):
            self._begin_epoch()
            self._rows_read = rows
            return
        for _ in range(rows):
            next(self)

    def get_col_names(self) -> list[str]:
        """Names of the columns, in order."""
        return list(self._names)

    def release(self) -> None:
        """Ends the worker processes, if there are any."""
        self._finalizer()

    def stop(self) -> None:
        """Releases the workers and makes further reads fail."""
        self._stopped = True
        self.release()


def _check_options(num_epochs: int, output_numpy: bool, do_copy: bool) -> None:
    check.instance(None, "num_epochs", num_epochs, int)
    check.boolean(None, "output_numpy", output_numpy)
    check.boolean(None, "do_copy", do_copy)


class TupleIterator(RowIterator):
    """Yields rows of a Dataset as lists; `columns` chooses and orders them. Tensors have memory of their own."""

    def __init__(
        self,
        dataset: Dataset,
        columns: str | list[str] | None = None,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ):
        _check_options(num_epochs, output_numpy, do_copy)
        chosen = dataset if columns is None else dataset.project(columns)
        super().__init__(chosen._msacc_node, num_epochs, output_numpy)


class DictIterator(RowIterator):
    """Yields rows of a Dataset as dictionaries by column name. Tensors have memory of their own."""

    def __init__(
        self,
        dataset: Dataset,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ):
        _check_options(num_epochs, output_numpy, do_copy)
        super().__init__(dataset._msacc_node, num_epochs, output_numpy)

    def _format(self, row: list[Any]) -> dict[str, Any]:
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
