"""Converts TFRecord files to MindRecord."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from string import punctuation
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.mindrecord.examples import features, kind_of, spans
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools.base import write_all

if TYPE_CHECKING:
    from collections.abc import Sequence

# A feature's type -> the schema's.
_TYPES = {
    "string": "string",
    **dict.fromkeys(("int8", "int16", "int32", "uint8", "uint16", "bool"), "int32"),
    **dict.fromkeys(("int64", "uint32", "uint64"), "int64"),
    **dict.fromkeys(("float16", "float32"), "float32"),
    **dict.fromkeys(("float64", "double"), "float64"),
}
_FEATURE_KINDS = {"string": "bytes", "int32": "int64", "int64": "int64"}
_NOTHING: tuple[str, Any] = ("nothing", ())


class TFRecordToMR:
    """Writes the Examples of the TFRecord file `source` as rows to `destination`; in names, punctuation becomes
    _.

    `feature_dict`: name -> tf.io.FixedLenFeature (or an object with `shape` and `dtype`), a scalar or one
      dimension.
    `bytes_fields`: string features that are stored as bytes, such as images.

    Raises ValueError for other arguments and for Examples that do not match. The file is read without
    tensorflow, which MindSpore needs.
    """

    def __init__(
        self,
        source: str,
        destination: str,
        feature_dict: dict[str, Any],
        bytes_fields: list[str] | None = None,
    ) -> None:
        for name, value in (("source", source), ("destination", destination)):
            if not isinstance(value, str):
                raise ValueError(f"Parameter {name} must be string. Got {value!r}.")
            check_path(value, f"'{name}'")
        if not isinstance(feature_dict, dict):
            raise ValueError(f"Parameter feature_dict is None or not dict. Got {feature_dict!r}.")
        for feature in feature_dict.values():
            if not (hasattr(feature, "shape") and hasattr(feature, "dtype")):
                raise ValueError(
                    f"Parameter feature_dict: {feature_dict} only support FixedLenFeature."
                )
        self.source, self.destination, self.feature_dict = source, destination, feature_dict
        self._bytes = _bytes_fields(bytes_fields, feature_dict)
        self.bytes_fields_list = [_valid_name(name) for name in self._bytes]
        self.mindrecord_schema = {
            _valid_name(name): self._field(name, feature) for name, feature in feature_dict.items()
        }

    def _field(self, name: str, feature: Any) -> dict[str, Any]:
        kind = _schema_type(feature.dtype)
        if not feature.shape:
            return {"type": "bytes" if name in self._bytes else kind}
        if len(feature.shape) != 1:
            raise ValueError(f"Parameter len(feature_dict[{name}].shape) should be 1.")
        size = feature.shape[0]
        if not isinstance(size, int):
            raise ValueError(
                "Invalid parameter feature_dict, value and type mismatch, please check item of "
                f'feature_dict["{name}"].'
            )
        if size < 1:
            raise ValueError(f"Parameter feature_dict[{name}].shape[0] should > 0")
        if kind == "string":
            raise ValueError(
                f"Parameter feature_dict[{name}].dtype is tf.string which shape[0] is not None. "
                "It is not supported."
            )
        return {"type": kind, "shape": [size]}

    def tfrecord_iterator(self) -> Iterator[dict[str, Any]]:
        """Yields the rows as dictionaries."""
        with open(self.source, "rb") as file:
            data = file.read()
        try:
            for begin, end in spans(data):
                by_name = features(data[begin:end])
                yield {_valid_name(name): self._value(name, by_name) for name in self.feature_dict}
        except ValueError as error:
            raise ValueError(
                f"TFRecord feature_dict parameter error. {self.source}: {error}."
            ) from error

    def tfrecord_iterator_oldversion(self) -> Iterator[dict[str, Any]]:
        """Same as `tfrecord_iterator`."""
        return self.tfrecord_iterator()

    def _value(self, name: str, by_name: dict[str, Any]) -> Any:
        field = self.mindrecord_schema[_valid_name(name)]
        feature = kind_of(by_name[name]) if name in by_name else None
        kind, values = feature or _NOTHING
        expected = _schema_type(self.feature_dict[name].dtype)
        size = field.get("shape", [1])[0]
        if kind != _FEATURE_KINDS.get(expected, "float") or len(values) != size:
            raise ValueError(
                f"feature {name!r} should have {size} values of {expected}, but has {len(values)} of {kind}"
            )
        if "shape" in field:
            return np.array(list(values), field["type"])
        return values[0].decode() if field["type"] == "string" else values[0]

    def run(self) -> None:
        """Writes the file; OSError for a missing source."""
        if not os.path.exists(self.source):
            raise OSError(f"There is no TFRecord file {self.source}.")
        writer = FileWriter(self.destination)
        writer.add_schema(self.mindrecord_schema, "TFRecord to MindRecord")
        write_all(writer, self.tfrecord_iterator(), parallel=True)

    def transform(self) -> None:
        """Calls `run`."""
        self.run()


def _bytes_fields(names: Sequence[str] | None, feature_dict: dict[str, Any]) -> list[str]:
    if names is not None and not isinstance(names, list):
        raise ValueError(f"Parameter bytes_fields: {names} must be list(str).")
    for name in names or ():
        what = f"Parameter bytes_fields's item: {name}"
        if not isinstance(name, str):
            raise ValueError(f"{what} is not str.")
        if name not in feature_dict:
            raise ValueError(f"{what} is not in feature_dict: {feature_dict}.")
        if not isinstance(feature_dict[name].shape, list):
            raise ValueError(f"Parameter feature_dict[{name}].shape should be a list.")
        if _schema_type(feature_dict[name].dtype) != "string":
            raise ValueError(f"Parameter bytes_field: {name} should be tf.string in feature_dict.")
    return list(names or ())


def _valid_name(name: str) -> str:
    """Returns a name that is valid in a schema."""
    return re.sub(f"[{re.escape(punctuation)} ]", "_", name)


def _schema_type(dtype: str) -> str:
    """Returns the schema's type for a feature's, which is tensorflow's, NumPy's or a name."""
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype)
    if name not in _TYPES:
        raise ValueError(f"Type {name} is not supported in MindRecord.")
    return _TYPES[name]
