"""Blocks of rows, the unit of data that pipeline nodes exchange.

A column of a block is one stacked array (rows first) where all rows have one shape and dtype, and a
list of values, one per row, otherwise.
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
    """`size` rows of some columns, and the source file of each row where it is known."""

    columns: list[Column]
    size: int
    origins: np.ndarray | None = None

    def row(self, i: int) -> list[Any]:
        """Returns row i: an array per column (0-dimensional for scalars), strings in their own width."""
        return [c[i] if isinstance(c, list) else narrow(c[i, ...]) for c in self.columns]

    def part(self, start: int, stop: int) -> Block:
        """Returns rows start .. stop-1, without copying."""
        if start == 0 and stop == self.size:
            return self
        origins = None if self.origins is None else self.origins[start:stop]
        return Block([c[start:stop] for c in self.columns], stop - start, origins)

    def with_columns(self, columns: list[Column]) -> Block:
        """Returns a block of the same rows with other columns."""
        return Block(columns, self.size, self.origins)

    def take(self, indices: np.ndarray) -> Block:
        """Returns the rows at `indices`, copied."""
        origins = None if self.origins is None else self.origins[indices]
        return Block([take_rows(c, indices) for c in self.columns], len(indices), origins)


def narrow(x: np.ndarray) -> np.ndarray:
    """Shrinks an array of strings to its longest item; other dtypes pass (trailing zeros of bytes count)."""
    if x.dtype.kind != "U":
        return x
    return np.array(x.ravel().tolist(), "U").reshape(x.shape)


# A stacked array of strings is as wide as its longest item: how many times the text's own size it may take, and the
# size that is always allowed.
_MAX_RATIO, _ALWAYS_ALLOWED = 16, 1 << 22


def _too_wide(items: Sequence[str]) -> bool:
    longest = max(map(len, items), default=0)
    return len(items) * longest > max(_ALWAYS_ALLOWED, _MAX_RATIO * sum(map(len, items)))


def string_column(items: list[str]) -> Column:
    """Returns a column of strings: stacked, or a list where one is far longer than the others."""
    return [np.array(item) for item in items] if _too_wide(items) else np.array(items)


def string_array(items: list[str]) -> np.ndarray:
    """Returns one value of several strings; ValueError where one is so long that the array would fill the memory."""
    if _too_wide(items):
        raise ValueError(f"one of {len(items)} texts is far longer than the others")
    return np.array(items, np.str_)


def from_rows(rows: Sequence[Sequence[Any]]) -> Block:
    """Returns a block of rows; columns are stacked where their values have one shape and dtype."""
    return Block([pack([row[i] for row in rows]) for i in range(len(rows[0]))], len(rows))


def values(column: Column) -> list[Any]:
    """Returns a column as a list of one value per row."""
    if isinstance(column, list):
        return column
    return [column[i, ...] for i in range(len(column))]


def stackable(items: Sequence[Any], loose: str = "U") -> bool:
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
    """Returns a stacked array where the values have one shape and dtype, else the list itself."""
    if not stackable(items) or (items[0].dtype.kind == "U" and _stack_wastes_memory(items)):
        return items
    return np.stack(items)


def _stack_wastes_memory(items: Sequence[np.ndarray]) -> bool:
    """Whether stacked strings would take far more memory than separate ones."""
    total = max(item.nbytes for item in items) * len(items)
    return total > 4 * max(_ALWAYS_ALLOWED, _MAX_RATIO * sum(item.nbytes for item in items) // 4)


def take_rows(column: Column, indices: np.ndarray) -> Column:
    """Returns the values at `indices`, copied."""
    if isinstance(column, list):
        return [column[i] for i in indices.tolist()]
    return column[indices]


def concatenate_column(parts: Sequence[Column]) -> Column:
    """Concatenates parts of a column: a stacked array if all are and their shapes and dtypes agree."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    uniform = all(
        isinstance(p, np.ndarray)
        and isinstance(first, np.ndarray)
        and p.shape[1:] == first.shape[1:]
        and (p.dtype == first.dtype or p.dtype.kind == first.dtype.kind == "U")
        for p in parts
    )
    if uniform and not (first.dtype.kind == "U" and _join_wastes_memory(parts)):  # type: ignore[union-attr]
        return np.concatenate(parts)  # type: ignore[arg-type]
    return [value for part in parts for value in values(part)]


def _join_wastes_memory(parts: Sequence[Any]) -> bool:
    """Whether strings of different widths would take far more memory together."""
    width = max(part.dtype.itemsize for part in parts)
    total = sum(part.size for part in parts) * width
    # Parts may already be wide: joined they must take little more than separately.
    return total > max(4 * _ALWAYS_ALLOWED, 4 * sum(part.nbytes for part in parts))


def concatenate(blocks: Sequence[Block]) -> Block:
    """Concatenates blocks."""
    if len(blocks) == 1:
        return blocks[0]
    columns = [
        concatenate_column([b.columns[i] for b in blocks]) for i in range(len(blocks[0].columns))
    ]
    return Block(columns, sum(b.size for b in blocks), joined_origins(blocks))


def constant_origins(path: str, size: int) -> np.ndarray:
    """Returns the origins of `size` rows of one file."""
    origins = np.empty(size, dtype=object)
    origins.fill(path)
    return origins


def joined_origins(blocks: Sequence[Block]) -> np.ndarray | None:
    """Returns the concatenated origins of blocks, or None where some are unknown."""
    parts = [b.origins for b in blocks if b.origins is not None]
    return np.concatenate(parts) if parts and len(parts) == len(blocks) else None


class Reader:
    """Reads any number of rows from a stream of blocks."""

    def __init__(self, blocks: Iterator[Block]) -> None:
        self._blocks = blocks
        self._rest: Block | None = None

    def available(self) -> int:
        """Returns the number of rows that can be read without concatenating blocks; 0 at the end."""
        while self._rest is None or self._rest.size == 0:
            self._rest = next(self._blocks, None)
            if self._rest is None:
                return 0
        return self._rest.size

    def read(self, count: int) -> Block | None:
        """Returns `count` rows (fewer only at the end), or None at the end."""
        parts: list[Block] = []
        while count > 0 and self.available():
            assert self._rest is not None
            take = min(count, self._rest.size)
            parts.append(self._rest.part(0, take))
            self._rest = self._rest.part(take, self._rest.size)
            count -= take
        return concatenate(parts) if parts else None

    def read_many(self, count: int, expected: int) -> Block | None:
        """`read` for many rows, of which about `expected` exist: copies each block as it arrives."""
        first = self.read_ready(count)
        if first is None:
            return None
        capacity = min(count, max(expected, first.size))
        builders = [_ColumnBuilder(column, capacity) for column in first.columns]
        size, parts = first.size, [Block([], first.size, first.origins)]
        while size < count and (block := self.read_ready(count - size)) is not None:
            for builder, column in zip(builders, block.columns, strict=True):
                builder.add(column)
            parts.append(Block([], block.size, block.origins))
            size += block.size
        return Block([builder.column() for builder in builders], size, joined_origins(parts))

    def read_ready(self, most: int) -> Block | None:
        """Returns the rows that need no concatenation, at most `most`, or None at the end."""
        return self.read(min(most, self.available()))


class _ColumnBuilder:
    """Appends rows to one column, in memory that is allocated once."""

    def __init__(self, column: Column, capacity: int) -> None:
        self._parts: list[Column] | None = None
        self._size = 0
        if isinstance(column, np.ndarray):
            self._array = np.empty((capacity, *column.shape[1:]), column.dtype)
        else:
            self._parts = []
        self.add(column)

    def add(self, column: Column) -> None:
        """Appends rows."""
        end = self._size + len(column)
        if self._parts is None and not self._accepts(column, end):
            self._parts = [self._array[: self._size]]
        if self._parts is None:
            self._array[self._size : end] = column
        else:
            self._parts.append(column)
        self._size = end

    def _accepts(self, column: Column, end: int) -> bool:
        array = self._array
        return (
            isinstance(column, np.ndarray)
            and end <= len(array)
            and column.dtype == array.dtype
            and column.shape[1:] == array.shape[1:]
        )

    def column(self) -> Column:
        """Returns all rows."""
        return self._array[: self._size] if self._parts is None else concatenate_column(self._parts)
