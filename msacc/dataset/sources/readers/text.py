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
from msacc.dataset.errors import pipeline_error, reading
from msacc.dataset.pipeline.block import Block, Column, texts
from msacc.dataset.sources.readers.sequential_files import FileSource, Piece, Reading

_INT, _FLOAT = re.compile(r"\s*[-+]?\d+"), re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


class TextSource(FileSource):
    """One row a line that is not empty: `text`, a string."""

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

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        rest = islice(lines(piece.path), piece.start, piece.stop)
        while chunk := list(islice(rest, rows)):
            yield Block([texts([safe_parsing.decoded(line) for line in chunk])], len(chunk))


def lines(path: str) -> Iterator[bytes]:
    """Lines without their end; a carriage return stays, as in MindSpore."""
    for line in safe_parsing.lines(path):
        if text := line.removesuffix(b"\n"):
            yield text


class CsvSource(TextSource):
    """Rows of CSV files; `defaults` give the columns' types (the others are strings)."""

    def __init__(
        self,
        files: list[str],
        reading: Reading,
        delimiter: str,
        defaults: list[Any],
        names: list[str],
    ) -> None:
        super().__init__(files, reading)
        self.delimiter, self.defaults, self.given = delimiter, defaults, names

    def columns(self) -> list[str]:
        names = self.given or self._heads()
        if len(set(names)) != len(names):
            raise pipeline_error(f"CSVDataset: a column name appears twice: {names}.")
        if len(self.defaults) > len(names):
            raise pipeline_error(
                f"CSVDataset: {len(self.defaults)} column_defaults for {len(names)} columns; "
                "give at most one each."
            )
        return list(names)

    def _heads(self) -> list[str]:
        heads = []
        for path in self.files:
            with reading(path):
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
                yield from islice(filter(None, reader), 0 if self.given else 1, None)
            except (csv.Error, UnicodeDecodeError) as error:
                raise pipeline_error(
                    f"Invalid file, failed to parse csv file: {path} at line {reader.line_num}: "
                    f"{error}"
                ) from error

    def count(self, path: str) -> int:
        return sum(1 for _ in self._rows(path))

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        return self.tables(piece, rows, self.columns())

    def tables(self, piece: Piece, rows: int, names: list[str]) -> Iterator[Block]:
        """The rows of a piece, each with a field for each name."""
        taken = piece.start
        fields = islice(self._rows(piece.path), piece.start, piece.stop)
        while chunk := list(islice(fields, rows)):
            for i, row in enumerate(chunk, taken + 1):
                if len(row) != len(names):
                    raise pipeline_error(
                        f"Invalid file, failed to parse csv file: {piece.path}, row {i} has "
                        f"{len(row)} fields, but there are {len(names)} columns: {names}."
                    )
            taken += len(chunk)
            columns = zip(*chunk, strict=True)
            typed = [self._typed(k, list(c), piece.path) for k, c in enumerate(columns)]
            yield Block(list(typed), len(chunk))

    def _typed(self, place: int, values: list[str], path: str) -> Column:
        """A column as the type of its default: int32, float32 or strings."""
        default = self.defaults[place] if place < len(self.defaults) else ""
        if isinstance(default, str):
            return texts(values)
        whole = isinstance(default, int)
        numbers = [_number(v, whole, path) for v in values]
        return np.array(numbers, np.int32 if whole else np.float32)


def _number(text: str, whole: bool, path: str) -> float:
    """The number that `text` begins with."""
    found = (_INT if whole else _FLOAT).match(text)
    if found is None:
        kind = "an int" if whole else "a float"
        raise pipeline_error(
            f"Invalid csv, csv file: {path} parse failed, type does not match: {text!r} is not "
            f"{kind}, which column_defaults asks for."
        )
    number = int(found.group()) if whole else float(found.group())
    if whole and not -INT32_MAX - 1 <= number <= INT32_MAX:
        raise pipeline_error(f"Invalid csv, {path}: {text} is out of range of an int32.")
    return number
