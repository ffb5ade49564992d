"""The public text datasets in CSV files and lines: AG News, Amazon, DBpedia, Penn Treebank, WikiText and others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msacc.dataset import shared_arguments
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.sequential_files import FileDataset, read_options
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.raw_arrays import UspsSource
from msacc.dataset.sources.readers.sequential_files import FileSource, ReadOptions
from msacc.dataset.sources.readers.text import CsvSource, TextSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache


class _TextSet(FileDataset):
    """Base of datasets with one file per part; a subclass has the files' names in reading order."""

    _msacc_FILES: dict[str, str] = {}

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, [*self._msacc_FILES, "all"])
        names = [name for key, name in self._msacc_FILES.items() if part in (key, "all")]
        files = [os.path.join(where, name) for name in names]
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        missing = [path for path in files if not os.path.isfile(path)]
        if missing:
            raise pipeline_error(f"Invalid file, {missing[0]} is invalid or does not exist.")
        super().__init__(self._msacc_source(files, how))

    def _msacc_source(self, files: list[str], how: ReadOptions) -> FileSource:
        return TextSource(files, how)


class _CsvSet(_TextSet):
    """Base of text datasets in CSV files without a header line."""

    _msacc_FILES = {"test": "test.csv", "train": "train.csv"}
    _msacc_COLUMNS: list[str] = []

    def _msacc_source(self, files: list[str], how: ReadOptions) -> FileSource:
        return CsvSource(files, how, ",", [], self._msacc_COLUMNS)


@describe_shared_arguments
class AGNewsDataset(_CsvSet):
    """AG News: `index`, `title` and `description`, strings. `usage`: train, test or all."""

    _msacc_COLUMNS = ["index", "title", "description"]


@describe_shared_arguments
class AmazonReviewDataset(_CsvSet):
    """Amazon's reviews (polarity or full): `label`, `title` and `content`, strings.

    `usage`: train, test or all (None).
    """

    _msacc_COLUMNS = ["label", "title", "content"]


@describe_shared_arguments
class DBpediaDataset(_CsvSet):
    """DBpedia: `class`, `title` and `content`, strings. `usage`: train, test or all (None)."""

    _msacc_COLUMNS = ["class", "title", "content"]


@describe_shared_arguments
class YahooAnswersDataset(_CsvSet):
    """Yahoo's answers: `class`, `title`, `content` and `answer`, strings.

    `usage`: train, test or all (None).
    """

    _msacc_COLUMNS = ["class", "title", "content", "answer"]


class _WorkersLastCsvSet(_CsvSet):
    """Base of CSV datasets with `num_parallel_workers` after the shard arguments, and train before test."""

    _msacc_FILES = {"train": "train.csv", "test": "test.csv"}

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
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


@describe_shared_arguments
class YelpReviewDataset(_WorkersLastCsvSet):
    """Yelp's reviews (polarity or full): `label` and `text`, strings. `usage`: train, test or all (None)."""

    _msacc_COLUMNS = ["label", "text"]


@describe_shared_arguments
class SogouNewsDataset(_WorkersLastCsvSet):
    """Sogou's news: `index`, `title` and `content`, strings. `usage`: train, test or all (None)."""

    _msacc_COLUMNS = ["index", "title", "content"]


@describe_shared_arguments
class PennTreebankDataset(_TextSet):
    """Penn Treebank: `text`, a non-empty line. `usage`: train, test, valid or all."""

    _msacc_FILES = {"test": "ptb.test.txt", "train": "ptb.train.txt", "valid": "ptb.valid.txt"}


@describe_shared_arguments
class WikiTextDataset(_TextSet):
    """WikiText-2 or -103: `text`, a non-empty line. `usage`: train, test, valid or all."""

    _msacc_FILES = {
        "test": "wiki.test.tokens",
        "train": "wiki.train.tokens",
        "valid": "wiki.valid.tokens",
    }


@describe_shared_arguments
class USPSDataset(_TextSet):
    """USPS digits: `image` uint8 (16, 16, 1) and `label` uint32. `usage`: train, test or all."""

    _msacc_FILES = {"train": "usps", "test": "usps.t"}

    def _msacc_source(self, files: list[str], how: ReadOptions) -> FileSource:
        return UspsSource(files, how)
