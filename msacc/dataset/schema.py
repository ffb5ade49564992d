"""Column names, types and shapes of record files."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error

if TYPE_CHECKING:
    from collections.abc import Sequence

_INTS = [f"{sign}int{bits}" for bits in (8, 16, 32, 64) for sign in ("", "u")]
TYPES = ["bool", *_INTS, "float16", "float32", "float64", "string"]
_FIELDS = {"datasetType", "numRows", "columns"}
_ATTRIBUTES = {"name", "type", "rank", "t_impl", "shape"}


@dataclass(frozen=True)
class Column:
    """One column; without a shape it has one axis of any length."""

    name: str
    type: str
    shape: list[int] | None = None

    def dtype(self) -> np.dtype:
        """The numpy dtype (`str_` for strings)."""
        return np.dtype(np.str_ if self.type == "string" else self.type)

    def to_json_object(self) -> dict[str, Any]:
        """Returns the column as a JSON object."""
        shape_entry = {} if self.shape is None else {"shape": self.shape}
        rank = 1 if self.shape is None else len(self.shape)
        return {"name": self.name, "rank": rank, **shape_entry, "type": self.type}


class Schema:
    """Columns declared one by one, or read from the JSON file `schema_file`."""

    def __init__(self, schema_file: str | None = None) -> None:
        self.columns: list[Column] = []
        self.dataset_type, self.num_rows = "", 0
        self.schema_file = schema_file or ""
        if schema_file is not None:
            self.from_json(read_json(schema_file))

    def add_column(
        self, name: str, de_type: mstype.Type | str, shape: list[int] | None = None
    ) -> None:
        """Declare the column `name`, a str, of the type `de_type`, a MindSpore dtype or its name.

        `shape`: -1 for a size that is not known; None for one such axis.
        """
        check.instance(None, "name", name, str)
        if not name:
            raise TypeError("Expected non-empty string for column name.")
        if shape is not None:
            check.instance(None, "shape", shape, list)
            for i, size in enumerate(shape):
                check.instance(None, f"shape[{i}]", size, int)
        self.columns.append(Column(name, _type_name(de_type), shape))

    def parse_columns(self, columns: dict[str, Any] | Sequence[Any]) -> None:
        """Replace the columns by [{"name", "type", "shape"}, …] or {name: {"type", "shape"}}.

        A column without "shape" is a scalar. RuntimeError when a name or type is missing.
        """
        self.columns = [_parse_column(entry) for entry in _entries(columns)]

    def from_json(self, json_obj: dict[str, Any]) -> None:
        """Take datasetType, numRows and columns from `json_obj`, the dict of a parsed JSON file: RuntimeError."""
        if not isinstance(json_obj, dict) or not json_obj.get("columns"):
            raise RuntimeError('The schema needs a "columns" entry with columns in it.')
        unknown = sorted(set(json_obj) - _FIELDS)
        if unknown:
            raise RuntimeError(f"Unknown field {unknown[0]} in the schema; known: {_FIELDS}.")
        rows = json_obj.get("numRows", self.num_rows)
        if not isinstance(rows, int) or rows < 0:
            raise RuntimeError(f"numRows must be greater than or equal to 0, but got {rows}.")
        self.num_rows = rows
        kind = json_obj.get("datasetType", self.dataset_type)
        if not isinstance(kind, str):
            raise RuntimeError(f"datasetType must be a string, but got {kind!r}.")
        self.dataset_type = kind
        self.parse_columns(json_obj["columns"])

    def to_json(self) -> str:
        """The schema as JSON text."""
        content: dict[str, Any] = {"columns": [c.to_json_object() for c in self.columns] or None}
        if self.dataset_type:
            content["datasetType"] = self.dataset_type
        if self.num_rows:
            content["numRows"] = self.num_rows
        return json.dumps(content, indent=2)

    def __str__(self) -> str:
        return self.to_json()

    @staticmethod
    def get_num_rows(schema: Schema | str) -> int:
        """`numRows` of a Schema or of a JSON file; 0 if it says none."""
        return (schema if isinstance(schema, Schema) else Schema(schema)).num_rows


def _type_name(value: Any) -> str:
    """Returns the name of a column type; TypeError for other types."""
    if value is None:
        raise TypeError("Expected non-empty string for de_type.")
    name = value
    if isinstance(value, mstype.Type):
        name = "string" if value == mstype.string else np.dtype(_numpy_type(value)).name
    if name not in TYPES:
        raise TypeError(f"Unknown column type: {value!r}; known: {TYPES}.")
    return str(name)


def _numpy_type(value: mstype.Type) -> Any:
    try:
        return mstype.dtype_to_nptype(value)
    except (TypeError, KeyError) as error:
        raise TypeError(f"Unknown column type: {value!r}; known: {TYPES}.") from error


def _entries(columns: Any) -> list[dict[str, Any]]:
    """Returns the columns as dicts; RuntimeError for others."""
    if isinstance(columns, dict):
        items = [(name, columns[name]) for name in sorted(columns)]
        columns = [{**e, "name": n} if isinstance(e, dict) else e for n, e in items]
    if not isinstance(columns, (list, tuple)) or not all(isinstance(e, dict) for e in columns):
        raise RuntimeError(
            f"columns must be a dict or a list, each with name and type, but got {columns!r:.200}."
        )
    return list(columns)


def _parse_column(entry: dict[str, Any]) -> Column:
    for key in ("name", "type"):
        if not isinstance(entry.get(key, ""), str):
            raise RuntimeError(f"Column's {key} must be a string: {entry!r:.200}.")
        if key not in entry:
            raise RuntimeError(f"Column's {key} is missing: {entry!r:.200}.")
    if entry["type"] not in TYPES:
        raise RuntimeError(f"Type is unknown: {entry['type']!r}; known: {TYPES}.")
    shape = entry.get("shape", [])
    if not isinstance(shape, (list, tuple)) or not all(type(n) is int for n in shape):
        raise RuntimeError(f"Column's shape must be a list of int: {entry!r:.200}.")
    return Column(entry["name"], entry["type"], list(shape))


def read_json(path: str | os.PathLike[str]) -> Any:
    """Returns the content of a schema file: TypeError, ValueError (no such file), RuntimeError (no JSON)."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: {path!r} is not string; give a schema's file or a Schema.")
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise ValueError(f"The file {os.fspath(path)} does not exist or permission denied!")
    try:
        return safe_parsing.read_json(path)
    except ValueError as error:
        raise RuntimeError(f"Schema file failed to load: {path} is no JSON: {error}") from error


def schema_columns(schema: Schema | str) -> list[Column]:
    """Returns the columns of a source's `schema=`: a Schema, or the path of a file.

    Read straight from a file, "rank" is required and a column without "shape" has any length.
    """
    columns = schema.columns if isinstance(schema, Schema) else _file_columns(read_json(schema))
    if not columns:
        raise pipeline_error('Invalid data, "columns" field is missing in the schema: no column.')
    names = [column.name for column in columns]
    duplicates = sorted({name for name in names if names.count(name) > 1})
    if duplicates:
        raise pipeline_error(f"column name {duplicates[0]!r} already exists in schema.")
    return columns


def _file_columns(content: dict[str, Any]) -> list[Column]:
    schema = Schema()
    schema.from_json(content)
    entries = _entries(content["columns"])
    return [
        _column_with_rank(column, entry)
        for column, entry in zip(schema.columns, entries, strict=True)
    ]


def _column_with_rank(column: Column, entry: dict[str, Any]) -> Column:
    unknown = sorted(set(entry) - _ATTRIBUTES)
    if unknown:
        raise pipeline_error(f"unexpected attribute {unknown[0]} of column {column.name}.")
    if not isinstance(entry.get("rank"), int) or entry["rank"] < 0:
        raise pipeline_error(f'"rank" field of column {column.name} must have a value >= 0.')
    free = "shape" not in entry and entry["rank"] > 0
    return Column(column.name, column.type, None if free else column.shape)
