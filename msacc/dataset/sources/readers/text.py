"""Lines of text files, and rows of comma-separated values."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.common.checks import INT32_MAX
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block, Column, string_column
from msacc.dataset.sources.readers.sequential_files import FileRange, FileSource, ReadOptions

_INT, _FLOAT = re.compile(r"\s*[-+]?\d+"), re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


class TextSource(FileSource):
    """One row per non-empty line: `text`, a string."""

    names = ["text"]

    def columns(self) -> list[str]:
        return list(self.names)

    def count(self, path: str) -> int:
        return sum(1 for _ in lines(path))

    def total(self) -> int:
        rows = super().total()
        if not rows:
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found). "
                f"{self.files} hold no row."
            )
        return rows

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        rest = islice(lines(file_range.path), file_range.start, file_range.stop)
        while chunk := list(islice(rest, rows)):
            yield Block([string_column([safe_parsing.decoded(line) for line in chunk])], len(chunk))


def lines(path: str) -> Iterator[bytes]:
    """Yields non-empty lines without the newline; a carriage return stays, as in MindSpore."""
    for line in safe_parsing.lines(path):
        if text := line.removesuffix(b"\n"):
            yield text


class CsvSource(TextSource):
    """Rows of CSV files; `defaults` determine the columns' types (the others are strings)."""

    def __init__(
        self,
        files: list[str],
        options: ReadOptions,
        delimiter: str,
        defaults: list[Any],
        names: list[str],
    ) -> None:
        super().__init__(files, options)
        self.delimiter, self.defaults, self.column_names = delimiter, defaults, names

    def columns_are_known(self) -> bool:
        return bool(self.column_names)

    def columns(self) -> list[str]:
        names = self.column_names or self._header()
        if len(set(names)) != len(names):
            raise pipeline_error(f"CSVDataset: a column name appears twice: {names}.")
        if len(self.defaults) > len(names):
            raise pipeline_error(
                f"CSVDataset: {len(self.defaults)} column_defaults for {len(names)} columns; "
                "give at most one each."
            )
        return list(names)

    def _header(self) -> list[str]:
        heads = []
        for path in self.files:
            with read_errors(path):
                first = next(safe_parsing.lines(path), b"")
                heads.append(safe_parsing.decoded(first).rstrip("\r\n"))
        if not heads[0] or any(head != heads[0] for head in heads):
            raise pipeline_error(
                f"CSVDataset: the first lines of {self.files} should be the same column names, "
                "or give column_names."
            )
        return heads[0].split(self.delimiter)

    def _rows(self, path: str) -> Iterator[list[str]]:
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.reader(file, delimiter=self.delimiter, strict=True)
            try:
                yield from islice(filter(None, reader), 0 if self.column_names else 1, None)
            except (csv.Error, UnicodeDecodeError) as error:
                raise pipeline_error(
                    f"Invalid file, failed to parse csv file: {path} at line {reader.line_num}: "
                    f"{error}"
                ) from error

    def count(self, path: str) -> int:
        return sum(1 for _ in self._rows(path))

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        return self.tables(file_range, rows, self.columns())

    def tables(self, file_range: FileRange, rows: int, names: list[str]) -> Iterator[Block]:
        """Yields the rows of a file range; each row must have a field per name."""
        done = file_range.start
        fields = islice(self._rows(file_range.path), file_range.start, file_range.stop)
        while chunk := list(islice(fields, rows)):
            for i, row in enumerate(chunk, done + 1):
                if len(row) != len(names):
                    raise pipeline_error(
                        f"Invalid file, failed to parse csv file: {file_range.path}, row {i} has "
                        f"{len(row)} fields, but there are {len(names)} columns: {names}."
                    )
            done += len(chunk)
            columns = zip(*chunk, strict=True)
            typed = [self._typed(k, list(c), file_range.path) for k, c in enumerate(columns)]
            yield Block(list(typed), len(chunk))

    def _typed(self, index: int, values: list[str], path: str) -> Column:
        """Converts a column to the type of its default: int32, float32 or strings."""
        default = self.defaults[index] if index < len(self.defaults) else ""
        if isinstance(default, str):
            return string_column(values)
        integral = isinstance(default, int)
        numbers = [_number(v, integral, path) for v in values]
        return np.array(numbers, np.int32 if integral else np.float32)


def _number(text: str, integral: bool, path: str) -> float:
    """Returns the number at the start of `text`."""
    match = (_INT if integral else _FLOAT).match(text)
    if match is None:
        kind = "an int" if integral else "a float"
        raise pipeline_error(
            f"Invalid csv, csv file: {path} parse failed, type does not match: {text!r} is not "
            f"{kind}, which column_defaults asks for."
        )
    number = int(match.group()) if integral else float(match.group())
    if integral and not -INT32_MAX - 1 <= number <= INT32_MAX:
        raise pipeline_error(f"Invalid csv, {path}: {text} is out of range of an int32.")
    return number
