"""FileWriter: rows from Python into MindRecord files that MindSpore reads too."""

from __future__ import annotations

import itertools
import os
from typing import Any

from msacc.common.warn_once import logger, once
from msacc.mindrecord import schema as schemas
from msacc.mindrecord import shard
from msacc.mindrecord.encryption import decrypt_in_place, encrypt, encrypting
from msacc.mindrecord.errors import (
    MRMAddSchemaError,
    MRMDefineIndexError,
    MRMGetMetaError,
    ParamTypeError,
    ParamValueError,
)
from msacc.mindrecord.header import Header, read_header
from msacc.mindrecord.index import SUFFIX
from msacc.mindrecord.paths import check_path, shard_paths
from msacc.mindrecord.records import check_files
from msacc.mindrecord.schema import Schema

_HEADER_SIZES = (16 << 10, 128 << 20)
_PAGE_SIZES = (32 << 10, 256 << 20)
_MAX_SHARDS = 1000


class FileWriter:
    """Writes rows (dictionaries) to MindRecord files: add_schema, write_raw_data, commit.

    `file_name`: the path.
    `shard_num` (1 to 1000): how many files, `<file_name>0`, `<file_name>1`, … when more than one.
    `overwrite`: replace files that are there. Each file gets an index beside it (`.db`); the two are read
      together and must not be renamed.

    Raises ParamValueError for arguments of another type or range, RuntimeError when a file exists and
    `overwrite` is False. Rows that do not match the schema are skipped and logged, as in MindSpore.

    MindSpore assigns remaining rows to random shards, this class to the shortest ones.
    """

    def __init__(self, file_name: str, shard_num: int = 1, overwrite: bool = False) -> None:
        check_path(file_name)
        if shard_num is None:
            raise ParamValueError("Parameter shard_num is None. Leave it out or give an int.")
        if not isinstance(shard_num, int):
            raise ParamValueError(f"Parameter shard_num's type is not int. Got {shard_num!r}.")
        if not 1 <= shard_num <= _MAX_SHARDS:
            raise ParamValueError(
                f"Parameter shard_num's value: {shard_num} should between 1 and {_MAX_SHARDS}."
            )
        if not isinstance(overwrite, bool):
            raise ParamValueError(f"Parameter overwrite's type is not bool. Got {overwrite!r}.")
        if shard_num > 1 and encrypting():
            raise RuntimeError(
                "When encode mode is enabled, the automatic sharding function is unavailable. "
                f"Got shard_num {shard_num}: write one file, or call set_enc_key(None)."
            )
        self._paths = shard_paths(file_name, shard_num)
        self._overwrite, self._append = overwrite, False
        self._schema: Schema | None = None
        self._index: list[str] = []
        self._header_size, self._page_size = Header.header_size, Header.page_size
        self._shards: list[shard.ShardWriter] = []
        self._parallel: bool | None = None
        self._committed = False
        self._next_shard = itertools.count()

    @classmethod
    def open_for_append(cls, file_name: str) -> FileWriter:
        """Returns a writer that adds rows to the existing file `file_name`, with its schema and index."""
        check_path(file_name)
        check_files([file_name])
        for part in (file_name, file_name + SUFFIX):
            decrypt_in_place(part)
        header = read_header(file_name)
        writer = cls(file_name)
        writer._schema, writer._append = header.schema, True
        writer._shards = [shard.ShardWriter(file_name, header, append=True)]
        return writer

    def add_schema(self, content: dict[str, Any], desc: str | None = None) -> None:
        """Sets the fields of a row.

        `content`: name -> {"type": int32, int64, float32, float64, string or bytes}; a number type with a
          "shape" ([-1, 3, 3]; one -1 at most) is an array.
        `desc`: a str that describes it, or None.
        """
        built = schemas.build(content, desc)
        if self._schema is not None:
            raise MRMAddSchemaError("A schema was added already; a file has exactly one.")
        self._schema = built

    def add_index(self, index_fields: list[str]) -> None:
        """Adds the fields `index_fields`, a list of names of numbers or strings, to the index.

        By default it contains all of them.
        """
        if not index_fields or not isinstance(index_fields, list):
            raise ParamTypeError("index_fields", "list", index_fields)
        if self._schema is None:
            raise MRMGetMetaError("Call add_schema before add_index.")
        for name in index_fields:
            self._check_index(name, self._schema)
            self._index.append(name)

    def _check_index(self, name: object, schema: Schema) -> None:
        if not isinstance(name, str):
            raise ParamTypeError("index field", "str", name)
        if name in schema.blobs:
            raise MRMDefineIndexError(f"Failed to set field {name} since it's not primitive type.")
        if name not in schema.fields:
            raise RuntimeError(
                f"Invalid input, 'index_fields': {name} can not found in schema: {schema.fields}."
            )
        if name in self._index:
            raise RuntimeError(f"The 'index_fields': {name} is added repeatedly; leave it out.")

    def set_header_size(self, header_size: int) -> None:
        """Sets the bytes reserved for the header.

        `header_size`: 16 KB to 128 MB, a multiple of 4 (16 MB by default).
        """
        self._header_size = _check_size(header_size, "header size", _HEADER_SIZES, self._shards)

    def set_page_size(self, page_size: int) -> None:
        """Sets the bytes of a page, the limit of a row.

        `page_size`: 32 KB to 256 MB, a multiple of 4 (32 MB by default).
        """
        self._page_size = _check_size(page_size, "page size", _PAGE_SIZES, self._shards)

    def open_and_set_header(self) -> int:
        """Called before the first rows in MindSpore 1.x; returns `SUCCESS`, or raises without a schema.

        The first rows open the files: what their headers say depends on whether they are written in parallel.
        """
        self._needed_schema()
        return 0

    def write_raw_data(self, raw_data: list[dict[str, Any]], parallel_writer: bool = False) -> None:
        """Adds rows to the file.

        `raw_data`: a list of dicts, a value for each field.
        `parallel_writer`: each call writes to one file, in turn. Each file is then independent: pass a list
          of them to read all. This process writes them; MindSpore uses one process per file.
        """
        if not isinstance(parallel_writer, bool):
            raise TypeError(
                f"The parameter `parallel_writer` must be bool. Got {parallel_writer!r}."
            )
        if self._parallel not in (None, parallel_writer):
            raise RuntimeError("The parameter `parallel_writer` must be consistent during use.")
        if not isinstance(raw_data, list):
            raise ParamTypeError("raw_data", "list", raw_data)
        for row in raw_data:
            if not isinstance(row, dict):
                raise ParamTypeError("raw_data item", "dict", row)
        if self._committed and not self._append:
            raise RuntimeError(
                "Not allowed to call `write_raw_data` on flushed MindRecord files. Call `commit` "
                "after the last `write_raw_data`, or `FileWriter.open_for_append`."
            )
        self._parallel = parallel_writer
        files = self._open_shards()
        rows = [self._encode_row(row, files) for row in self._valid_rows(raw_data)]
        if parallel_writer:
            if len(files) > 1:
                once("mindrecord.parallel", "FileWriter: parallel_writer writes in this process.")
            files[next(self._next_shard) % len(files)].write(rows)
        else:
            _distribute(rows, files)

    def _open_shards(self) -> list[shard.ShardWriter]:
        """Returns the files, created at the first call."""
        if self._shards:
            return self._shards
        schema = self._needed_schema()
        names = [os.path.basename(path) for path in self._paths]
        index = self._index or schema.scalars
        for i, path in enumerate(self._paths):
            addresses, number = ([names[i]], 0) if self._parallel else (names, i)
            header = Header(schema, index, addresses, number, self._header_size, self._page_size)
            self._shards.append(shard.create(path, header, self._overwrite))
        return self._shards

    def _needed_schema(self) -> Schema:
        if self._schema is None:
            raise RuntimeError(
                "Invalid data, schema is not found in header, please use 'add_schema' to add a "
                "schema for new mindrecord files."
            )
        return self._schema

    def _valid_rows(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        assert self._schema is not None
        valid = []
        for i, row in enumerate(rows):
            mismatch = self._schema.mismatch(row)
            if mismatch is None:
                valid.append(row)
            else:
                logger.warning("mindrecord: row %d is skipped: %s.", i, mismatch)
        if not valid:
            raise RuntimeError(
                "There is no valid data which can be written by 'write_raw_data' to mindrecord "
                "file. Please check the rows against the schema; the log says what is wrong."
            )
        return valid

    def _encode_row(self, row: dict[str, Any], files: list[shard.ShardWriter]) -> shard.Row:
        encoded, saved = shard.encode_row(files[0].header, row)
        for file in files:
            file.header.saved += saved
        return encoded

    def commit(self) -> None:
        """Writes headers and indices to disk; without it the files cannot be read."""
        if self._committed and not self._append:
            raise RuntimeError("commit was already called; call it once, after the last row.")
        for file in self._open_shards():
            file.commit()
            for path in (file.path, file.path + SUFFIX):
                os.chmod(path, 0o600)
        self._committed = True
        if not self._append:
            for file in self._shards:
                file.close()
        for file in self._shards:
            for path in (file.path, file.path + SUFFIX):
                encrypt(path)


def _check_size(value: object, what: str, limits: tuple[int, int], opened: list[Any]) -> int:
    if not isinstance(value, int):
        raise TypeError(f"The {what} should be an int, but got {value!r}.")
    if not limits[0] <= value <= limits[1]:
        raise RuntimeError(
            f"Invalid data, {what}: {value} should be in range [{limits[0]} bytes, "
            f"{limits[1]} bytes]."
        )
    if value % 4:
        raise RuntimeError(f"Invalid data, {what}: {value} should be divided by four.")
    if opened:
        raise RuntimeError(f"The {what} is set before the first row is written.")
    return value


def _distribute(rows: list[shard.Row], files: list[shard.ShardWriter]) -> None:
    """Splits rows into consecutive parts, one per file; remaining rows go to the files with the fewest rows."""
    each, remainder = divmod(len(rows), len(files))
    order = sorted(range(len(files)), key=lambda i: files[i].header.rows)
    longer = set(order[:remainder])
    start = 0
    for i, file in enumerate(files):
        end = start + each + (i in longer)
        if end > start:
            file.write(rows[start:end])
        start = end
