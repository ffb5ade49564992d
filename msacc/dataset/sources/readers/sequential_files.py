"""Sources that read files sequentially: selection and order of files and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import read_errors
from msacc.dataset.pipeline.block import Block, Epoch, Reader, concatenate, constant_origins
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.shuffle import ShuffleNode
from msacc.dataset.resumable_state import ResumableValues

# MindSpore's buffer for a global shuffle: the rows of 4 average files, at most 10000 rows.
_FILES_IN_BUFFER, _BUFFER = 4, 10000


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading files.

    `workers` files are read at a time, one row of each in turn. `num_samples` 0 means all rows.
    """

    shuffle: Shuffle
    num_samples: int
    workers: int
    num_shards: int = 1
    shard_id: int = 0


@dataclass(frozen=True)
class FileRange:
    """Rows start .. stop-1 of one file."""

    path: str
    start: int
    stop: int


class FileSource(Node):
    """Rows of files. A subclass implements `columns()`, `count(path)` and `read(file_range, rows)`."""

    # False: a shard is every num_shards-th file instead of an equal part of all rows.
    equal_shards = True

    def __init__(self, files: list[str], options: ReadOptions) -> None:
        super().__init__()
        self.files, self.options = files, options
        self._counts: dict[str, int] = {}

    def count(self, path: str) -> int:
        """Returns the number of rows of a file."""
        raise NotImplementedError

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        """Yields the rows of a file range, in blocks of about `rows`."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises RuntimeError for files that cannot be read."""

    def rows_of(self, path: str) -> int:
        """Returns the cached `count`."""
        if path not in self._counts:
            with read_errors(path):
                self._counts[path] = self.count(path)
        return self._counts[path]

    def total(self) -> int:
        """Returns the number of rows of all files."""
        self.check()
        return sum(self.rows_of(path) for path in self.files)

    def size(self) -> int:
        options = self.options
        if self.equal_shards:
            rows = -(-self.total() // options.num_shards)
        else:
            self.check()
            rows = sum(map(self.rows_of, self.files[options.shard_id :: options.num_shards]))
        return min(rows, options.num_samples) if options.num_samples else rows

    def start(self, run: Run, demand: Demand) -> Epoch:
        next_files = self._file_orders()
        step, workers = demand.block_size(), min(self.options.workers, len(self.files))

        def epoch() -> Iterator[Block]:
            ranges = self._file_ranges(next_files())
            streams = [self._stream(ranges[i::workers], step) for i in range(workers)]
            rows = _round_robin([Reader(stream) for stream in streams])
            yield from _limit(rows, step, self.options.num_samples)

        return epoch

    def _file_orders(self) -> Callable[[], list[str]]:
        """Returns a function that returns each epoch's files."""
        state = ResumableValues(seed=pipeline_seed(), epoch=0, order=list(range(len(self.files))))
        shuffled = self.options.shuffle in (Shuffle.GLOBAL, Shuffle.FILES)

        def files() -> list[str]:
            state.epoch += 1
            if shuffled:
                # Shards must agree on the order whatever their seeds are: the epoch is the seed.
                unsharded = self.options.num_shards == 1
                std_shuffle(state.order, Mt19937(state.seed if unsharded else state.epoch))
            return [self.files[i] for i in state.order]

        return files

    def _file_ranges(self, files: list[str]) -> list[FileRange]:
        options = self.options
        if not self.equal_shards:
            own_files = files[options.shard_id :: options.num_shards]
            return [FileRange(path, 0, self.rows_of(path)) for path in own_files]
        share = -(-self.total() // options.num_shards)
        first, last, before = options.shard_id * share, (options.shard_id + 1) * share, 0
        ranges = []
        while before < last:  # the last shard is padded with the first rows
            for path in files:
                rows = self.rows_of(path)
                start, stop = max(first - before, 0), min(last - before, rows)
                if start < stop:
                    ranges.append(FileRange(path, start, stop))
                before += rows
        return ranges

    def _stream(self, ranges: list[FileRange], rows: int) -> Iterator[Block]:
        for file_range in ranges:
            blocks = self.read(file_range, rows)
            while (block := self._next(blocks, file_range.path)) is not None:
                block.origins = constant_origins(file_range.path, block.size)
                yield block

    def _next(self, blocks: Iterator[Block], path: str) -> Block | None:
        with read_errors(path):
            return next(blocks, None)


def _round_robin(readers: list[Reader]) -> Iterator[Block]:
    """Yields one row of each reader in turn, as MindSpore's workers do; exhausted readers drop out."""
    while readers := [reader for reader in readers if reader.available()]:
        rounds = min(reader.available() for reader in readers)
        parts = [part for reader in readers if (part := reader.read(rounds))]
        if len(parts) == 1:
            yield parts[0]
            continue
        order = np.arange(rounds * len(parts)).reshape(len(parts), rounds).T.ravel()
        yield concatenate(parts).take(order)


def _limit(blocks: Iterator[Block], step: int, most: int) -> Iterator[Block]:
    """Yields the first `most` rows (0: all), in blocks of at most `step`."""
    count = 0
    for block in blocks:
        part = block.part(0, min(block.size, most - count) if most else block.size)
        for i in range(0, part.size, step):
            yield part.part(i, min(i + step, part.size))
        count += part.size
        if count == most:
            return


class FileShuffle(ShuffleNode):
    """A global shuffle of the rows of files, through a buffer whose size depends on the files."""

    def __init__(self, child: FileSource) -> None:
        super().__init__(child, _BUFFER)
        self.source = child

    def start(self, run: Run, demand: Demand) -> Epoch:
        source = self.source
        rows = -(-source.total() // source.options.num_shards)
        size = rows // len(source.files) * _FILES_IN_BUFFER
        self.buffer_size = min(size or _BUFFER, _BUFFER)
        return super().start(run, demand)
