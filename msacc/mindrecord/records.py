"""Rows of one or several MindRecord files, read by number."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.mindrecord import index
from msacc.mindrecord.encryption import PlainFiles
from msacc.mindrecord.header import LENGTH, Header, read_header
from msacc.mindrecord.msgpack import unpack

_MAX_PAGES = 1 << 32


class RecordFile:
    """One file: the header is read at once, the index and the rows on demand."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.header: Header = read_header(path)
        index.check(path)
        self._locations: np.ndarray | None = None
        self._file: int | None = None

    def _read(self, page: int, begin: int, end: int) -> bytes:
        if self._file is None:
            self._file = os.open(self.path, os.O_RDONLY)
        start = self.header.header_size + page * self.header.page_size + begin + LENGTH
        size = end - begin - LENGTH
        if not (0 <= size <= self.header.page_size and 0 <= page <= _MAX_PAGES and begin >= 0):
            raise ValueError(f"its index has page {page}, bytes {begin} to {end}")
        if start + size > os.fstat(self._file).st_size:
            raise RuntimeError(f"Invalid file, {self.path} ends within a row; write it again.")
        raw = os.pread(self._file, size, start)
        if len(raw) != size:
            raise RuntimeError(f"Invalid file, {self.path} ends within a row; write it again.")
        return raw

    def row(self, number: int, scalars: bool, blobs: list[str]) -> dict[str, Any]:
        """Returns all scalars of row `number` (or none) and the named blob fields."""
        if self._locations is None:
            self._locations = index.read_locations(self.path, self.header.rows)
        raw_page, raw, raw_end, blob_page, blob, blob_end = self._locations[number].tolist()
        fields: dict[str, Any] = {}
        try:
            if scalars:
                fields = self.header.schema.check_scalars(
                    unpack(self._read(raw_page, raw, raw_end))
                )
            if blobs:
                content = self._read(blob_page, blob, blob_end)
                fields.update(self.header.schema.split_blob(content, blobs))
        except (ValueError, TypeError) as error:
            raise RuntimeError(
                f"Invalid file, row {number} of {self.path} cannot be read: {error}. "
                "The file or its index is damaged; write them again."
            ) from error
        return fields

    def close(self) -> None:
        """Closes the file; reading opens it again."""
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_file": None}


class Records:
    """The rows of several files, one file after the other."""

    def __init__(self, files: list[RecordFile], plain: PlainFiles) -> None:
        # Decrypted copies exist as long as this object.
        self.files, self._plain = files, plain
        self.schema = files[0].header.schema
        for file in files[1:]:
            if file.header.schema != self.schema:
                raise RuntimeError(
                    f"Invalid file, the metadata of mindrecord file: {file.path} is different "
                    f"from that of {files[0].path}; read files of one schema together."
                )
        self.sizes = [file.header.rows for file in files]
        self._ends = np.cumsum(self.sizes)

    def __len__(self) -> int:
        return int(self._ends[-1])

    def row(self, number: int, columns: Sequence[str] | None = None) -> dict[str, Any]:
        """Returns the named fields (all by default) of row `number`: first scalars, then bytes and arrays."""
        file_number = int(np.searchsorted(self._ends, number, side="right"))
        file_row = number - int(self._ends[file_number]) + self.sizes[file_number]
        names = list(self.schema.fields) if columns is None else columns
        blobs = [name for name in names if name in self.schema.blobs]
        scalars = [name for name in self.schema.scalars if name in names]
        fields = self.files[file_number].row(file_row, bool(scalars), blobs)
        return {name: fields[name] for name in (*scalars, *blobs)}

    def close(self) -> None:
        """Closes the files."""
        for file in self.files:
            file.close()


def check_files(paths: Sequence[str]) -> None:
    """Raises RuntimeError unless each file and its index exist."""
    for path in paths:
        for part in (path, path + index.SUFFIX):
            if not os.path.exists(part):
                raise RuntimeError(
                    f"The input: {part} is not exists. A mindrecord file and its index "
                    f"(the same name with {index.SUFFIX}) are read together."
                )


def open_records(paths_or_path: str | Sequence[str]) -> Records:
    """Opens the files of a list, or, for one path, all that were written together with it."""
    plain = PlainFiles()
    if not isinstance(paths_or_path, str):
        return Records([RecordFile(plain.plain_path(path)) for path in paths_or_path], plain)
    folder = os.path.dirname(paths_or_path)
    paths = [
        os.path.join(folder, name)
        for name in read_header(plain.plain_path(paths_or_path)).addresses
    ]
    for path in paths:
        if not os.path.exists(path):
            raise RuntimeError(
                f"Invalid file, mindrecord file: {path} can not be found. Please check whether the "
                "mindrecord file exists and do not rename the mindrecord file. It was written "
                f"together with {paths_or_path}; give a list of paths to read some of them."
            )
    return Records([RecordFile(plain.plain_path(path)) for path in paths], plain)
