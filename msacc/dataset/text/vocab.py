"""`Vocab`: words and their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.dataset import Dataset
from msacc.dataset.errors import pipeline_error

if TYPE_CHECKING:
    from collections.abc import Sequence


class Vocab:
    """Words with ids; created by `from_list`, `from_dict`, `from_file` or `from_dataset`."""

    def __init__(self) -> None:
        self.c_vocab: dict[str, int] | None = None
        self._words: dict[int, str] = {}

    @classmethod
    def _of(cls, ids: dict[str, int]) -> Vocab:
        vocab = cls()
        vocab.c_vocab, vocab._words = ids, {number: word for word, number in ids.items()}
        return vocab

    @classmethod
    def from_list(
        cls,
        word_list: list[str],
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """Ids in the order of the list, the special tokens before or after it.

        TypeError, and ValueError for a duplicate word.

        `word_list`, `special_tokens`: lists of str without duplicates; `special_first`: whether the
        special tokens stand before the words.
        """
        words, special = _words(word_list, "word_list"), _special(special_tokens)
        duplicates = sorted(set(words) & set(special))
        if duplicates:
            raise ValueError(f"special_tokens and word_list contain duplicate word: {duplicates}.")
        check.boolean(None, "special_first", special_first)
        return cls._of(_number_words(words, special, special_first))

    @classmethod
    def from_dict(cls, word_dict: dict[str, int]) -> Vocab:
        """The ids of a dictionary, from 0 to 2**31 - 1; TypeError, ValueError."""
        check.instance(None, "word_dict", word_dict, dict)
        for word, number in word_dict.items():
            check.instance(None, "word", word, str)
            check.integer(None, "word_id", number, 0, check.INT32_MAX)
        return cls._of(dict(word_dict))

    @classmethod
    def from_file(
        cls,
        file_path: str,
        delimiter: str = "",
        vocab_size: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """One word per line, up to the first of the characters in `delimiter`; `vocab_size` lines.

        TypeError, ValueError; RuntimeError for a missing file or a duplicate word.
        """
        special = _special(special_tokens)
        check.instance(None, "file_path", file_path, str)
        check.instance(None, "delimiter", delimiter, str)
        _positive(vocab_size, "vocab_size")
        check.boolean(None, "special_first", special_first)
        try:
            with open(file_path, encoding="utf-8", newline="\n") as file:
                words = list(islice(_lines(file, delimiter), vocab_size))
        except (OSError, UnicodeDecodeError) as error:
            raise pipeline_error(f"from_file: cannot read {file_path!r}: {error}.") from error
        return cls._of(_unique_ids(words, special, special_first, f"the file {file_path!r}"))

    @classmethod
    def from_dataset(
        cls,
        dataset: Dataset,
        columns: str | list[str] | None = None,
        freq_range: tuple[int | None, int | None] | None = None,
        top_k: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """The words of some columns (all by default), by descending frequency, then alphabetically.

        `freq_range`: the least and the greatest count; `top_k`: the number of words. TypeError,
        ValueError; RuntimeError for a column that is missing or has no strings.
        """
        check.instance(None, "dataset", dataset, Dataset)
        if columns is not None and not isinstance(columns, list):
            columns = [check.instance(None, "col[0]", columns, str)]
        low, high = _range(freq_range)
        _positive(top_k, "top_k")
        check.boolean(None, "special_first", special_first)
        special = _special(special_tokens)
        names = [
            check.instance(None, f"col[{i}]", name, str) for i, name in enumerate(columns or [])
        ]
        counts = _count_words(dataset, names)
        words = [word for word, count in counts.items() if low <= count <= high]
        words.sort(key=lambda word: (-counts[word], word))
        return cls._of(_unique_ids(words[:top_k], special, special_first, "the dataset"))

    def ids(self) -> dict[str, int]:
        """Returns the dictionary itself, without a copy; RuntimeError before there is one."""
        if self.c_vocab is None:
            raise RuntimeError(
                "The Vocab has not built yet; use Vocab.from_dataset(), Vocab.from_list(), "
                "Vocab.from_file() or Vocab.from_dict() to build one."
            )
        return self.c_vocab

    def vocab(self) -> dict[str, int]:
        """A dictionary of all words and their ids."""
        return dict(self.ids())

    def tokens_to_ids(self, tokens: str | list[str] | np.ndarray) -> int | list[int]:
        """The id of a word (or a list of one), the ids of several; -1 for unknown words."""
        check.instance(None, "tokens", tokens, (str, list, np.ndarray))
        items = tokens.tolist() if isinstance(tokens, np.ndarray) else tokens
        words = items if isinstance(items, list) else [items]
        for i, word in enumerate(words):
            check.instance(None, f"tokens[{i}]", word, str)
        numbers = [self.ids().get(word, -1) for word in words]
        return numbers[0] if len(numbers) == 1 else numbers

    def ids_to_tokens(self, ids: int | list[int] | np.ndarray) -> str | list[str]:
        """The word of an id (or a list of one), the words of several; "" for unknown ids."""
        check.instance(None, "ids", ids, (int, list, np.ndarray))
        numbers = np.ravel(ids).tolist() if isinstance(ids, np.ndarray) else ids
        numbers = numbers if isinstance(numbers, list) else [numbers]
        for i, number in enumerate(numbers):
            check.instance(None, f"ids[{i}]", number, (int, np.integer))
            if not isinstance(ids, np.ndarray):
                check.within(None, f"ids[{i}]", number, 0, check.INT32_MAX)
        self.ids()
        words = [self._words.get(int(number), "") for number in numbers]
        return words[0] if len(words) == 1 else words


def _words(value: Any, name: str) -> list[str]:
    check.instance(None, name, value, list)
    for i, word in enumerate(value):
        check.instance(None, f"{name}[{i}]", word, str)
    duplicate = next((word for word, count in Counter(value).items() if count > 1), None)
    if duplicate is not None:
        raise ValueError(f"{name} contains duplicate word: {duplicate!r}; give each word once.")
    return value


def _special(tokens: Sequence[str] | None) -> list[str]:
    return [] if tokens is None else _words(tokens, "special_tokens")


def _positive(value: int | None, name: str) -> None:
    if value is None:
        return
    check.instance(None, name, value, (int, type(None)))
    if value <= 0:
        raise ValueError(f"Input {name} must be greater than 0. Got {value}.")


def _range(value: Any) -> tuple[float, float]:
    """Returns the least and the greatest count."""
    if value is None:
        return 0, float("inf")
    check.instance(None, "freq_range", value, tuple)
    if len(value) != 2:
        raise ValueError(f"freq_range needs to be a tuple of 2 element. Got {value}; give (a, b).")
    if any(v is not None and not isinstance(v, int) for v in value):
        raise ValueError(
            "freq_range needs to be either None or a tuple of 2 integers or an int and a None. "
            f"Got {value}."
        )
    low = 0 if value[0] is None else value[0]
    high = float("inf") if value[1] is None else value[1]
    if not 0 <= low <= high:
        error = RuntimeError if None in value else ValueError
        raise error(
            f"frequency range [a,b] should be 0 <= a <= b (a,b are inclusive), but got {value}."
        )
    return low, high


def _number_words(words: list[str], special: list[str], first: bool) -> dict[str, int]:
    both = [*special, *words] if first else [*words, *special]
    return {word: i for i, word in enumerate(both)}


def _unique_ids(words: list[str], special: list[str], first: bool, where: str) -> dict[str, int]:
    ids = _number_words(words, special, first)
    if len(ids) < len(words) + len(special):
        duplicates = [word for word, count in Counter([*words, *special]).items() if count > 1]
        raise pipeline_error(f"{where} and special_tokens hold words twice: {duplicates[:5]}.")
    return ids


def _lines(file: Any, delimiter: str) -> Iterator[str]:
    for line in file:
        word = line.removesuffix("\n")
        end = min((index for c in delimiter if (index := word.find(c)) >= 0), default=len(word))
        yield word[:end]


def _count_words(dataset: Dataset, names: list[str]) -> Counter[str]:
    column_names = dataset.get_col_names()
    absent = [name for name in names if name not in column_names]
    if absent:
        raise pipeline_error(f"from_dataset: no column named {absent}; there are {column_names}.")
    counts: Counter[str] = Counter()
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        for name in names or column_names:
            if row[name].dtype.kind != "U":
                raise pipeline_error(
                    f"from_dataset: column {name!r} should hold strings, got {row[name].dtype}."
                )
            counts.update(row[name].ravel().tolist())
    return counts
