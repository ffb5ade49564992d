"""Schemas: the fields of a row, and its split into scalars and one blob."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.mindrecord.errors import MRMBuildSchemaError, MRMInvalidSchemaError
from msacc.mindrecord.integers import grow, shrink

if TYPE_CHECKING:
    from collections.abc import Sequence

ARRAYS = ("int32", "int64", "float32", "float64")
TYPES = (*ARRAYS, "string", "bytes")
# Python (and numpy) types of a scalar -> allowed schema types.
_SCALARS = {
    "int": ("int32", "int64"),
    "float": ("float32", "float64"),
    "str": ("string",),
    "bytes": ("bytes",),
    **{name: (name,) for name in ARRAYS},
}
# The first letters of a scalar's type -> allowed types in its page.
_PAGE_TYPES: dict[str, tuple[type, ...]] = {
    "int32": (int,), "int64": (int,), "float": (float, int), "strin": (str,),
}  # fmt: skip
# The placeholders for rows without blob fields and without scalars.
_NO_BLOB = b"\0\0\0\0"
_NO_SCALARS = {"id": 0}


@dataclass
class Schema:
    """Field name -> {"type": ..., "shape": ...}, fields in alphabetical order."""

    fields: dict[str, dict[str, Any]]
    description: str = ""
    blobs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fields = {name: self.fields[name] for name in sorted(self.fields)}
        self.blobs = [name for name, kind in self.fields.items() if is_blob(kind)]

    @property
    def scalars(self) -> list[str]:
        """The fields that are numbers or strings."""
        return [name for name in self.fields if name not in self.blobs]

    def mismatch(self, row: dict[str, Any]) -> str | None:
        """Returns a message about the first field that does not match the schema, or None."""
        for name, kind in self.fields.items():
            if name not in row:
                return f"field {name!r} is missing; its fields are {sorted(row)}"
            if not _matches(row[name], kind):
                return f"field {name!r} should be {_expected_text(kind)}, but got {_actual_text(row[name])}"
        return None

    def raw(self, row: dict[str, Any]) -> dict[str, Any]:
        """Returns the scalars of a row as Python types."""
        return {name: _to_python(row[name]) for name in self.scalars} or dict(_NO_SCALARS)

    def check_scalars(self, values: dict[str, Any]) -> dict[str, Any]:
        """Returns the scalars read for a row; ValueError if they do not match the schema."""
        for name in self.scalars:
            kind = self.fields[name]["type"]
            if name not in values or type(values[name]) not in _PAGE_TYPES[kind[:5]]:
                raise ValueError(
                    f"field {name!r} should be {kind}, but is {values.get(name)!r:.80}"
                )
        return values

    def blob(self, row: dict[str, Any]) -> tuple[bytes, int]:
        """Returns the arrays and bytes of a row as one blob, and the bytes saved by the integer encoding."""
        if not self.blobs:
            return _NO_BLOB, 0
        parts, saved = [], 0
        for name in self.blobs:
            full = _octets(row[name], self.fields[name])
            encoded = self._encode_field(name, full)
            saved += len(full) - len(encoded)
            parts.append(encoded)
        if len(parts) == 1:
            return parts[0], saved
        return b"".join(len(part).to_bytes(8, "big") + part for part in parts), saved

    def _encode_field(self, name: str, full: bytes) -> bytes:
        dtype = self.fields[name]["type"]
        return shrink(np.frombuffer(full, dtype)) if dtype.startswith("int") else full

    def split_blob(self, blob: bytes, names: list[str]) -> dict[str, Any]:
        """Returns the named blob fields: bytes, or arrays in the schema's shape; ValueError if truncated."""
        if len(self.blobs) == 1:
            raw_fields = {self.blobs[0]: blob}
        else:
            raw_fields, offset = {}, 0
            for name in self.blobs:
                size = int.from_bytes(blob[offset : offset + 8], "big")
                raw_fields[name] = blob[offset + 8 : offset + 8 + size]
                offset += 8 + size
            if offset != len(blob):
                raise ValueError(f"the fields take {offset} bytes, but there are {len(blob)}")
        return {name: _read(raw_fields[name], self.fields[name]) for name in names}


def is_blob(kind: dict[str, Any]) -> bool:
    """Returns whether a field is stored in the blob pages."""
    return kind["type"] == "bytes" or "shape" in kind


def build(content: dict[str, Any], description: str | None) -> Schema:
    """Returns the schema for an argument of `add_schema`; MRMInvalidSchemaError, MRMBuildSchemaError."""
    if not content:
        raise MRMInvalidSchemaError("Schema content is empty.")
    if not isinstance(content, dict):
        raise MRMInvalidSchemaError(f"Schema content should be dict, but got {content!r:.80}.")
    if description is not None and not isinstance(description, str):
        raise TypeError(f"desc should be a string, but got {description!r}.")
    for name, kind in content.items():
        _check(name, kind)
    return Schema({name: dict(kind) for name, kind in content.items()}, description or "")


def _check(name: object, kind: object) -> None:
    if not isinstance(name, str) or not re.fullmatch(r"[0-9a-zA-Z_]+", name):
        raise MRMInvalidSchemaError(
            f"Field {name!r} should be composed of '0-9' or 'a-z' or 'A-Z' or '_'."
        )
    if not kind or not isinstance(kind, dict):
        raise MRMInvalidSchemaError(f"Field {name!r} should be dict, but got {kind!r}.")
    if set(kind) - {"type", "shape"} or "type" not in kind:
        raise MRMInvalidSchemaError(
            f"Field {name!r} contains illegal attributes: {kind}; it takes type and shape."
        )
    allowed = ARRAYS if "shape" in kind else TYPES
    if kind["type"] not in allowed:
        raise MRMInvalidSchemaError(
            f"Field {name!r} contain illegal attribute {kind['type']!r}; type should be one of "
            f"{list(allowed)}{' for a field with a shape' if 'shape' in kind else ''}."
        )
    if "shape" in kind:
        _check_shape(name, kind["shape"])


def _check_shape(name: str, shape: Sequence[int]) -> None:
    numbers = isinstance(shape, list) and all(type(n) is int for n in shape)
    if not numbers:
        raise MRMInvalidSchemaError(
            f"Field {name!r} contain illegal attribute {shape!r}; shape should be a list of int."
        )
    if shape.count(-1) > 1 or any(n < -1 for n in shape):
        raise MRMBuildSchemaError(f"Field {name!r}: at most one -1 in its shape, got {shape}.")


def _matches(value: Any, kind: dict[str, Any]) -> bool:
    if "shape" not in kind:
        return kind["type"] in _SCALARS.get(type(value).__name__, ())
    if not isinstance(value, np.ndarray) or str(value.dtype) != kind["type"]:
        return False
    try:
        value.reshape(kind["shape"])
    except ValueError:
        return False
    return True


def _expected_text(kind: dict[str, Any]) -> str:
    return f"an array of {kind['type']}, shape {kind['shape']}" if "shape" in kind else kind["type"]


def _actual_text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}, shape {list(value.shape)}"
    return f"{value!r:.80} ({type(value).__name__})"


def _to_python(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _octets(value: Any, kind: dict[str, Any]) -> bytes:
    return value if isinstance(value, bytes) else value.astype(kind["type"]).tobytes()


def _read(raw: bytes, kind: dict[str, Any]) -> Any:
    dtype = kind["type"]
    if dtype == "bytes":
        return raw
    values = grow(raw, dtype) if dtype.startswith("int") else np.frombuffer(raw, dtype).copy()
    if -1 in kind["shape"] and not values.size:
        # -1 is ambiguous without values.
        return values.reshape([0 if n == -1 else n for n in kind["shape"]])
    return values.reshape(kind["shape"])
