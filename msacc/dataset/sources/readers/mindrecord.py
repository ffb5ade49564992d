"""Reader of MindRecord files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.dataset import record_order
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Column, Epoch, pack
from msacc.dataset.pipeline.node import Demand, Run
from msacc.dataset.samplers import BuiltinSampler, PKSampler
from msacc.dataset.sources.readers.base import RowSource
from msacc.mindrecord.records import Records


class RecordSource(RowSource):
    """The files' rows, followed by `count` equal padding rows."""

    cheap = False
    shards_are_blocks = True

    def __init__(
        self,
        records: Records,
        columns: list[str],
        sampler: BuiltinSampler,
        scope: Shuffle,
        padding: tuple[dict[str, Any], int],
    ) -> None:
        super().__init__(sampler)
        self.records, self.scope = records, scope
        self.names = columns or list(records.schema.fields)
        self.sample, self.padded = padding

    def rows(self) -> int:
        return len(self.records) + self.padded

    def size_is_known(self) -> bool:
        return not isinstance(self.sampler, PKSampler)  # that one reads the labels

    def size(self) -> int | None:
        return record_order.count(self.sampler, self.rows(), self.labels)

    def order(self) -> Any:
        """Returns a function whose calls return each epoch's row numbers."""
        sizes = [*self.records.sizes, *([self.padded] if self.padded else [])]
        return record_order.epochs(
            record_order.steps(self.sampler, self.scope, sizes, self), self.rows()
        )

    def start(self, run: Run, demand: Demand) -> Epoch:
        order, step = self.order(), demand.rows

        def epoch() -> Iterator[Block]:
            indices = order()[run.skipped_rows.pop(id(self), 0) :]
            for i in range(0, len(indices), step):
                yield self.read(indices[i : i + step])

        return epoch

    def labels(self, column: str) -> np.ndarray:
        if column not in self.records.schema.scalars:
            raise pipeline_error(
                f"Invalid data, 'class_column': {column} can not found in fields of mindrecord "
                f"files. Please check 'class_column' in PKSampler: {self.records.schema.scalars}."
            )
        values = [self._row(i, [column])[column] for i in range(self.rows())]
        return np.array(values)

    def _row(self, number: int, columns: list[str]) -> dict[str, Any]:
        if number < len(self.records):
            return self.records.row(number, columns)
        return {name: self.sample[name] for name in columns}

    def read(self, indices: np.ndarray) -> Block:
        rows = [self._row(i, self.names) for i in indices.tolist()]
        fields = self.records.schema.fields
        columns = [column([row[n] for row in rows], n, fields[n]) for n in self.names]
        return Block(columns, len(rows))


def column(items: list[Any], name: str, kind: dict[str, Any]) -> Column:
    """Returns values of a field as a column: numbers in the schema's type, bytes as S arrays of shape (1,)."""
    dtype = kind["type"]
    if "shape" in kind:
        return pack(items)
    if dtype == "bytes":
        return pack([np.array([item], dtype=f"S{max(len(item), 1)}") for item in items])
    if dtype == "string":
        return pack([np.array(item) for item in items])
    try:
        with np.errstate(over="ignore"):
            return np.array(items, dtype=dtype)
    except OverflowError as error:
        info = np.iinfo(dtype)
        wrong = [item for item in items if not info.min <= item <= info.max]
        raise pipeline_error(
            f"column value: {wrong[0]} is out of range: {name!r} is {dtype} in the schema."
        ) from error


def padding(sample: dict[str, Any], fields: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns a padding row in the schema's types; RuntimeError for a value that does not fit."""
    row = {}
    for name, kind in fields.items():
        try:
            row[name] = _padding_value(sample[name], kind)
        except (TypeError, ValueError, OverflowError) as error:
            raise pipeline_error(
                f"padded_sample: {name!r} should fit {kind}, but got {sample[name]!r:.80}: {error}"
            ) from error
    return row


def _padding_value(value: Any, kind: dict[str, Any]) -> Any:
    dtype = kind["type"]
    if "shape" in kind:
        if not isinstance(value, np.ndarray) or str(value.dtype) != dtype:
            raise TypeError("an array of the schema's type is needed")
        return value.reshape(kind["shape"])
    if dtype == "bytes":
        return value.tobytes() if isinstance(value, np.ndarray) else bytes(value)
    if dtype == "string":
        if not isinstance(value, str):
            raise TypeError("a string is needed")
        return value
    if isinstance(value, (str, bytes)) or np.ndim(value):
        raise TypeError("a number is needed")
    return np.array(value).astype(dtype).item()
