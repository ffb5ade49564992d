"""Writes one MindRecord file: rows in pages, in MindSpore's layout."""

from __future__ import annotations

import itertools
import os
from typing import Any, NamedTuple

from msacc.common.atomic_files import name_file
from msacc.mindrecord.header import LENGTH, Header, Page
from msacc.mindrecord.index import SUFFIX, IndexWriter
from msacc.mindrecord.msgpack import pack


class Row(NamedTuple):
    """An encoded row, each part after its length."""

    scalars: dict[str, Any]
    raw: bytes
    blob: bytes


def encode_row(header: Header, row: dict[str, Any]) -> tuple[Row, int]:
    """Returns an encoded row, and the bytes saved by the integer encoding."""
    scalars = header.schema.raw(row)
    blob, saved = header.schema.blob(row)
    parts = [pack(scalars), blob]
    raw, blob = (len(part).to_bytes(LENGTH, "little") + part for part in parts)
    for what, part in (("raw", raw), ("blob", blob)):
        if len(part) > header.page_size:
            raise RuntimeError(
                f"Invalid data, Page size: {header.page_size} is too small to save a {what} row "
                f"of {len(part)} bytes. Please call set_page_size with a larger value."
            )
    return Row(scalars, raw, blob), saved


class ShardWriter:
    """One file and its index, new or (`append`) existing."""

    def __init__(self, path: str, header: Header, append: bool = False) -> None:
        self.path, self.header = path, header
        self._file = open(path, "r+b" if append else "w+b")  # noqa: SIM115 - open until close()
        self._index = IndexWriter(path, header.schema, header.index, append)

    def write(self, rows: list[Row]) -> None:
        """Appends rows."""
        try:
            self._write(rows)
        except OSError as error:
            name_file(error, self.path)
            raise

    def _write(self, rows: list[Row]) -> None:
        blob_page, raw_page = self.header.last(True), self.header.last(False)
        bounds = self._split_groups(rows, blob_page, raw_page)
        first, others = rows[: bounds[0]], [rows[a:b] for a, b in itertools.pairwise(bounds)]
        groups = []
        if blob_page and first:
            blob_page.end_row += len(first)
            groups.append((blob_page, first))
        groups += [(self._new_blob_page(group), group) for group in others]
        numbers = [self._write_blobs(page, group) for page, group in groups]
        for (page, group), offsets in zip(groups, numbers, strict=True):
            self._write_raws(page, group, offsets)

    def _split_groups(self, rows: list[Row], blob: Page | None, raw: Page | None) -> list[int]:
        """Returns where to split: rows before the first bound go to the last row group, others to new groups."""
        limit, bounds = self.header.page_size, []
        blobs = blob.size if blob else limit
        raws = raw.size - raw.groups[-1][1] if raw else 0
        for i, row in enumerate(rows):
            blobs, raws = blobs + len(row.blob), raws + len(row.raw)
            if blobs > limit or raws > limit:
                bounds.append(i)
                blobs, raws = len(row.blob), len(row.raw)
        return [*bounds, len(rows)]

    def _add_page(self, blob: bool, **fields: Any) -> Page:
        page = Page(len(self.header.pages), blob, self.header.shard, **fields)
        self.header.pages.append(page)
        return page

    def _new_blob_page(self, group: list[Row]) -> Page:
        last = self.header.last(True)
        begin = last.end_row if last else 0
        number = last.kind_number + 1 if last else 0
        end = begin + len(group)
        return self._add_page(True, kind_number=number, first_row=begin, end_row=end)

    def _write_blobs(self, page: Page, group: list[Row]) -> list[int]:
        """Writes the group's blobs; returns the offset of each, and the end of the last one."""
        ends = itertools.accumulate((len(row.blob) for row in group), initial=page.size)
        self._append(page, b"".join(row.blob for row in group))
        return list(ends)

    def _append(self, page: Page, raw: bytes) -> None:
        start = self.header.header_size + page.number * self.header.page_size
        self._file.seek(start + page.size)
        self._file.write(raw)
        page.size += len(raw)

    def _write_raws(self, blob_page: Page, group: list[Row], blobs: list[int]) -> None:
        raw = b"".join(row.raw for row in group)
        number = blob_page.kind_number
        page = self._raw_page(number, len(raw))
        ends = list(itertools.accumulate((len(row.raw) for row in group), initial=page.size))
        self._append(page, raw)
        begin = blob_page.end_row - len(group)
        rows = range(begin, blob_page.end_row)
        raws, starts = itertools.pairwise(ends), itertools.pairwise(blobs)
        self._index.add(
            ((n, page.number, *a, number, blob_page.number, *b), row.scalars)
            for n, a, b, row in zip(rows, raws, starts, group, strict=False)
        )

    def _raw_page(self, group: int, size: int) -> Page:
        """Returns the raw page with space for `size` more bytes of row group `group`."""
        last = self.header.last(False)
        if last is None:
            return self._add_page(False, kind_number=0, groups=[(group, 0)])
        has_space = last.size + size <= self.header.page_size
        if last.groups[-1][0] == group:
            return last if has_space else self._move_group(last)
        if has_space:
            last.groups.append((group, last.size))
            return last
        return self._add_page(False, kind_number=last.number + 1, groups=[(group, 0)])

    def _move_group(self, last: Page) -> Page:
        """Moves the last row group of a full raw page to a new page."""
        group, offset = last.groups.pop()
        start = self.header.header_size + last.number * self.header.page_size
        self._file.seek(start + offset)
        raw = self._file.read(last.size - offset)
        last.size = offset
        page = self._add_page(False, kind_number=last.number + 1, groups=[(group, 0)])
        self._append(page, raw)
        self._index.move_group(group, page.number, offset)
        return page

    def commit(self) -> None:
        """Writes the header and the index."""
        encoded = self.header.encoded()
        try:
            self._file.seek(0)
            self._file.write(encoded)
            self._file.flush()
        except OSError as error:
            name_file(error, self.path)
            raise
        self._index.commit()

    def close(self) -> None:
        """Closes both files."""
        self._file.close()
        self._index.close()


def create(path: str, header: Header, overwrite: bool) -> ShardWriter:
    """Creates a file; RuntimeError if it exists and `overwrite` is False."""
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise RuntimeError(
            f"Invalid dir, failed to get the realpath of mindrecord file dir. Please check path: "
            f"{folder}; create the folder first."
        )
    exists = os.path.exists(path) or os.path.exists(path + SUFFIX)
    if exists and not overwrite:
        raise RuntimeError(
            f"Invalid file, mindrecord files already exist. Please check file path: {path}. "
            "Delete it or use FileWriter(..., overwrite=True)."
        )
    return ShardWriter(path, header)
