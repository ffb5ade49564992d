"""Blocks of rows: what flows through a pipeline.

A column of a block is one stacked array (rows first) as long as its rows are alike, and a list of
values, one a row, otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Column = np.ndarray | list[Any]
Epoch = Callable[[], Iterator["Block"]]


@dataclass(slots=True)
class Block:
    """`size` rows of some columns, and the file each row came from, where that is known."""

    columns: list[Column]
    size: int
    origins: np.ndarray | None = None

    def row(self, i: int) -> list[Any]:
        """Row i: an array a column (0-dimensional for scalars), strings as wide as they are."""
        return [c[i] if isinstance(c, list) else narrow(c[i, ...]) for c in self.columns]

    def part(self, start: int, stop: int) -> Block:
        """Rows start .. stop-1, without copying."""
        if start == 0 and stop == self.size:
            return self
        origins = None if self.origins is None else self.origins[start:stop]
        return Block([c[start:stop] for c in self.columns], stop - start, origins)

    def with_columns(self, columns: list[Column]) -> Block:
        """The same rows with other columns."""
        return Block(columns, self.size, self.origins)

    def picked(self, places: np.ndarray) -> Block:
        """The rows at `places`, copied."""
        origins = None if self.origins is None else self.origins[places]
        return Block([pick(c, places) for c in self.columns], len(places), origins)


def narrow(x: np.ndarray) -> np.ndarray:
    """An array of strings as wide as its longest; others as they are: zeros at the end of bytes count."""
    if x.dtype.kind != "U":
        return x
    return np.array(x.ravel().tolist(), "U").reshape(x.shape)


# A stacked array of strings is as wide as the longest; so many times the text itself it may take.
_WIDER, _ANYWAY = 16, 1 << 22


def _too_wide(items: Sequence[str]) -> bool:
    longest = max(map(len, items), default=0)
    return len(items) * longest > max(_ANYWAY, _WIDER * sum(map(len, items)))


def texts(items: list[str]) -> Column:
    """A column of strings: stacked, or a list where one of them is far longer than the others."""
    return [np.array(item) for item in items] if _too_wide(items) else np.array(items)


def words(items: list[str]) -> np.ndarray:
    """One value of several strings; ValueError where one is so much longer that all would fill the memory."""
    if _too_wide(items):
        raise ValueError(f"one of {len(items)} texts is far longer than the others")
    return np.array(items, np.str_)


def from_rows(rows: Sequence[Sequence[Any]]) -> Block:
    """A block of rows; alike values of a column are stacked."""
    return Block([pack([row[i] for row in rows]) for i in range(len(rows[0]))], len(rows))


def values(column: Column) -> list[Any]:
    """One value a row."""
    if isinstance(column, list):
        return column
    return [column[i, ...] for i in range(len(column))]


def alike(items: Sequence[Any], loose: str = "U") -> bool:
    """Whether the values are arrays of one shape and dtype.

    Strings may differ in length; bytes (kind S) not, as their rows would change, unless `loose`
    names them.
    """
    first = items[0]
    if not isinstance(first, np.ndarray):
        return False
    kind, shape = first.dtype, first.shape
    text = kind.kind in loose
    for item in items:
        if not isinstance(item, np.ndarray) or item.shape != shape:
            return False
        if item.dtype != kind and not (text and item.dtype.kind == kind.kind):
            return False
    return True


def pack(items: list[Any]) -> Column:
    """A stacked array when the values are alike, else the list itself."""
    if not alike(items) or (items[0].dtype.kind == "U" and _spread(items)):
        return items
    return np.stack(items)


def _spread(items: Sequence[np.ndarray]) -> bool:
    """Whether stacked strings would take far more memory than they do apart."""
    whole = max(item.nbytes for item in items) * len(items)
    return whole > 4 * max(_ANYWAY, _WIDER * sum(item.nbytes for item in items) // 4)


def pick(column: Column, places: np.ndarray) -> Column:
    """The values at `places`, copied."""
    if isinstance(column, list):
        return [column[i] for i in places.tolist()]
    return column[places]


def join(parts: Sequence[Column]) -> Column:
    """Columns one after the other; stacked if all are and agree."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    same = all(
        isinstance(p, np.ndarray)
        and isinstance(first, np.ndarray)
        and p.shape[1:] == first.shape[1:]
        and (p.dtype == first.dtype or p.dtype.kind == first.dtype.kind == "U")
        for p in parts
    )
    if same and not (first.dtype.kind == "U" and _widened(parts)):  # type: ignore[union-attr]
        return np.concatenate(parts)  # type: ignore[arg-type]
    return [value for part in parts for value in values(part)]


def _widened(parts: Sequence[Any]) -> bool:
    """Whether strings of different widths would take far more memory together."""
    width = max(part.dtype.itemsize for part in parts)
    whole = sum(part.size for part in parts) * width
    # The parts may be wide already: together they take little more than each for itself, or are kept apart.
    return whole > max(4 * _ANYWAY, 4 * sum(part.nbytes for part in parts))


def concatenate(blocks: Sequence[Block]) -> Block:
    """Blocks one after the other."""
    if len(blocks) == 1:
        return blocks[0]
    columns = [join([b.columns[i] for b in blocks]) for i in range(len(blocks[0].columns))]
    return Block(columns, sum(b.size for b in blocks), joined_origins(blocks))


def all_from(path: str, size: int) -> np.ndarray:
    """The origins of `size` rows of one file."""
    origins = np.empty(size, dtype=object)
    origins.fill(path)
    return origins


def joined_origins(blocks: Sequence[Block]) -> np.ndarray | None:
    """The origins of blocks one after the other, where all are known."""
    parts = [b.origins for b in blocks if b.origins is not None]
    return np.concatenate(parts) if parts and len(parts) == len(blocks) else None


class Reader:
    """Takes any number of rows from a stream of blocks."""

    def __init__(self, blocks: Iterator[Block]) -> None:
        self._blocks = blocks
        self._rest: Block | None = None

    def ready(self) -> int:
        """Rows that can be read without joining blocks; 0 at the end."""
        while self._rest is None or self._rest.size == 0:
            self._rest = next(self._blocks, None)
            if self._rest is None:
                return 0
        return self._rest.size

    def read(self, count: int) -> Block | None:
        """Up to `count` rows (fewer only at the end), or None at the end."""
        parts: list[Block] = []
        while count > 0 and self.ready():
            assert self._rest is not None
            take = min(count, self._rest.size)
            parts.append(self._rest.part(0, take))
            self._rest = self._rest.part(take, self._rest.size)
            count -= take
        return concatenate(parts) if parts else None

    def read_many(self, count: int, expected: int) -> Block | None:
        """`read` for many rows, of which about `expected` will come: copies them as they come."""
        first = self.read_ready(count)
        if first is None:
            return None
        held = [_Growing(column, min(count, max(expected, first.size))) for column in first.columns]
        size, taken = first.size, [Block([], first.size, first.origins)]
        while size < count and (block := self.read_ready(count - size)) is not None:
            for growing, column in zip(held, block.columns, strict=True):
                growing.add(column)
            taken.append(Block([], block.size, block.origins))
            size += block.size
        return Block([growing.column() for growing in held], size, joined_origins(taken))

    def read_ready(self, most: int) -> Block | None:
        """What one read gives without joining: at most `most` rows, or None at the end."""
        return self.read(min(most, self.ready()))


class _Growing:
    """One column that rows are added to, in memory that is touched once."""

    def __init__(self, column: Column, room: int) -> None:
        self._parts: list[Column] | None = None
        self._size = 0
        if isinstance(column, np.ndarray):
            self._array = np.empty((room, *column.shape[1:]), column.dtype)
        else:
            self._parts = []
        self.add(column)

    def add(self, column: Column) -> None:
        """Rows behind the others."""
        end = self._size + len(column)
        if self._parts is None and not self._fits(column, end):
            self._parts = [self._array[: self._size]]
        if self._parts is None:
            self._array[self._size : end] = column
        else:
            self._parts.append(column)
        self._size = end

    def _fits(self, column: Column, end: int) -> bool:
        own = self._array
        return (
            isinstance(column, np.ndarray)
            and end <= len(own)
            and column.dtype == own.dtype
            and column.shape[1:] == own.shape[1:]
        )

    def column(self) -> Column:
        """All rows."""
        return self._array[: self._size] if self._parts is None else join(self._parts)
