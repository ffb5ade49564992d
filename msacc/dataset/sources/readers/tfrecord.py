"""Reader of tf.train.Example messages in TFRecord files (`mindrecord.examples` parses them)."""

from __future__ import annotations

import math
import mmap
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.common.bounded_zlib import GZIP, ZLIB, unpacked
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block, from_rows, string_array
from msacc.dataset.schema import Column
from msacc.dataset.sources.readers.sequential_files import FileRange, FileSource, ReadOptions
from msacc.mindrecord import examples

# Limits of values padded to the longest: a multiple of their own bytes, and a size that is always allowed.
_MAX_RATIO, _ALWAYS_ALLOWED = 16, 1 << 24


def _content(path: str, compression: str) -> Any:
    """Returns a file's bytes, decompressed."""
    with open(path, "rb") as file:
        if not compression and os.path.getsize(path):
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        raw = file.read()
    try:
        if compression == "GZIP" and raw[:2] == b"\x1f\x8b":
            return unpacked(raw, GZIP)
        return unpacked(raw, ZLIB) if compression == "ZLIB" else raw
    except ValueError as error:
        raise pipeline_error(
            f"Invalid or incomplete data when inflating file {path} ({compression}): {error}"
        ) from error


def _record_spans(data: bytes | mmap.mmap, path: str) -> list[tuple[int, int]]:
    """Returns start and end of each record's message."""
    try:
        spans = examples.spans(data)
    except ValueError as error:
        raise pipeline_error(
            f"Invalid file. {path} either cannot be opened, or is no valid TFRecordDataset file: {error}; if the file "
            "is compressed, give compression_type."
        ) from error
    if not spans:
        raise pipeline_error(f"Invalid file. {path} is no valid TFRecordDataset file: no record.")
    return spans


class TfRecordSource(FileSource):
    """One row per Example. Without declared columns those of the first Example count, by name."""

    def __init__(
        self,
        files: list[str],
        options: ReadOptions,
        declared: list[Column] | None,
        names: list[str],
        compression: str,
        equal_shards: bool,
    ) -> None:
        super().__init__(files, options)
        self.declared, self.selected, self.compression = declared, names, compression
        self.equal_shards = equal_shards
        self._spans: dict[str, list[tuple[int, int]]] = {}
        self._columns: list[Column] | None = None

    def spans(self, path: str) -> list[tuple[int, int]]:
        """Returns the cached `_record_spans` of a file."""
        if path not in self._spans:
            self._spans[path] = _record_spans(_content(path, self.compression), path)
        return self._spans[path]

    def count(self, path: str) -> int:
        return len(self.spans(path))

    def check(self) -> None:
        for path in self.files:
            self.rows_of(path)
        shards = self.options.num_shards
        if shards > len(self.files) and (self.compression or not self.equal_shards):
            raise pipeline_error(
                f"Invalid file, numbers of tfrecord files should not be less than num_shards: "
                f"{len(self.files)} files, {shards} shards; use fewer shards, or "
                "shard_equal_rows=True and no compression_type."
            )

    def columns_are_known(self) -> bool:
        return self._columns is not None

    def columns(self) -> list[str]:
        return [column.name for column in self._selected_columns()]

    def _selected_columns(self) -> list[Column]:
        if self._columns is None:
            self.check()
            columns = {column.name: column for column in self.declared or self._first_columns()}
            missing = [name for name in self.selected if name not in columns]
            if missing:
                where = "the schema" if self.declared else "the first record"
                raise pipeline_error(
                    f"Invalid columns_list, failed to find column name: {missing[0]}; {where} has "
                    f"{sorted(columns)}."
                )
            self._columns = [columns[name] for name in self.selected or columns]
        return self._columns

    def _first_columns(self) -> list[Column]:
        path = self.files[0]
        begin, end = self.spans(path)[0]
        with read_errors(path):
            features = _features(_content(path, self.compression)[begin:end], path)
        if not features:
            raise pipeline_error(f"The first record of {path} has no feature.")
        types = {"bytes": "uint8", "float": "float32", "int64": "int64"}
        return [Column(n, types[_kind(n, features[n])[0]]) for n in sorted(features)]

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        columns, data = self._selected_columns(), _content(file_range.path, self.compression)
        spans = self.spans(file_range.path)[file_range.start : file_range.stop]
        for i in range(0, len(spans), rows):
            parsed = [_features(data[a:b], file_range.path) for a, b in spans[i : i + rows]]
            yield from_rows([self._row(features, columns, file_range.path) for features in parsed])

    def _row(self, features: dict[str, Any], columns: list[Column], path: str) -> list[np.ndarray]:
        row = []
        for column in columns:
            if column.name not in features:
                raise pipeline_error(
                    f"Column {column.name!r} could not be found in a record of {path}, which has "
                    f"{sorted(features)}; check columns_list and schema."
                )
            kind, values = _kind(column.name, features[column.name])
            exact = self.declared is not None
            try:
                row.append(
                    _declared_value(column, kind, values)
                    if exact
                    else _undeclared_value(column, kind, values)
                )
            except ValueError as error:
                raise pipeline_error(f"Column {column.name!r} of {path}: {error}") from error
        return row

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_spans": {}}


def _features(message: bytes, path: str) -> dict[str, Any]:
    try:
        return examples.features(message)
    except ValueError as error:
        raise pipeline_error(f"{path} holds a record that is no tf.train.Example.") from error


def _kind(name: str, feature: Any) -> tuple[str, Any]:
    """Returns the kind (bytes, float or int64) and the values."""
    result = examples.kind_of(feature)
    if result is None:
        raise pipeline_error(
            f"Unrecognized column type, the column type of {name} should be uint8, int64 or float32."
        )
    return result


def _undeclared_value(column: Column, kind: str, values: Any) -> np.ndarray:
    """Returns the values of an undeclared column; bytes are padded with spaces."""
    if {"uint8": "bytes", "float32": "float", "int64": "int64"}[column.type] != kind:
        raise ValueError(f"invalid column type, {column.type} in the first record, here {kind}.")
    if kind != "bytes":
        return np.array(list(values), column.dtype())
    longest = max(map(len, values), default=0)
    if longest * len(values) > max(_ALWAYS_ALLOWED, _MAX_RATIO * sum(map(len, values))):
        raise ValueError(f"one of {len(values)} values is far longer than the others")
    return _bytes(b"".join(value.ljust(longest) for value in values))


def _declared_value(column: Column, kind: str, values: Any) -> np.ndarray:
    """Returns the values in the schema's type and shape."""
    text = column.type == "string"
    if text != (kind == "bytes") and (text or column.type != "uint8"):
        raise ValueError(f"the file holds {kind}, but the schema says {column.type}.")
    shape = _resolved_shape(column.shape, len(values))
    if kind != "bytes":
        return _reshape(np.array(list(values)).astype(column.dtype()), shape)
    if text:
        return _reshape(string_array([value.decode() for value in values]), shape)
    free = column.shape is None or -1 in column.shape
    return _reshape(_bytes(b"".join(values)), None if free else shape)


def _resolved_shape(shape: list[int] | None, count: int) -> list[int] | None:
    """Returns the shape with -1 replaced by the size computed from the number of values."""
    if shape is None or -1 not in shape:
        return shape
    if shape.count(-1) > 1:
        raise ValueError(f"requested shape {shape} has more than one unknown dimension.")
    rest = math.prod(size for size in shape if size != -1)
    if rest == 0 or count % rest:
        raise ValueError(f"requested shape {shape} has an invalid element count, for {count}.")
    return [count // rest if size == -1 else size for size in shape]


def _reshape(values: np.ndarray, shape: list[int] | None) -> np.ndarray:
    if shape is None:
        return values
    if min(shape, default=0) < 0 or math.prod(shape) != values.size:
        raise ValueError(
            f"the shape {shape} of the schema does not match the {values.size} values in the file."
        )
    return values.reshape(shape)


def _bytes(raw: bytes) -> np.ndarray:
    if not raw:
        raise ValueError("it holds no bytes, which MindSpore refuses too; declare it as string.")
    return np.frombuffer(bytearray(raw), np.uint8)
