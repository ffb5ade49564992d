"""The public datasets that read files sequentially: TFRecord, text, CSV; and their base class."""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.warn_once import once
from msacc.dataset import config, shared_arguments
from msacc.dataset.cache import check_cache
from msacc.dataset.dataset import SourceDataset
from msacc.dataset.enums import Shuffle
from msacc.dataset.sampler_arguments import check_file_shards
from msacc.dataset.schema import Schema, schema_columns
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.sequential_files import FileShuffle, FileSource, ReadOptions
from msacc.dataset.sources.readers.text import CsvSource, TextSource
from msacc.dataset.sources.readers.tfrecord import TfRecordSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache

_INT64_MAX = 2**63 - 1


def find_files(patterns: Any) -> list[str]:
    """Returns the files that match the patterns, sorted: TypeError, ValueError."""
    check.instance(None, "dataset_files", patterns, (str, list))
    if not patterns:
        raise ValueError(f"Input dataset_files can not be empty, but got {patterns!r}.")
    items = patterns if isinstance(patterns, list) else [patterns]
    for pattern in items:
        check.instance(None, "dataset_files", pattern, str)
    matches = {p: [f for f in glob.glob(p, recursive=True) if os.path.isfile(f)] for p in items}
    empty = [pattern for pattern, files in matches.items() if not files]
    if empty:
        raise ValueError(f"The following patterns did not match any files: {empty}.")
    return sorted(file for pattern in items for file in matches[pattern])


def read_options(
    num_samples: int | None,
    num_parallel_workers: int | None,
    shuffle: bool | Shuffle | None,
    num_shards: int | None,
    shard_id: int | None,
    cache: DatasetCache | None,
) -> ReadOptions:
    """Checks the arguments that all these sources share and returns them as ReadOptions."""
    if num_samples is not None:
        shared_arguments.num_samples(num_samples)
    shared_arguments.workers(num_parallel_workers)
    check_file_shards(num_shards, shard_id)
    check_cache(cache)
    if shuffle is not None and not isinstance(shuffle, (bool, Shuffle)):
        raise TypeError(f"shuffle must be of boolean or enum of 'Shuffle' values, got {shuffle!r}.")
    if not isinstance(shuffle, Shuffle):
        shuffle = Shuffle.FALSE if shuffle is False else Shuffle.GLOBAL
    workers = num_parallel_workers or config.get_num_parallel_workers()
    return ReadOptions(shuffle, num_samples or 0, workers, num_shards or 1, shard_id or 0)


class FileDataset(SourceDataset):
    """Base of the datasets that read files sequentially."""

    def __init__(self, source: FileSource) -> None:
        how = source.options.shuffle
        super().__init__(FileShuffle(source) if how is Shuffle.GLOBAL else source)
        self.dataset_files, self._msacc_shuffle = source.files, how
        if how not in (Shuffle.FALSE, Shuffle.FILES, Shuffle.GLOBAL):
            name = f"{type(self).__name__}: shuffle={how}"
            once(name, f"{name} has no effect, as in MindSpore; use Shuffle.GLOBAL or FILES.")

    def is_shuffled(self) -> bool:
        """Whether rows or files are shuffled."""
        return self._msacc_shuffle is not Shuffle.FALSE


class TFRecordDataset(FileDataset):
    """Rows of TFRecord files of tf.train.Example messages.

    `dataset_files`: a path or pattern, or several.
    `schema`: a Schema, or a JSON file; without one the columns are those of the first record, in alphabetical
      order (int64, float32, uint8).
    `columns_list`: only these columns.
    `num_samples` 0 or None means the schema's numRows.
    `shuffle`: files and rows (True, GLOBAL), FILES, or False. With several `num_parallel_workers` several
      files are read at a time, one row of each in turn, as in MindSpore; a seed and a number of workers
      determine the order. Shard `shard_id` is every `num_shards`-th file, or with `shard_equal_rows` an equal
      part of all rows.
    `compression_type`: None, 'ZLIB' or 'GZIP'.
    `cache` has no effect.

    Raises ValueError for patterns without a file and values out of range, TypeError for other types,
    RuntimeError for a shard without the other number and, when rows are read, damaged files or missing
    columns.

    Differs from MindSpore: compressed files are read like the others, where MindSpore takes equal numbers of
    rows from each file with `num_samples`.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        schema: Schema | str | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = False,
        cache: DatasetCache | None = None,
        compression_type: str | None = None,
    ) -> None:
        files = find_files(dataset_files)
        if columns_list is not None:
            check.instance(None, "columns_list", columns_list, list)
        if shard_equal_rows is not None:
            check.boolean(None, "shard_equal_rows", shard_equal_rows)
        check.choice(None, "compression_type", compression_type or "", ["", "ZLIB", "GZIP"])
        if compression_type and num_samples is not None and len(files) < (num_shards or 1):
            raise ValueError(
                "When compression_type is provided, the number of dataset files cannot be less "
                f"than num_shards, but got {len(files)} files and {num_shards} shards."
            )
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        columns = None
        if schema is not None:
            rows = how.num_samples or Schema.get_num_rows(schema)
            how = ReadOptions(how.shuffle, rows, how.workers, how.num_shards, how.shard_id)
            columns = schema_columns(schema)
        equal = num_shards is None or bool(shard_equal_rows)
        kind, names = compression_type or "", columns_list or []
        super().__init__(TfRecordSource(files, how, columns, names, kind, equal))


@describe_shared_arguments
class TextFileDataset(FileDataset):
    """Non-empty lines of text files: `text`, strings.

    `dataset_files`: a path or pattern, or a list of them.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        files = find_files(dataset_files)
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(TextSource(files, how))


@describe_shared_arguments
class CSVDataset(FileDataset):
    """Rows of CSV files, one column per field.

    `dataset_files`: a path or pattern, or a list of them.
    `field_delim`: one character.
    `column_names` are by default those of the files' first lines.
    `column_defaults`: a value per column whose type is the column's (int: int32, float: float32, str); the
      value itself is not used.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        field_delim: str = ",",
        column_defaults: list[Any] | None = None,
        column_names: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        files = find_files(dataset_files)
        delimiter = _delimiter(field_delim)
        defaults = [] if column_defaults is None else column_defaults
        check.instance(None, "column_defaults", defaults, list)
        for item in defaults:
            if not isinstance(item, (str, int, float)):
                raise TypeError(f"column type in column_defaults is invalid: {item!r}.")
        names = [] if column_names is None else column_names
        check.instance(None, "column_names", names, list)
        for name in names:
            check.instance(None, "column_names", name, str)
            if not name:
                raise RuntimeError(f"CSVDataset: column_names must not be empty, got {names}.")
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(CsvSource(files, how, delimiter, defaults, names))


def _delimiter(value: str | None) -> str:
    if value is None:
        return ","
    check.instance(None, "field_delim", value, str)
    if len(value) != 1 or value in '"\r\n':
        raise ValueError(f"field_delim is invalid: {value!r}; give one character.")
    return str(value)
