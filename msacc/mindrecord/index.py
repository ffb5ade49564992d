"""A MindRecord file's index: the SQLite database beside it that says where each row lies."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from typing import Any

import numpy as np

from msacc.mindrecord.schema import Schema

SUFFIX = ".db"
_PLACES = (
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
# The places a reader needs: raw page, begin and end in it, blob page, begin and end in it.
_WANTED = (*_PLACES[1:4], *_PLACES[5:])


class IndexWriter:
    """Adds rows to the index of the file at `path`; a new index replaces an old one."""

    def __init__(self, path: str, schema: Schema, fields: list[str], append: bool) -> None:
        self.fields = fields
        if not append and os.path.exists(path + SUFFIX):
            os.remove(path + SUFFIX)
        self._base = sqlite3.connect(path + SUFFIX)
        if not append:
            self._create(os.path.basename(path), schema)
        # A field's column comes with one that numbers its values in a row; there is one: 0.
        columns = [*_PLACES, *(c for i, f in enumerate(fields) for c in (f"INC_{i}", f"{f}_0"))]
        marks = ", ".join("?" * len(columns))
        self._insert = f"INSERT INTO INDEXES ({', '.join(columns)}) VALUES({marks})"

    def _create(self, name: str, schema: Schema) -> None:
        columns = ", ".join(f"{place:<21}INT  NOT NULL" for place in _PLACES)
        for i, field in enumerate(self.fields):
            _check_column(field, self.fields)
            kind = _TYPES[schema.fields[field]["type"]]
            columns += f",INC_{i} INT, {field}_0 {kind}"
        key = ",".join(["ROW_ID", *(f"INC_{i}" for i in range(len(self.fields)))])
        self._base.execute(f"CREATE TABLE INDEXES(  {columns}, PRIMARY KEY({key}))")
        self._base.execute("CREATE TABLE SHARD_NAME(NAME TEXT NOT NULL)")
        self._base.execute("INSERT INTO SHARD_NAME (NAME) VALUES (?)", (name,))

    def add(self, rows: Iterable[tuple[tuple[int, ...], dict[str, Any]]]) -> None:
        """Rows: their places, in the order of the table, and their scalars."""
        self._base.executemany(self._insert, (self._entry(*row) for row in rows))

    def _entry(self, places: tuple[int, ...], values: dict[str, Any]) -> list[Any]:
        entry: list[Any] = list(places)
        for field in self.fields:
            entry += (0, values[field])
        return entry

    def move(self, group: int, page: int, shift: int) -> None:
        """The scalars of row group `group` now lie in raw page `page`, `shift` bytes earlier."""
        self._base.execute(
            "UPDATE INDEXES SET PAGE_ID_RAW = ?, PAGE_OFFSET_RAW = PAGE_OFFSET_RAW - ?, "
            "PAGE_OFFSET_RAW_END = PAGE_OFFSET_RAW_END - ? WHERE ROW_GROUP_ID = ?",
            (page, shift, shift, group),
        )

    def commit(self) -> None:
        """Bring everything to disk."""
        self._base.commit()

    def close(self) -> None:
        """Leave what was not committed."""
        self._base.close()


def _check_column(field: str, fields: list[str]) -> None:
    """RuntimeError for a name that cannot be a column's."""
    if field[0].isdigit():
        raise RuntimeError(f"Index field: {field} can't start with a number; choose another name.")
    if sum(other.lower() == field.lower() for other in fields) > 1:
        raise RuntimeError(f"Index field: {field} differs from another in its case alone: {fields}")


def read_places(path: str, rows: int) -> np.ndarray:
    """Where the rows lie: int64 (rows, 6), see `_WANTED`; RuntimeError for another file's index."""
    base = _opened(path)
    try:
        query = f"SELECT {', '.join(_WANTED)} FROM INDEXES ORDER BY ROW_ID"
        flat = np.fromiter((n for row in base.execute(query) for n in row), dtype=np.int64)
    except sqlite3.Error as error:
        raise RuntimeError(
            f"Invalid file, {path}{SUFFIX} is no index of a mindrecord file: {error}. "
            "Write the mindrecord file again."
        ) from error
    finally:
        base.close()
    if len(flat) != rows * len(_WANTED):
        raise RuntimeError(
            f"Unequal number of index entries and data entries: {path}{SUFFIX} has "
            f"{len(flat) // len(_WANTED)}, the mindrecord file {rows}. Write both again."
        )
    return flat.reshape(rows, len(_WANTED))


def check(path: str) -> None:
    """RuntimeError unless the index is there and is this file's."""
    if not os.path.exists(path + SUFFIX):
        raise RuntimeError(
            f"Invalid file, mindrecord meta file: {path}{SUFFIX} can not be found. Please check "
            f"whether {path}{SUFFIX} exists and do not rename the mindrecord file and meta file."
        )
    base = _opened(path)
    try:
        names = [row[0] for row in base.execute("SELECT NAME FROM SHARD_NAME")]
    except sqlite3.Error as error:
        raise RuntimeError(
            "Failed to execute the sql [ SELECT NAME from SHARD_NAME; ] while verifying meta file: "
            f"{path}{SUFFIX}: {error}. Write the mindrecord file again."
        ) from error
    finally:
        base.close()
    if names != [os.path.basename(path)]:
        raise RuntimeError(
            f"Invalid file, mindrecord meta file: {path}{SUFFIX} and mindrecord file: {path} "
            f"can not match: the index is of {names}. Please do not rename either."
        )


def read_texts(path: str, field: str) -> list[tuple[int, str]]:
    """(row, the text of its value in an indexed field), in order."""
    base = _opened(path)
    try:
        query = f"SELECT ROW_ID, CAST({field}_0 AS TEXT) FROM INDEXES ORDER BY ROW_ID"
        return [(row, text) for row, text in base.execute(query)]
    finally:
        base.close()


def _opened(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{_quoted(path + SUFFIX)}?mode=ro", uri=True)


def _quoted(path: str) -> str:
    return os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
