"""A MindRecord file's index: an SQLite database with the location of each row."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from msacc.mindrecord.schema import Schema

SUFFIX = ".db"
_LOCATION_COLUMNS = (
    "ROW_ID",
    "PAGE_ID_RAW",
    "PAGE_OFFSET_RAW",
    "PAGE_OFFSET_RAW_END",
    "ROW_GROUP_ID",
    "PAGE_ID_BLOB",
    "PAGE_OFFSET_BLOB",
    "PAGE_OFFSET_BLOB_END",
)
_TYPES = {
    "int32": "INTEGER",
    "int64": "INTEGER",
    "float32": "REAL",
    "float64": "REAL",
    "string": "TEXT",
}
# The limit of SQLite's virtual machine steps: an index of n rows needs about 30 n, its file has 20 n bytes.
_STEPS, _STEPS_PER_BYTE = 1_000_000, 100
# A row's location: raw page, start and end offset, blob page, start and end offset.
_READ_COLUMNS = (*_LOCATION_COLUMNS[1:4], *_LOCATION_COLUMNS[5:])


class IndexWriter:
    """Adds rows to the index of the file at `path`; a new index replaces an existing one."""

    def __init__(self, path: str, schema: Schema, fields: list[str], append: bool) -> None:
        self.fields = fields
        if not append and os.path.exists(path + SUFFIX):
            os.remove(path + SUFFIX)
        self._path = path + SUFFIX
        self._base = sqlite3.connect(self._path)
        if not append:
            self._create(os.path.basename(path), schema)
        # Each field also has a column with the number of its value in a row, always 0.
        columns = [
            *_LOCATION_COLUMNS,
            *(c for i, f in enumerate(fields) for c in (f"INC_{i}", f"{f}_0")),
        ]
        placeholders = ", ".join("?" * len(columns))
        self._insert = f"INSERT INTO INDEXES ({', '.join(columns)}) VALUES({placeholders})"

    def _create(self, name: str, schema: Schema) -> None:
        columns = ", ".join(f"{column:<21}INT  NOT NULL" for column in _LOCATION_COLUMNS)
        for i, field in enumerate(self.fields):
            _check_column(field, self.fields)
            kind = _TYPES[schema.fields[field]["type"]]
            columns += f",INC_{i} INT, {field}_0 {kind}"
        key = ",".join(["ROW_ID", *(f"INC_{i}" for i in range(len(self.fields)))])
        with self._write_errors():
            self._base.execute(f"CREATE TABLE INDEXES(  {columns}, PRIMARY KEY({key}))")
            self._base.execute("CREATE TABLE SHARD_NAME(NAME TEXT NOT NULL)")
            self._base.execute("INSERT INTO SHARD_NAME (NAME) VALUES (?)", (name,))

    @contextmanager
    def _write_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError) as error:
            raise RuntimeError(f"The index {self._path} cannot be written: {error}.") from error

    def add(self, rows: Iterable[tuple[tuple[int, ...], dict[str, Any]]]) -> None:
        """Adds rows: their locations, in the order of the table's columns, and their scalars."""
        with self._write_errors():
            self._base.executemany(self._insert, (self._entry(*row) for row in rows))

    def _entry(self, location: tuple[int, ...], values: dict[str, Any]) -> list[Any]:
        entry: list[Any] = list(location)
        for field in self.fields:
            entry += (0, values[field])
        return entry

    def move_group(self, group: int, page: int, shift: int) -> None:
        """Updates the location of the scalars of row group `group`: raw page `page`, `shift` bytes earlier."""
        self._base.execute(
            "UPDATE INDEXES SET PAGE_ID_RAW = ?, PAGE_OFFSET_RAW = PAGE_OFFSET_RAW - ?, "
            "PAGE_OFFSET_RAW_END = PAGE_OFFSET_RAW_END - ? WHERE ROW_GROUP_ID = ?",
            (page, shift, shift, group),
        )

    def commit(self) -> None:
        """Writes everything to disk."""
        with self._write_errors():
            self._base.commit()

    def close(self) -> None:
        """Closes the database without what was not committed."""
        self._base.close()


def _check_column(field: str, fields: list[str]) -> None:
    """Raises RuntimeError for a name that is not valid for a column."""
    if field[0].isdigit():
        raise RuntimeError(f"Index field: {field} can't start with a digit; choose another name.")
    if sum(other.lower() == field.lower() for other in fields) > 1:
        raise RuntimeError(f"Index field: {field} differs from another only in case: {fields}")


def read_locations(path: str, rows: int) -> np.ndarray:
    """Returns the locations of the rows: int64 (rows, 6), see `_WANTED`; RuntimeError for another file's index."""
    # One more than expected, to notice additional rows.
    query = f"SELECT {', '.join(_READ_COLUMNS)} FROM INDEXES ORDER BY ROW_ID LIMIT {rows + 1}"
    with _open_index(path, f"{path}{SUFFIX} is not an index of a mindrecord file") as base:
        flat = np.fromiter(
            (_check_location(n) for row in base.execute(query) for n in row), dtype=np.int64
        )
    if len(flat) != rows * len(_READ_COLUMNS):
        raise RuntimeError(
            f"Unequal number of index entries and data entries: {path}{SUFFIX} has "
            f"{len(flat) // len(_READ_COLUMNS)}, the mindrecord file {rows}. Write both again."
        )
    return flat.reshape(rows, len(_READ_COLUMNS))


def check(path: str) -> None:
    """Raises RuntimeError unless the index exists and belongs to this file."""
    if not os.path.exists(path + SUFFIX):
        raise RuntimeError(
            f"Invalid file, mindrecord meta file: {path}{SUFFIX} can not be found. Please check "
            f"whether {path}{SUFFIX} exists and do not rename the mindrecord file and meta file."
        )
    what = "Failed to execute the sql [ SELECT NAME from SHARD_NAME; ] while verifying meta file: "
    with _open_index(path, what + path + SUFFIX) as base:
        names = [row[0] for row in base.execute("SELECT NAME FROM SHARD_NAME LIMIT 2")]
    if names != [os.path.basename(path)]:
        raise RuntimeError(
            f"Invalid file, mindrecord meta file: {path}{SUFFIX} and mindrecord file: {path} "
            f"can not match: the index is of {names!r:.200}. Please do not rename either."
        )


def read_texts(path: str, field: str, rows: int) -> list[tuple[int, str]]:
    """Returns (row, text of its value in an indexed field), in order; RuntimeError for another file's index."""
    query = f"SELECT ROW_ID, CAST({field}_0 AS TEXT) FROM INDEXES ORDER BY ROW_ID LIMIT {rows + 1}"
    with _open_index(path, f"{path}{SUFFIX} is not an index of a mindrecord file") as base:
        texts = [(_check_location(row), text) for row, text in base.execute(query)]
        if [row for row, _ in texts] != list(range(rows)) or None in [text for _, text in texts]:
            raise ValueError(f"its rows are not 0 to {rows - 1}, each with its {field}")
        return texts


def _check_location(value: object) -> int:
    """Returns a row's number, a page or an offset; ValueError for other values."""
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise ValueError(f"{value!r:.80} is not a location")
    return value


@contextmanager
def _open_index(path: str, what: str) -> Iterator[sqlite3.Connection]:
    """Opens an index for reading, without trust in its contents; RuntimeError with `what` for other databases."""
    base = sqlite3.connect(f"file:{_quoted(path + SUFFIX)}?mode=ro", uri=True)
    try:
        # A database's views, generated columns and functions could run code.
        base.execute("PRAGMA trusted_schema = OFF")
        steps = _STEPS + _STEPS_PER_BYTE * os.path.getsize(path + SUFFIX)
        base.set_progress_handler(lambda: 1, steps)
        _check_tables(base)
        yield base
    except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
        raise RuntimeError(
            f"Invalid file, {what}: {error}. Write the mindrecord file again."
        ) from error
    finally:
        base.close()


def _check_tables(base: sqlite3.Connection) -> None:
    query = "SELECT type, sql, rootpage FROM sqlite_master WHERE lower(name) IN ('indexes', 'shard_name') LIMIT 3"
    tables = base.execute(query).fetchall()
    plain = [kind == "table" and type(page) is int and page > 0 for kind, _, page in tables]
    if plain != [True, True]:
        raise ValueError("INDEXES and SHARD_NAME should be its tables")
    hidden = [row[6] for row in base.execute("PRAGMA table_xinfo(INDEXES)")]
    if any(hidden):
        raise ValueError("INDEXES has generated columns")


def _quoted(path: str) -> str:
    return os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
