"""Texts in files: tagged sentences, JSON lines (CLUE), questions (SQuAD), SST-2."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, from_rows, string_array, string_column
from msacc.dataset.sources.readers.sequential_files import FileRange, ReadOptions
from msacc.dataset.sources.readers.text import CsvSource, TextSource, lines

_NONE = 2**32 - 1


class TaggedSource(TextSource):
    """One word with its tags per line; an empty line ends a sentence, which is a row.

    As in MindSpore, rows are counted and sharded by lines, and words after the last empty line
    are skipped.
    """

    def __init__(
        self, files: list[str], options: ReadOptions, names: list[str], separator: str
    ) -> None:
        super().__init__(files, options)
        self.names, self.separator = names, separator

    def count(self, path: str) -> int:
        return super().count(path) if os.path.isfile(path) else 0

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        sentences = self._sentences(file_range)
        while chunk := list(islice(sentences, rows)):
            yield from_rows(chunk)

    def _sentences(self, file_range: FileRange) -> Iterator[list[np.ndarray]]:
        words: list[list[str]] = []
        number = 0
        for line in safe_parsing.lines(file_range.path):
            text = safe_parsing.decoded(line).removesuffix("\n").removesuffix("\r")
            if words and (not text or number >= file_range.stop):
                yield [string_array(list(column)) for column in zip(*words, strict=False)]
                words = []
            if text and file_range.start <= number < file_range.stop:
                words.append(self._fields(text, file_range.path))
            number += bool(text)
            if number > file_range.stop:
                return

    def _fields(self, text: str, path: str) -> list[str]:
        fields = text.split(self.separator)
        if len(fields) < len(self.names):
            raise pipeline_error(
                f"Invalid data, a line of {path} has {len(fields)} fields; {self.names} are needed."
            )
        return fields[: len(self.names)]


class WholeLinesSource(TextSource):
    """One row per line, also for empty ones."""

    def count(self, path: str) -> int:
        if not os.path.isfile(path):
            return 0
        return sum(1 for _ in safe_parsing.lines(path))

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        rest = islice(safe_parsing.lines(file_range.path), file_range.start, file_range.stop)
        while chunk := [_decode_line(line) for line in islice(rest, rows)]:
            yield Block([string_column(chunk)], len(chunk))


def _decode_line(line: bytes) -> str:
    return safe_parsing.decoded(line.removesuffix(b"\n"))


class ClueSource(TextSource):
    """A JSON object per line; `fields` has the key path of each column."""

    def __init__(self, files: list[str], options: ReadOptions, fields: dict[str, str]) -> None:
        super().__init__(files, options)
        # In alphabetical order, as MindSpore sorts columns.
        self.fields = dict(sorted(fields.items()))
        self.names = list(self.fields)

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        rest = islice(lines(file_range.path), file_range.start, file_range.stop)
        while chunk := list(islice(rest, rows)):
            yield from_rows([self._row(line, file_range.path) for line in chunk])

    def _row(self, line: bytes, path: str) -> list[np.ndarray]:
        try:
            content = safe_parsing.from_json(line)
        except ValueError as error:
            raise pipeline_error(f"Invalid json, failed to parse {path}, {error}") from error
        return [self._value(content, path) for path in self.fields.values()]

    def _value(self, content: Any, key_path: str) -> np.ndarray:
        for key in key_path.split("/"):
            if not isinstance(content, dict) or key not in content:
                raise pipeline_error(
                    f"Invalid json file, in given JSON file, failed to find key: {key}"
                )
            content = content[key]
        if isinstance(content, int):
            return np.array(content, np.uint32)
        return string_array(content) if _is_string_list(content) else np.array(str(content))


def _is_string_list(content: object) -> bool:
    return isinstance(content, list) and all(isinstance(item, str) for item in content)


class SquadSource(TextSource):
    """SQuAD's questions: `context`, `question`, `text` and `answer_start` of all answers."""

    names = ["context", "question", "text", "answer_start"]

    def __init__(self, files: list[str], options: ReadOptions) -> None:
        super().__init__(files, options)
        self._questions_of_file: dict[str, list[list[np.ndarray]]] = {}

    def _questions(self, path: str) -> list[list[np.ndarray]]:
        if path not in self._questions_of_file:
            try:
                data = safe_parsing.read_json(path)["data"]
                self._questions_of_file[path] = [
                    _question(part["context"], entry)
                    for talk in data
                    for part in talk["paragraphs"]
                    for entry in part["qas"]
                ]
            except (ValueError, KeyError, TypeError) as error:
                raise pipeline_error(f"Invalid json, failed to parse {path}: {error!r}") from error
        return self._questions_of_file[path]

    def count(self, path: str) -> int:
        return len(self._questions(path))

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        questions = self._questions(file_range.path)[file_range.start : file_range.stop]
        for i in range(0, len(questions), rows):
            yield from_rows(questions[i : i + rows])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_questions_of_file": {}}


def _question(context: str, entry: dict[str, Any]) -> list[np.ndarray]:
    """Returns a question's columns; one without an answer has an empty one at 4294967295."""
    answers = entry["answers"] or [{"text": "", "answer_start": _NONE}]
    texts = string_array([answer["text"] for answer in answers])
    starts = np.array([answer["answer_start"] for answer in answers], np.uint32)
    return [np.array(context), np.array(entry["question"]), texts, starts]


class SentimentSource(CsvSource):
    """SST-2's tab separated files; the numbers in the test file's first column are skipped."""

    def total(self) -> int:
        self._header()
        return super().total()

    def columns(self) -> list[str]:
        return [name for name in super().columns() if name != "index"]

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        names = super().columns()
        selected = [i for i, name in enumerate(names) if name != "index"]
        for block in self.tables(file_range, rows, names):
            yield block.with_columns([block.columns[i] for i in selected])
