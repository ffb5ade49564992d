"""Sources with numbered rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import reading
from msacc.dataset.pipeline.block import Block, Epoch, all_from
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.samplers import BuiltinSampler


class RowSource(Node):
    """A source whose rows can be read in any order; a sampler gives the order.

    A subclass gives `names`, `rows()` and `read(places)`.
    """

    names: list[str]
    # False for rows that are costly to read: blocks are then no longer than asked for.
    cheap = True

    def __init__(self, sampler: BuiltinSampler) -> None:
        super().__init__()
        self.sampler = sampler

    def rows(self) -> int:
        """The number of rows before sampling."""
        raise NotImplementedError

    def read(self, places: np.ndarray) -> Block:
        """These rows, in freshly allocated memory."""
        raise NotImplementedError

    def origins(self, places: np.ndarray) -> np.ndarray | None:
        """The paths of the files of these rows, where each row has one."""
        return None

    def labels(self, column: str) -> np.ndarray:
        """All values of a column (for samplers that look at classes)."""
        block = self.read(np.arange(self.rows()))
        return np.asarray(block.columns[self.columns().index(column)])

    def columns(self) -> list[str]:
        return list(self.names)

    def size(self) -> int | None:
        return self.sampler.count(self.rows())

    def scripts(self) -> bool:
        return self.sampler.scripts()

    def pass_over(self, run: Run, count: int) -> bool:
        run.left_out[id(self)] = count
        return True

    def start(self, run: Run, demand: Demand) -> Epoch:
        order = self.sampler.start(self)
        step = demand.at_once() if self.cheap else demand.rows

        def epoch() -> Iterator[Block]:
            places = order(self.rows())[run.left_out.pop(id(self), 0) :]
            for i in range(0, len(places), step):
                chosen = places[i : i + step]
                block = self.read(chosen)
                block.origins = self.origins(chosen)
                yield block

        return epoch


class ArraySource(RowSource):
    """Rows that are all in memory: one stacked array a column."""

    def __init__(self, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self._loaded: list[np.ndarray] | None = None
        self._files: np.ndarray | None = None

    def load(self) -> list[np.ndarray]:
        """Read the columns; called once, when they are needed."""
        raise NotImplementedError

    def arrays(self) -> list[np.ndarray]:
        """The columns."""
        if self._loaded is None:
            with reading(self.place()):
                self._loaded = self.load()
        return self._loaded

    def place(self) -> str:
        """The folder or file that errors name."""
        return str(getattr(self, "directory", "the data set"))

    def rows(self) -> int:
        return len(self.arrays()[0])

    def read(self, places: np.ndarray) -> Block:
        return Block([column[places] for column in self.arrays()], len(places))

    def came_from(self, files: Sequence[tuple[str, int]]) -> None:
        """Note the files that `load` read, each with its number of rows, in order."""
        self._files = np.concatenate([all_from(path, rows) for path, rows in files])

    def origins(self, places: np.ndarray) -> np.ndarray | None:
        return None if self._files is None else self._files[places]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loaded": None}
