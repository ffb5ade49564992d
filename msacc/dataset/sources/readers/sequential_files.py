"""Sources that read files from their start: which rows of which files, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import reading
from msacc.dataset.pipeline.block import Block, Epoch, Reader, all_from, concatenate
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.shuffle import ShuffleNode
from msacc.dataset.resumable_state import Kept

# MindSpore's buffer for a global shuffle: so many average files, and at most this many rows.
_FILES_IN_BUFFER, _BUFFER = 4, 10000


@dataclass(frozen=True)
class Reading:
    """How files are read.

    `workers` files are read at a time, one row of each in turn. `num_samples` 0 means all rows.
    """

    shuffle: Shuffle
    num_samples: int
    workers: int
    num_shards: int = 1
    shard_id: int = 0


@dataclass(frozen=True)
class Piece:
    """Rows start .. stop-1 of one file."""

    path: str
    start: int
    stop: int


class FileSource(Node):
    """Rows of files. A subclass gives `columns()`, `count(path)` and `read(piece, rows)`."""

    # False: a shard is every num_shards-th file instead of an equal part of all rows.
    equal_shards = True

    def __init__(self, files: list[str], reading: Reading) -> None:
        super().__init__()
        self.files, self.reading = files, reading
        self._counts: dict[str, int] = {}

    def count(self, path: str) -> int:
        """The number of rows of a file."""
        raise NotImplementedError

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        """The rows of a piece, in blocks of about `rows`."""
        raise NotImplementedError

    def check(self) -> None:
        """Refuse files that cannot be read: RuntimeError."""

    def rows_of(self, path: str) -> int:
        """`count`, counted once."""
        if path not in self._counts:
            with reading(path):
                self._counts[path] = self.count(path)
        return self._counts[path]

    def total(self) -> int:
        """Rows of all files."""
        self.check()
        return sum(self.rows_of(path) for path in self.files)

    def size(self) -> int:
        reading = self.reading
        if self.equal_shards:
            rows = -(-self.total() // reading.num_shards)
        else:
            self.check()
            rows = sum(map(self.rows_of, self.files[reading.shard_id :: reading.num_shards]))
        return min(rows, reading.num_samples) if reading.num_samples else rows

    def start(self, run: Run, demand: Demand) -> Epoch:
        next_files = self._file_orders()
        step, workers = demand.at_once(), min(self.reading.workers, len(self.files))

        def epoch() -> Iterator[Block]:
            pieces = self._pieces(next_files())
            streams = [self._stream(pieces[i::workers], step) for i in range(workers)]
            rows = _in_turn([Reader(stream) for stream in streams])
            yield from _cut(rows, step, self.reading.num_samples)

        return epoch

    def _file_orders(self) -> Callable[[], list[str]]:
        """A function that gives each epoch's files."""
        own = Kept(seed=pipeline_seed(), epoch=0, order=list(range(len(self.files))))
        shuffled = self.reading.shuffle in (Shuffle.GLOBAL, Shuffle.FILES)

        def files() -> list[str]:
            own.epoch += 1
            if shuffled:
                # Shards must agree on the order whatever their seeds are: the epoch is the seed.
                alone = self.reading.num_shards == 1
                std_shuffle(own.order, Mt19937(own.seed if alone else own.epoch))
            return [self.files[i] for i in own.order]

        return files

    def _pieces(self, files: list[str]) -> list[Piece]:
        reading = self.reading
        if not self.equal_shards:
            mine = files[reading.shard_id :: reading.num_shards]
            return [Piece(path, 0, self.rows_of(path)) for path in mine]
        share = -(-self.total() // reading.num_shards)
        first, last, before = reading.shard_id * share, (reading.shard_id + 1) * share, 0
        pieces = []
        while before < last:  # the last shard is filled up with the first rows
            for path in files:
                rows = self.rows_of(path)
                start, stop = max(first - before, 0), min(last - before, rows)
                if start < stop:
                    pieces.append(Piece(path, start, stop))
                before += rows
        return pieces

    def _stream(self, pieces: list[Piece], rows: int) -> Iterator[Block]:
        for piece in pieces:
            blocks = self.read(piece, rows)
            while (block := self._next(blocks, piece.path)) is not None:
                block.origins = all_from(piece.path, block.size)
                yield block

    def _next(self, blocks: Iterator[Block], path: str) -> Block | None:
        with reading(path):
            return next(blocks, None)


def _in_turn(readers: list[Reader]) -> Iterator[Block]:
    """One row of each reader in turn, as MindSpore's workers hand rows over; ended ones drop out."""
    while readers := [reader for reader in readers if reader.ready()]:
        rounds = min(reader.ready() for reader in readers)
        parts = [part for reader in readers if (part := reader.read(rounds))]
        if len(parts) == 1:
            yield parts[0]
            continue
        order = np.arange(rounds * len(parts)).reshape(len(parts), rounds).T.ravel()
        yield concatenate(parts).picked(order)


def _cut(blocks: Iterator[Block], step: int, most: int) -> Iterator[Block]:
    """The first `most` rows (0: all), in blocks of at most `step`."""
    seen = 0
    for block in blocks:
        kept = block.part(0, min(block.size, most - seen) if most else block.size)
        for i in range(0, kept.size, step):
            yield kept.part(i, min(i + step, kept.size))
        seen += kept.size
        if seen == most:
            return


class FileShuffle(ShuffleNode):
    """A global shuffle of the rows of files, through a buffer whose size the files decide."""

    def __init__(self, child: FileSource) -> None:
        super().__init__(child, _BUFFER)
        self.source = child

    def start(self, run: Run, demand: Demand) -> Epoch:
        source = self.source
        rows = -(-source.total() // source.reading.num_shards)
        some = rows // len(source.files) * _FILES_IN_BUFFER
        self.buffer_size = min(some or _BUFFER, _BUFFER)
        return super().start(run, demand)
