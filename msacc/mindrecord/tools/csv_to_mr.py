"""Converts a CSV file to MindRecord."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Sequence
from typing import Any

from msacc.common.safe_parsing import read_text
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools.base import SUCCESS, MSRStatus, large_pages, partitions, write_all

_FLAGS = {"True": 1, "False": 0}


class CsvToMR:
    """Writes a row for each line; the first line contains the names of the columns, all of which are indexed.

    A column of whole numbers is int64, of numbers (or empty fields) float64, of True and False int32, any
    other string.

    `source`: the CSV file.
    `destination`: the file to write; `columns_list` selects columns.
    `partition_number`: how many files, an int.
    """

    def __init__(
        self,
        source: str,
        destination: str,
        columns_list: list[str] | None = None,
        partition_number: int = 1,
    ) -> None:
        for name, value in (("source", source), ("destination", destination)):
            if not isinstance(value, str):
                raise ValueError(f"The parameter {name} must be str, but got {value!r}.")
            check_path(value)
        texts = columns_list is None or (
            isinstance(columns_list, list) and all(isinstance(c, str) for c in columns_list)
        )
        if not texts:
            raise ValueError(
                f"The parameter columns_list must be list of str. Got {columns_list!r}."
            )
        self.source, self.columns_list = source, columns_list
        self.partition_number = partitions(partition_number)
        self.writer = FileWriter(destination, self.partition_number)

    def run(self) -> MSRStatus:
        """Writes the files; OSError for a missing source, RuntimeError for an unknown column."""
        table = self._table()
        kinds = {name: _column_type(values) for name, values in table.items()}
        large_pages(self.writer).add_schema(
            {name: {"type": kind} for name, (kind, _) in kinds.items()}, "csv_schema"
        )
        self.writer.add_index(list(table))
        columns = [[kinds[name][1](v) for v in values] for name, values in table.items()]
        write_all(
            self.writer,
            (dict(zip(table, row, strict=True)) for row in zip(*columns, strict=True)),
        )
        return SUCCESS

    def transform(self) -> None:
        """Calls `run`, without a result."""
        self.run()

    def _table(self) -> dict[str, list[str]]:
        if not os.path.exists(self.source):
            raise OSError(f"Csv file {self.source} do not exist.")
        names, *rows = self._rows()
        for name in self.columns_list or names:
            if name not in names:
                raise RuntimeError(
                    f"The parameter columns_list is illegal, column {name} does not exist. "
                    f"{self.source} has {names}."
                )
            if name[:1].isdigit():
                raise ValueError(
                    f"The first line content: {name} of the CSV file is used as a column name and does "
                    f"not allow starting with a number. Add a line of names to {self.source}."
                )
        return {n: [row[names.index(n)] for row in rows] for n in self.columns_list or names}

    def _rows(self) -> list[list[str]]:
        """Returns the fields of each line, as many as in the first; RuntimeError for other files."""
        try:
            text = read_text(self.source)
            rows = [row for row in csv.reader(text.split("\n"), strict=False) if row]
        except (ValueError, csv.Error) as error:
            raise RuntimeError(f"{self.source} cannot be read as CSV: {error}.") from error
        if not rows:
            raise RuntimeError(f"{self.source} is empty; its first line should name the columns.")
        short = next((row for row in rows if len(row) < len(rows[0])), None)
        if short is not None:
            raise RuntimeError(
                f"{self.source} has {len(rows[0])} columns, but a line has {len(short)} fields: {short!r:.200}."
            )
        return rows


def _column_type(values: Sequence[str]) -> tuple[str, Callable[[str], Any]]:
    """Returns the type of a column and the function that converts its values."""
    if values and all(value in _FLAGS for value in values):
        return "int32", _FLAGS.__getitem__
    for kind, make in (("int64", int), ("float64", _number)):
        try:
            for value in values:
                make(value)
        except ValueError:
            continue
        return kind, make  # type: ignore[return-value]
    return "string", str


def _number(text: str) -> float:
    return float(text or "nan")
