"""The public classes of sets in CSV files and in lines."""

from __future__ import annotations

import os
from typing import Any

from msacc.dataset import argument_parsing
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.sources.classes.images import part_of
from msacc.dataset.sources.classes.sequential_files import FileDataset, reading
from msacc.dataset.sources.readers.raw_arrays import UspsSource
from msacc.dataset.sources.readers.sequential_files import FileSource, Reading
from msacc.dataset.sources.readers.text import CsvSource, TextSource


class _TextSet(FileDataset):
    """A folder with one file a part; a subclass names the files in the order they are read."""

    _FILES: dict[str, str] = {}

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: Any = None,
    ) -> None:
        where = argument_parsing.directory(dataset_dir)
        part = part_of(usage, [*self._FILES, "all"])
        chosen = [name for key, name in self._FILES.items() if part in (key, "all")]
        files = [os.path.join(where, name) for name in chosen]
        how = reading(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        missing = [path for path in files if not os.path.isfile(path)]
        if missing:
            raise pipeline_error(f"Invalid file, {missing[0]} is invalid or does not exist.")
        super().__init__(self._source(files, how))

    def _source(self, files: list[str], how: Reading) -> FileSource:
        return TextSource(files, how)


class _CsvSet(_TextSet):
    """A text set in CSV files without heads: strings."""

    _FILES = {"test": "test.csv", "train": "train.csv"}
    _COLUMNS: list[str] = []

    def _source(self, files: list[str], how: Reading) -> FileSource:
        return CsvSource(files, how, ",", [], self._COLUMNS)


class AGNewsDataset(_CsvSet):
    """AG News: `index`, `title` and `description`, strings. `usage`: train, test or all."""

    _COLUMNS = ["index", "title", "description"]


class AmazonReviewDataset(_CsvSet):
    """Amazon's reviews (polarity or full): `label`, `title` and `content`, strings."""

    _COLUMNS = ["label", "title", "content"]


class DBpediaDataset(_CsvSet):
    """DBpedia: `class`, `title` and `content`, strings."""

    _COLUMNS = ["class", "title", "content"]


class YahooAnswersDataset(_CsvSet):
    """Yahoo's answers: `class`, `title`, `content` and `answer`, strings."""

    _COLUMNS = ["class", "title", "content", "answer"]


class _LaterWorkers(_CsvSet):
    """A text set whose `num_parallel_workers` stands behind the shards, and train before test."""

    _FILES = {"train": "train.csv", "test": "test.csv"}

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: Any = None,
    ) -> None:
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            num_shards,
            shard_id,
            cache,
        )


class YelpReviewDataset(_LaterWorkers):
    """Yelp's reviews (polarity or full): `label` and `text`, strings."""

    _COLUMNS = ["label", "text"]


class SogouNewsDataset(_LaterWorkers):
    """Sogou's news: `index`, `title` and `content`, strings."""

    _COLUMNS = ["index", "title", "content"]


class PennTreebankDataset(_TextSet):
    """Penn Treebank: `text`, a line that is not empty. `usage`: train, test, valid or all."""

    _FILES = {"test": "ptb.test.txt", "train": "ptb.train.txt", "valid": "ptb.valid.txt"}


class WikiTextDataset(_TextSet):
    """WikiText-2 or -103: `text`, a line that is not empty. `usage`: train, test, valid or all."""

    _FILES = {
        "test": "wiki.test.tokens",
        "train": "wiki.train.tokens",
        "valid": "wiki.valid.tokens",
    }


class USPSDataset(_TextSet):
    """USPS digits: `image` uint8 (16, 16, 1) and `label` uint32. `usage`: train, test or all."""

    _FILES = {"train": "usps", "test": "usps.t"}

    def _source(self, files: list[str], how: Reading) -> FileSource:
        return UspsSource(files, how)
