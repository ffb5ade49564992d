"""Data in memory: row i is element i of arrays or lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.dataset.pipeline.block import Block, pack, take_rows
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import RowSource


class SlicesSource(RowSource):
    """Row i is element i of every column."""

    def __init__(self, names: list[str], data: list[Any], sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.names = names
        self.data = [
            d if isinstance(d, np.ndarray) and d.ndim else pack([to_array(v) for v in d])
            for d in data
        ]

    def size_is_known(self) -> bool:
        return True

    def rows(self) -> int:
        return len(self.data[0])

    def read(self, indices: np.ndarray) -> Block:
        return Block([take_rows(column, indices) for column in self.data], len(indices))
