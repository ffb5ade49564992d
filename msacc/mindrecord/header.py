"""A MindRecord file's header and the locations of its pages.

The file begins with the header's length (8 bytes, little-endian) and the header (JSON), in
`header_size` bytes; pages of `page_size` bytes follow. A blob page contains arrays and bytes of rows, a
raw page their scalars; each has a row's length (8 bytes, little-endian) and its bytes.
Row group g is the contents of the g-th blob page; its scalars are together in one raw page.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msacc.common.safe_parsing import json_object
from msacc.mindrecord.errors import MindRecordException
from msacc.mindrecord.paths import LENGTH as LENGTH
from msacc.mindrecord.paths import check_size
from msacc.mindrecord.schema import Schema, build

if TYPE_CHECKING:
    from collections.abc import Sequence

_VERSIONS = ("2.0", "3.0")
_BLOB, _RAW = "BLOB_DATA", "RAW_DATA"
_MAX_HEADER, _MAX_NUMBER = 128 << 20, 1 << 48
_REMEDY = "Please check the path and use 'FileWriter' to generate valid mindrecord files."


@dataclass
class Page:
    """One page: its number, its used size, and its rows or row groups."""

    number: int
    blob: bool
    shard: int
    kind_number: int
    first_row: int = 0
    end_row: int = 0
    size: int = 0
    # (row group, offset in the page); a blob page has one group, numbered 0.
    groups: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])

    def to_json(self) -> dict[str, Any]:
        """Returns the page's entry in the header."""
        return {
            "end_row_id": self.end_row,
            "page_id": self.number,
            "page_size": self.size,
            "page_type": _BLOB if self.blob else _RAW,
            "page_type_id": self.kind_number,
            "row_group_ids": [{"id": group, "offset": offset} for group, offset in self.groups],
            "shard_id": self.shard,
            "start_row_id": self.first_row,
        }


@dataclass
class Header:
    """The contents of a file's header."""

    schema: Schema
    index: list[str]
    addresses: list[str]
    shard: int = 0
    header_size: int = 1 << 24
    page_size: int = 1 << 25
    saved: int = 0
    pages: list[Page] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(page.end_row - page.first_row for page in self.pages if page.blob)

    def last(self, blob: bool) -> Page | None:
        """Returns the last blob (or raw) page."""
        return next((page for page in reversed(self.pages) if page.blob is blob), None)

    def encoded(self) -> bytes:
        """Returns the header's bytes after their length."""
        fields = self.schema.fields.items()
        schema = {
            "blob_fields": self.schema.blobs,
            "desc": self.schema.description,
            "schema": {name: {key: kind[key] for key in sorted(kind)} for name, kind in fields},
        }
        content = {
            "header_size": self.header_size,
            "index_fields": [{"index_field": n, "schema_id": 0} for n in self.index] or None,
            "page": [page.to_json() for page in self.pages] or None,
            "page_size": self.page_size,
            "compression_size": max(self.saved, 0),
            "schema": [schema],
            "shard_addresses": self.addresses,
            "shard_id": self.shard,
            "statistics": None,
            "version": "3.0",
        }
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
        if LENGTH + len(text) > self.header_size:
            raise RuntimeError(
                f"The header takes {LENGTH + len(text)} bytes, but the limit is "
                f"{self.header_size}; call set_header_size (or set_page_size) with a larger value."
            )
        return len(text).to_bytes(LENGTH, "little") + text


def read_header(path: str) -> Header:
    """Returns the header of the file at `path`; RuntimeError if it has none."""
    check_size(path)
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(LENGTH), "little")
        if length > _MAX_HEADER:
            raise RuntimeError(
                "Invalid file, the size of mindrecord file header is larger than the upper limit. "
                f"{_REMEDY} File path: {path}"
            )
        raw = file.read(length) if LENGTH + length <= size else b""
    try:
        header = _parse(json_object(raw))
        # A row takes at least two lengths.
        if header.rows > size // (2 * LENGTH):
            raise ValueError(f"{header.rows} rows in {size} bytes")
        return header
    except (ValueError, KeyError, TypeError, IndexError, MindRecordException) as error:
        raise RuntimeError(
            f"Invalid file, {path} does not begin with the header of a mindrecord file. {_REMEDY}"
        ) from error


def _parse(content: dict[str, Any]) -> Header:
    if content["version"] not in _VERSIONS:
        raise ValueError(f"version {content['version']}")
    schema = build(content["schema"][0]["schema"], content["schema"][0]["desc"])
    index = [entry["index_field"] for entry in content["index_fields"] or ()]
    # The names are inserted in SQL queries.
    if not set(index) <= set(schema.scalars):
        raise ValueError(f"index fields {index!r:.200}")
    return Header(
        schema,
        index,
        _addresses(content["shard_addresses"]),
        _check_number(content["shard_id"]),
        _check_number(content["header_size"]),
        _check_number(content["page_size"]),
        _check_number(content.get("compression_size", 0)),
        [_page(entry) for entry in content["page"] or ()],
    )


def _check_number(value: object) -> int:
    """Returns a number or a size; ValueError for other values."""
    if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
        raise ValueError(f"{value!r:.80} is not a number or size")
    return value


def _addresses(names: Sequence[str]) -> list[str]:
    """Returns the names of the files that were written together, in one folder."""
    if not isinstance(names, list) or not names:
        raise ValueError(f"shard_addresses {names!r:.80}")
    for name in names:
        if not isinstance(name, str) or not name or os.path.basename(name) != name or "\0" in name:
            raise ValueError(f"{name!r:.80} is not the name of a file in the same folder")
    return names


def _page(entry: dict[str, Any]) -> Page:
    page = Page(
        _check_number(entry["page_id"]),
        entry["page_type"] == _BLOB,
        _check_number(entry["shard_id"]),
        _check_number(entry["page_type_id"]),
        _check_number(entry["start_row_id"]),
        _check_number(entry["end_row_id"]),
        _check_number(entry["page_size"]),
        [
            (_check_number(group["id"]), _check_number(group["offset"]))
            for group in entry["row_group_ids"]
        ],
    )
    if page.end_row < page.first_row:
        raise ValueError(f"page {page.number} has the rows {page.first_row} to {page.end_row}")
    return page
