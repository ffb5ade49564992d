"""Base classes of sources with random access to rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import read_errors
from msacc.dataset.pipeline.block import Block, Epoch, constant_origins
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.samplers import BuiltinSampler


class RowSource(Node):
    """A source whose rows can be read in any order, which a sampler determines.

    A subclass implements `names`, `rows()` and `read(indices)`.
    """

    names: list[str]
    # False for rows that are costly to read: blocks then have no more rows than the consumer needs.
    cheap = True
    # Whether the rows of a shard are neighbours where they are joined with others.
    shards_are_blocks = False

    def __init__(self, sampler: BuiltinSampler) -> None:
        super().__init__()
        self.sampler = sampler

    def rows(self) -> int:
        """Returns the number of rows before sampling."""
        raise NotImplementedError

    def read(self, indices: np.ndarray) -> Block:
        """Returns these rows, in newly allocated memory."""
        raise NotImplementedError

    def origins(self, indices: np.ndarray) -> np.ndarray | None:
        """Returns the files of these rows, where each row has one."""
        return None

    def labels(self, column: str) -> np.ndarray:
        """Returns all values of a column (for samplers by class)."""
        block = self.read(np.arange(self.rows()))
        return np.asarray(block.columns[self.columns().index(column)])

    def columns(self) -> list[str]:
        return list(self.names)

    def size(self) -> int | None:
        return self.sampler._msacc_count(self.rows())

    def runs_user_code(self) -> bool:
        return self.sampler._msacc_runs_user_code()

    def skip_unread(self, run: Run, count: int) -> bool:
        run.skipped_rows[id(self)] = count
        return True

    def start(self, run: Run, demand: Demand) -> Epoch:
        order = self.sampler._msacc_start(self)
        step = demand.block_size() if self.cheap else demand.rows

        def epoch() -> Iterator[Block]:
            indices = order(self.rows())[run.skipped_rows.pop(id(self), 0) :]
            for i in range(0, len(indices), step):
                numbers = indices[i : i + step]
                block = self.read(numbers)
                block.origins = self.origins(numbers)
                yield block

        return epoch


class ArraySource(RowSource):
    """Rows that are all in memory: one stacked array per column."""

    def __init__(self, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self._loaded: list[np.ndarray] | None = None
        self._files: np.ndarray | None = None

    def load(self) -> list[np.ndarray]:
        """Reads the columns; called once, on demand."""
        raise NotImplementedError

    def arrays(self) -> list[np.ndarray]:
        """Returns the cached columns."""
        if self._loaded is None:
            with read_errors(self.location()):
                self._loaded = self.load()
        return self._loaded

    def location(self) -> str:
        """Returns the folder or file for error messages."""
        return str(getattr(self, "directory", "the data set"))

    def size_is_known(self) -> bool:
        return self._loaded is not None

    def rows(self) -> int:
        return len(self.arrays()[0])

    def read(self, indices: np.ndarray) -> Block:
        return Block([column[indices] for column in self.arrays()], len(indices))

    def record_origins(self, files: Sequence[tuple[str, int]]) -> None:
        """Records the files that `load` read, each with its number of rows, in order."""
        self._files = np.concatenate([constant_origins(path, rows) for path, rows in files])

    def origins(self, indices: np.ndarray) -> np.ndarray | None:
        return None if self._files is None else self._files[indices]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loaded": None}
