"""Sources written in Python: random access, iterables, generator functions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from msacc.dataset.config import _worker_count
from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.block import Block, Epoch, from_rows
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.workers import Workers
from msacc.dataset.samplers import BuiltinSampler, Sampler
from msacc.dataset.sources.readers.base import RowSource


class Rows:
    """Converts the items of a user's source to rows of arrays, and checks them."""

    def __init__(self, source: Any, names: list[str], types: list[np.dtype] | None) -> None:
        self.source, self.names, self.types = source, names, types

    def row(self, item: Any) -> list[Any]:
        """Returns one row; TypeError, ValueError when it does not fit the columns."""
        values = item if isinstance(item, (tuple, list)) else (item,)
        row = [to_array(value) for value in values]
        if len(row) != len(self.names):
            raise ValueError(
                f"the source gave {len(row)} values a row, but there are {len(self.names)} "
                f"column names: {self.names}"
            )
        for name, value, kind in zip(self.names, row, self.types or [], strict=False):
            if isinstance(value, np.ndarray) and not _same_kind(value.dtype, kind):
                raise TypeError(
                    f"column_types says {kind} for {name!r}, but the source gave {value.dtype}"
                )
        return row

    def at(self, index: int | np.ndarray) -> list[Any]:
        """Returns row `index` of a random-access source; an array is of a sampler that yields lists."""
        try:
            return self.row(self.source[index if isinstance(index, np.ndarray) else int(index)])
        except Exception as error:
            raise user_error(type(self.source), error) from error


def _same_kind(actual: np.dtype, expected: np.dtype) -> bool:
    """Whether dtypes are equal, or both of strings (of any length)."""
    return actual == expected or actual.kind == expected.kind in "US"


class RandomAccessSource(RowSource):
    """A source with `__getitem__` and `__len__`."""

    cheap = False

    def __init__(self, rows: Rows, sampler: BuiltinSampler, workers: int) -> None:
        super().__init__(sampler)
        if isinstance(sampler, Sampler):
            sampler._msacc_lists = True
        self.names, self.reader, self.workers = rows.names, rows, workers
        self._pool: Workers | None = None

    def size_is_known(self) -> bool:
        return True

    def rows(self) -> int:
        count = len(self.reader.source)
        if count == 0:
            raise pipeline_error("GeneratorDataset: data row of input source must not be 0, got 0.")
        return count

    def runs_user_code(self) -> bool:
        return True

    def start(self, run: Run, demand: Demand) -> Epoch:
        self._pool = None
        workers = _worker_count(self.workers)
        if workers <= 1:
            return super().start(run, demand)
        self._pool = pool = Workers(self.reader.at, workers, run)
        rows = max(demand.rows, 4 * workers)
        epoch_rows = super().start(run, Demand(rows, demand.exact))

        def epoch() -> Iterator[Block]:
            pool.next_item = run.skipped_rows.get(id(self), 0)
            return epoch_rows()

        return epoch

    def read(self, indices: np.ndarray) -> Block:
        numbers = indices.tolist() if indices.ndim == 1 else list(indices)
        if self._pool is not None:
            return from_rows(self._pool.map(numbers))
        return from_rows([self.reader.at(i) for i in numbers])


class BatchedSource(Node):
    """A random-access source read by lists of row numbers, each list collated to one row.

    `collate` is called with one list of arrays per column.
    """

    def __init__(self, rows: Rows, batches: Any, collate: Callable[..., Any] | None) -> None:
        super().__init__()
        self.reader, self.batches, self.collate = rows, batches, collate

    def columns(self) -> list[str]:
        return list(self.reader.names)

    def size_is_known(self) -> bool:
        return True

    def size(self) -> int | None:
        return len(self.batches) if hasattr(self.batches, "__len__") else None

    def start(self, run: Run, demand: Demand) -> Epoch:
        def epoch() -> Iterator[Block]:
            for batch in self.batches:
                yield from_rows([self._collate(_row_numbers(batch))])

        return epoch

    def batch_size(self) -> int:
        return -1

    def depends_on_consumer(self) -> bool:
        return True  # a batch's row numbers may depend on the consumption of the batch before

    def runs_user_code(self) -> bool:
        return True

    def _collate(self, indices: Sequence[int]) -> list[Any]:
        columns = [
            list(column) for column in zip(*[self.reader.at(i) for i in indices], strict=False)
        ]
        if self.collate is None:
            return [np.stack(column) for column in columns]
        try:
            return self.reader.row(self.collate(*columns))
        except Exception as error:
            raise user_error(self.collate, error) from error


def _row_numbers(batch: Any) -> list[int]:
    """Checks and returns the row numbers of a batch sampler's item."""
    if isinstance(batch, (int, np.integer)):
        raise pipeline_error(f"Batch sampler should return a list, but got an integer: {batch}.")
    for index in batch:
        if not isinstance(index, (int, np.integer)):
            raise pipeline_error(
                f"Python sampler should return index of type integer, but got {index!r}."
            )
    return [int(index) for index in batch]


class Replayed:
    """A generator object whose items are kept, so that each epoch has them again."""

    def __init__(self, generator: Iterator[Any]) -> None:
        self._rest, self._items = generator, []  # type: tuple[Iterator[Any], list[Any]]

    def __iter__(self) -> Iterator[Any]:
        for i in itertools.count():
            if i == len(self._items):
                try:
                    self._items.append(next(self._rest))
                except StopIteration:
                    return
            yield self._items[i]


class IterableSource(Node):
    """An iterable, or a function that returns one (called for each epoch)."""

    def __init__(self, rows: Rows, num_samples: int | None) -> None:
        super().__init__()
        self.reader, self.num_samples = rows, num_samples

    def columns(self) -> list[str]:
        return list(self.reader.names)

    def size_is_known(self) -> bool:
        return True

    def size(self) -> int | None:
        if not hasattr(self.reader.source, "__len__"):
            return None
        count = len(self.reader.source)
        return count if self.num_samples is None else min(count, self.num_samples)

    def depends_on_consumer(self) -> bool:
        return True  # a generator's row may depend on what the loop did with the one before

    def runs_user_code(self) -> bool:
        return True

    def _iterate(self) -> Iterator[Any]:
        source = self.reader.source
        try:
            items = source() if callable(source) else source
            for item in itertools.islice(iter(items), self.num_samples):
                yield self.reader.row(item)
        except Exception as error:
            raise user_error(source, error) from error

    def start(self, run: Run, demand: Demand) -> Epoch:
        def epoch() -> Iterator[Block]:
            items = self._iterate()
            while rows := list(itertools.islice(items, demand.rows)):
                yield from_rows(rows)

        return epoch
