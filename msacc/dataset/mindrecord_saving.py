"""`Dataset.save`: writes the rows of a pipeline to MindRecord files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.errors import pipeline_error
from msacc.mindrecord.encryption import encrypting
from msacc.mindrecord.filewriter import FileWriter

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset

_ROWS_PER_WRITE = 256
# numpy dtype -> stored type; MindRecord has no narrow integers and no half floats.
_STORED_TYPES = {
    **dict.fromkeys(("bool", "int8", "uint8", "int16", "uint16", "int32"), "int32"),
    **dict.fromkeys(("uint32", "int64", "uint64"), "int64"),
    **dict.fromkeys(("float16", "float32"), "float32"),
    "float64": "float64",
}


def save(dataset: Any, file_name: str, num_files: int, file_type: str) -> None:
    """Writes one epoch of `dataset`."""
    check.instance(None, "num_files", num_files, int)
    if not 0 < num_files <= 1000:
        raise ValueError(f"num_files should between 0 and 1000. Got {num_files}.")
    check.instance(None, "file_name", file_name, str)
    check.instance(None, "file_type", file_type, str)
    if file_type != "mindrecord":
        raise ValueError(f"{file_type} dataset format is not supported. Give 'mindrecord'.")
    if num_files > 1 and encrypting():
        raise RuntimeError(
            "When encode mode is enabled, the automatic sharding function is unavailable. "
            f"Got num_files {num_files}: write one file, or call mindrecord.set_enc_key(None)."
        )
    _check_folder(file_name)
    _write(dataset, FileWriter(file_name, num_files))


def _check_folder(file_name: str) -> None:
    if not file_name:
        raise RuntimeError("SaveToDisk failed, dataset_path must not be empty")
    folder = os.path.dirname(file_name) or "."
    if not os.path.isdir(folder):
        raise RuntimeError(f"SaveToDisk failed, can not get real dataset path: {folder}")


def _write(dataset: Dataset, writer: FileWriter) -> None:
    names = [re.sub(r"\W", "_", name) for name in dataset.get_col_names()]
    rows = dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)
    pending: list[dict[str, Any]] = []
    fields: dict[str, dict[str, Any]] = {}
    for row in rows:
        if not fields:
            fields = {name: _field(name, value) for name, value in zip(names, row, strict=True)}
            writer.add_schema(fields, "mindrecord")
        pending.append(dict(_values(names, row, fields)))
        if len(pending) == _ROWS_PER_WRITE:
            _write_rows(writer, pending)
            pending = []
    if not fields:
        raise RuntimeError("SaveToDisk failed: the dataset has no rows.")
    if pending:
        _write_rows(writer, pending)
    writer.commit()


def _write_rows(writer: FileWriter, rows: list[dict[str, Any]]) -> None:
    try:
        writer.write_raw_data(rows)
    except RuntimeError as error:
        raise pipeline_error(str(error)) from error


def _field(name: str, value: np.ndarray) -> dict[str, Any]:
    kind = value.dtype.kind if isinstance(value, np.ndarray) else ""
    if kind in ("U", "S") and not value.ndim:
        return {"type": "string" if kind == "U" else "bytes"}
    if kind in ("", "U", "S") or value.dtype.name not in _STORED_TYPES:
        what = f"{value.dtype} {value.shape}" if kind else type(value).__name__
        raise pipeline_error(
            f"Invalid data, column {name!r} holds {what}; save() writes numbers of any shape, and "
            "strings or bytes one a row."
        )
    stored = _STORED_TYPES[value.dtype.name]
    return {"type": stored, "shape": [-1, *value.shape[1:]]} if value.ndim else {"type": stored}


def _values(names: list[str], row: list[Any], fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in zip(names, row, strict=True):
        field = fields[name]
        if "shape" in field:
            yield name, value.astype(field["type"])
        elif field["type"] in ("string", "bytes"):
            yield name, value.item()
        else:
            yield name, value.astype(field["type"]).item()
