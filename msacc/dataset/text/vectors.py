"""Word vectors from files, and `ToVectors`, which looks them up."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from msacc.common import checks as check
from msacc.dataset.errors import pipeline_error
from msacc.dataset.text.base import TextTensorOperation

_Self = TypeVar("_Self", bound="Vectors")


class Vectors:
    """Vectors of words from a text file: per line a word and its numbers, separated by blanks.

    A first line of two numbers is skipped; of a repeated word the first line counts.
    """

    # The required file name as a regular expression, and its form in error messages.
    _name, _pattern = ".*", "*"

    def __init__(self) -> None:
        self.dim = 0
        self._table: dict[str, np.ndarray] = {}

    @classmethod
    def from_file(cls: type[_Self], file_path: str, max_vectors: int | None = None) -> _Self:
        """The first `max_vectors` words (None or 0: all) of a file.

        TypeError, ValueError; RuntimeError for a file that is missing, empty, of another name than
        the format requires, or whose lines differ in length.
        """
        check.instance(None, "file_path", file_path, str)
        if max_vectors is not None:
            check.integer(None, "max_vectors", max_vectors, 0, check.INT32_MAX)
        if not re.fullmatch(cls._name, Path(file_path).name):
            raise pipeline_error(
                f"{cls.__name__}: invalid file, can not find file '{cls._pattern}', but got: {file_path}"
            )
        vectors = cls()
        try:
            with open(file_path, encoding="utf-8") as file:
                for word, numbers in itertools.islice(_rows(file), max_vectors or None):
                    vectors._add(word, numbers, file_path)
        except (OSError, UnicodeDecodeError) as error:
            raise pipeline_error(
                f"{cls.__name__}: invalid file, get real path failed, path: {file_path} ({error})."
            ) from error
        if not vectors._table:
            raise pipeline_error(f"{cls.__name__}: invalid file, file is empty. ({file_path})")
        return vectors

    def _add(self, word: str, numbers: list[str], path: str) -> None:
        self.dim = self.dim or len(numbers)
        who, where = type(self).__name__, f"; see {word!r} in {path}."
        if len(numbers) < 2:
            raise pipeline_error(f"{who}: token with 1-dimensional vector. See {word!r} in {path}.")
        if len(numbers) != self.dim:
            raise pipeline_error(
                f"{who}: all vectors must have the same number of dimensions, but got dim "
                f"{len(numbers)} while expecting {self.dim}{where}"
            )
        if word not in self._table:
            try:
                self._table[word] = np.array(numbers, np.float32)
            except ValueError as error:
                raise pipeline_error(f"Vectors: {path!r}, {word!r}: {error}.") from error

    def find(self, word: str) -> np.ndarray | None:
        """Returns the vector (dim,) of a word, None if there is none."""
        return self._table.get(word)


class GloVe(Vectors):
    """Vectors from a file named glove.6B.*.txt or similar."""

    _name, _pattern = r"glove\.(6B|42B|840B|twitter\.27B).*\.txt", "glove.6B.*.txt"


class FastText(Vectors):
    """Vectors from a .vec file."""

    _name, _pattern = r".*\.vec", "*.vec"


class CharNGram(Vectors):
    """Vectors of character n-grams (2 to 4); a word's vector is the mean of those of its n-grams."""

    def find(self, word: str) -> np.ndarray | None:
        """Returns the mean over the word's n-grams, with its begin and end as characters."""
        chars = ["#BEGIN#", *word, "#END#"]
        groups = (
            f"{n}gram-{''.join(chars[i : i + n])}"
            for n in (2, 3, 4)
            for i in range(len(chars) - n + 1)
        )
        vectors = [self._table[group] for group in groups if group in self._table]
        return np.stack(vectors).mean(axis=0) if vectors else None


class ToVectors(TextTensorOperation):
    """One word to its vector (dim,), an array of n to (n, dim), float32.

    Unknown words become `unk_init`, zeros by default; `lower_case_backup` looks up the lower-case
    word only. RuntimeError if `unk_init` has another length than the vectors.
    """

    def __init__(
        self,
        vectors: Vectors,
        unk_init: Sequence[float] | None = None,
        lower_case_backup: bool = False,
    ) -> None:
        check.instance(None, "vectors", vectors, Vectors)
        for i, value in enumerate(_checked(unk_init)):
            check.instance(None, f"unk_init[{i}]", value, (int, float))
        check.boolean(None, "lower_case_backup", lower_case_backup)
        self.vectors, self.lower_case_backup = vectors, lower_case_backup
        self.unk_init = np.array(_checked(unk_init) or [0.0] * vectors.dim, np.float32)
        if len(self.unk_init) != vectors.dim:
            raise RuntimeError(
                "ToVectors: unk_init must be the same length as vectors, but got unk_init: "
                f"{len(self.unk_init)} and vectors: {vectors.dim}"
            )

    def sample(self, x: np.ndarray) -> np.ndarray:
        if x.dtype.kind != "U":
            raise RuntimeError(f"ToVectors: input tensor type should be string. But got {x.dtype}.")
        words = x.ravel().tolist()
        vectors = [self.vectors.find(w.lower() if self.lower_case_backup else w) for w in words]
        rows = np.stack([self.unk_init if row is None else row for row in vectors])
        return rows if len(words) > 1 else rows[0]


def _checked(unk_init: Sequence[float] | None) -> list[Any]:
    if unk_init is not None:
        check.instance(None, "unk_init", unk_init, (list, tuple))
    return list(unk_init or ())


def _rows(file: Any) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(file):
        word, *numbers = line.split(" ") if line.strip() else [""]
        numbers = [part.strip() for part in numbers if part.strip()]
        if number == 0 and len(numbers) == 1:
            continue
        if word or numbers:
            yield word, numbers
