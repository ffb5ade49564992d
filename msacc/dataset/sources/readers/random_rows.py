"""Rows of random bytes, the same for the same seed as in MindSpore."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Epoch, from_rows
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.schema import Column

_MAX_ROWS, _MAX_COLUMNS, _MAX_AXES, _MAX_LENGTH = 1024, 4, 4, 32
_TYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
_TYPES += ["float16", "float32", "float64"]


class RandomSource(Node):
    """`count` rows (0: a random number) of `columns`, or of random ones; `names` selects columns."""

    def __init__(self, count: int, columns: list[Column] | None, names: list[str]) -> None:
        super().__init__()
        self.seed = pipeline_seed()
        random = Mt19937(self.seed)
        available = _random_columns(random) if columns is None else columns
        self.declared = _select_columns(available, names)
        self.count = count or 1 + random.below(_MAX_ROWS)
        # Without a schema, the rows' words follow those that the columns were drawn from.
        self.skipped = 0 if columns is not None else _count_words(available)

    def columns(self) -> list[str]:
        return [column.name for column in self.declared]

    def size_is_known(self) -> bool:
        return True

    def size(self) -> int | None:
        return self.count

    def start(self, run: Run, demand: Demand) -> Epoch:
        step = demand.block_size()

        def epoch() -> Iterator[Block]:
            random = Mt19937(self.seed)
            random.words(self.skipped)
            for i in range(0, self.count, step):
                rows = range(min(step, self.count - i))
                yield from_rows(
                    [[_value(column, random) for column in self.declared] for _ in rows]
                )

        return epoch


def _select_columns(columns: list[Column], names: list[str]) -> list[Column]:
    """Returns the columns of these names (all, if there are none), in that order."""
    by_name = {column.name: column for column in columns}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise pipeline_error(
            f"Invalid columns_list, column name: {unknown[0]} does not exist in schema; it has "
            f"{list(by_name)}."
        )
    return [by_name[name] for name in names] if names else columns


def _random_columns(random: Mt19937) -> list[Column]:
    columns = []
    for i in range(1 + random.below(_MAX_COLUMNS)):
        kind = _TYPES[random.below(len(_TYPES))]
        axes = 1 + random.below(_MAX_AXES)
        columns.append(Column(f"c{i}", kind, [random.below(_MAX_LENGTH + 1) for _ in range(axes)]))
    return columns


def _count_words(columns: list[Column]) -> int:
    """Returns how many words `_random_columns` drew."""
    return 1 + sum(2 + len(column.shape or []) for column in columns)


def _value(column: Column, random: Mt19937) -> np.ndarray:
    """Returns a value whose bytes are all one random byte; lengths 0 and -1 are drawn too."""
    if column.type == "string":
        raise pipeline_error(
            f"RandomDataset: column {column.name} is of strings, which have no bytes."
        )
    shape = [n if n > 0 else 1 + random.below(_MAX_LENGTH) for n in column.shape or []]
    kind, byte = column.dtype(), random.below(256)
    count = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    # A bool is one byte of 0 or 1.
    raw = np.full(count, bool(byte) if kind == np.bool_ else byte, np.uint8)
    return raw.view(kind).reshape(shape)
