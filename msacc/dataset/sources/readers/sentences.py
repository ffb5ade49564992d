"""Texts in files: sentences with tags, lines of JSON, questions, translations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, from_rows, texts, words
from msacc.dataset.sources.readers.sequential_files import Piece, Reading
from msacc.dataset.sources.readers.text import CsvSource, TextSource, lines

_NONE = 2**32 - 1


class TaggedSource(TextSource):
    """Words one a line with their tags; an empty line ends a sentence, which is a row.

    As in MindSpore, rows are counted and shared out by lines, and words behind the last empty line
    are left out.
    """

    def __init__(
        self, files: list[str], reading: Reading, names: list[str], separator: str
    ) -> None:
        super().__init__(files, reading)
        self.names, self.separator = names, separator

    def count(self, path: str) -> int:
        return super().count(path) if os.path.isfile(path) else 0

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        found = self._sentences(piece)
        while chunk := list(islice(found, rows)):
            yield from_rows(chunk)

    def _sentences(self, piece: Piece) -> Iterator[list[np.ndarray]]:
        found: list[list[str]] = []
        number = 0
        for line in safe_parsing.lines(piece.path):
            text = safe_parsing.decoded(line).removesuffix("\n").removesuffix("\r")
            if found and (not text or number >= piece.stop):
                yield [words(list(column)) for column in zip(*found, strict=False)]
                found = []
            if text and piece.start <= number < piece.stop:
                found.append(self._fields(text, piece.path))
            number += bool(text)
            if number > piece.stop:
                return

    def _fields(self, text: str, path: str) -> list[str]:
        fields = text.split(self.separator)
        if len(fields) < len(self.names):
            raise pipeline_error(
                f"Invalid data, a line of {path} has {len(fields)} fields; {self.names} are needed."
            )
        return fields[: len(self.names)]


class WholeLinesSource(TextSource):
    """One row a line, also for empty ones."""

    def count(self, path: str) -> int:
        if not os.path.isfile(path):
            return 0
        return sum(1 for _ in safe_parsing.lines(path))

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        rest = islice(safe_parsing.lines(piece.path), piece.start, piece.stop)
        while chunk := [_without_end(line) for line in islice(rest, rows)]:
            yield Block([texts(chunk)], len(chunk))


def _without_end(line: bytes) -> str:
    return safe_parsing.decoded(line.removesuffix(b"\n"))


class ClueSource(TextSource):
    """A JSON object a line; `fields` says where each column lies in it."""

    def __init__(self, files: list[str], reading: Reading, fields: dict[str, str]) -> None:
        super().__init__(files, reading)
        # In alphabetical order, as MindSpore sorts columns.
        self.fields = dict(sorted(fields.items()))
        self.names = list(self.fields)

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        rest = islice(lines(piece.path), piece.start, piece.stop)
        while chunk := list(islice(rest, rows)):
            yield from_rows([self._row(line, piece.path) for line in chunk])

    def _row(self, line: bytes, path: str) -> list[np.ndarray]:
        try:
            content = safe_parsing.from_json(line)
        except ValueError as error:
            raise pipeline_error(f"Invalid json, failed to parse {path}, {error}") from error
        return [self._value(content, place) for place in self.fields.values()]

    def _value(self, content: Any, place: str) -> np.ndarray:
        for key in place.split("/"):
            if not isinstance(content, dict) or key not in content:
                raise pipeline_error(
                    f"Invalid json file, in given JSON file, failed to find key: {key}"
                )
            content = content[key]
        if isinstance(content, int):
            return np.array(content, np.uint32)
        return words(content) if _plain(content) else np.array(str(content))


def _plain(content: Any) -> bool:
    return isinstance(content, list) and all(isinstance(item, str) for item in content)


class SquadSource(TextSource):
    """SQuAD's questions: `context`, `question`, `text` and `answer_start` of all answers."""

    names = ["context", "question", "text", "answer_start"]

    def __init__(self, files: list[str], reading: Reading) -> None:
        super().__init__(files, reading)
        self._read: dict[str, list[list[np.ndarray]]] = {}

    def _questions(self, path: str) -> list[list[np.ndarray]]:
        if path not in self._read:
            try:
                data = safe_parsing.read_json(path)["data"]
                self._read[path] = [
                    _question(part["context"], entry)
                    for talk in data
                    for part in talk["paragraphs"]
                    for entry in part["qas"]
                ]
            except (ValueError, KeyError, TypeError) as error:
                raise pipeline_error(f"Invalid json, failed to parse {path}: {error!r}") from error
        return self._read[path]

    def count(self, path: str) -> int:
        return len(self._questions(path))

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        found = self._questions(piece.path)[piece.start : piece.stop]
        for i in range(0, len(found), rows):
            yield from_rows(found[i : i + rows])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_read": {}}


def _question(context: str, entry: dict[str, Any]) -> list[np.ndarray]:
    """A question without an answer has one that is empty and starts nowhere."""
    answers = entry["answers"] or [{"text": "", "answer_start": _NONE}]
    told = words([answer["text"] for answer in answers])
    starts = np.array([answer["answer_start"] for answer in answers], np.uint32)
    return [np.array(context), np.array(entry["question"]), told, starts]


class SentimentSource(CsvSource):
    """SST-2's tab separated files; the numbers in the test file's first column are left out."""

    def total(self) -> int:
        self._heads()
        return super().total()

    def columns(self) -> list[str]:
        return [name for name in super().columns() if name != "index"]

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        names = super().columns()
        kept = [i for i, name in enumerate(names) if name != "index"]
        for block in self.tables(piece, rows, names):
            yield block.with_columns([block.columns[i] for i in kept])
