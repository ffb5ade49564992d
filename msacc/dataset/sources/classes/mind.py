"""`MindDataset`, the public dataset of MindRecord files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.cache import check_cache
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.samplers import (
    BuiltinSampler,
    DistributedSampler,
    PKSampler,
    RandomSampler,
    SequentialSampler,
    SubsetSampler,
    shuffle_scope,
)
from msacc.dataset.sources.readers.mindrecord import RecordSource, padding
from msacc.mindrecord.records import Records, check_files, open_records

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache

_SAMPLERS = (SubsetSampler, PKSampler, DistributedSampler, RandomSampler, SequentialSampler)


class MindDataset(MappableDataset):
    """Rows of MindRecord files, read on demand.

    `dataset_files`: one path (all files written together with it are read) or a list. Numbers have the
      schema's type and shape, strings are numpy strings, bytes are arrays of shape (1,) and type S, whose
      `tobytes()` is what was written (`vision.Decode` takes them). Without `columns_list` there are all
      fields, in alphabetical order. Rows are shuffled unless `shuffle` is False: GLOBAL (True, ADAPTIVE),
      FILES or INFILE.
    `num_samples`, `num_shards` with `shard_id`, or a `sampler` select rows.
    `num_padded` rows equal to `padded_sample` are added, so that shards have equal sizes.
    `cache` has no effect.

    Raises ValueError for missing files and values out of range, TypeError for other types, RuntimeError for
    unknown columns, a file that is damaged or without its index, conflicting options and rows that do not
    divide by `num_shards` in spite of padding.

    Differs from MindSpore: empty arrays stay empty (MindSpore returns a random number), PKSampler selects
    rows of each class (MindSpore 2.10 repeats each file's first row), a sampler's row number out of range is
    an error, and one thread reads, whatever `num_parallel_workers` is. Rows and orders are otherwise
    MindSpore's.
    """

    _msacc_node: RecordSource
    _msacc_former: ClassVar[dict[str, str]] = {"dataset_file": "dataset_files"}

    def __init__(
        self,
        dataset_files: str | list[str],
        columns_list: list[str] | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        sampler: BuiltinSampler | None = None,
        padded_sample: dict[str, Any] | None = None,
        num_padded: int | None = None,
        num_samples: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        _check_files(dataset_files)
        shared_arguments.workers(num_parallel_workers)
        for name, value, kind in (
            ("columns_list", columns_list, list),
            ("padded_sample", padded_sample, dict),
        ):
            if value is not None:
                check.instance(None, name, value, kind)
        check_cache(cache)
        source_sampler = _sampler(sampler, num_samples, shuffle, num_shards, shard_id)
        _check_padding(padded_sample, num_padded, columns_list)
        records = open_records(dataset_files)
        _check_columns(columns_list or [], records)
        count, sample = num_padded or 0, {}
        if count and padded_sample is not None:
            fields = {n: records.schema.fields[n] for n in columns_list or ()}
            sample = padding(padded_sample, fields)
            _check_equal_shards(source_sampler, len(records) + count)
        scope = _scope(shuffle)
        super().__init__(
            RecordSource(records, list(columns_list or ()), source_sampler, scope, (sample, count))
        )

    def __getitem__(self, index: int) -> list[np.ndarray]:  # type: ignore[override]
        """Row `index` of the first epoch, as a list of arrays; reads that row alone."""
        check.instance(None, "index", index, int)
        if index < 0:
            raise ValueError(f"index cannot be negative, but got {index}.")
        order = self._msacc_node.order()()
        if index >= len(order):
            raise RuntimeError(
                "Input index is not within the required interval of "
                f"[0, {len(order) - 1}], but got {index}."
            )
        return self._msacc_node.read(order[index : index + 1]).row(0)


def _check_files(value: Any) -> None:
    paths = value if isinstance(value, list) else [value]
    if not paths:
        raise pipeline_error("MindDataset: dataset files list is empty, check input dataset_files.")
    for path in paths:
        if not isinstance(path, str):
            raise TypeError(f"path: {path!r} is not string; give dataset_files a path or a list.")
        if not os.path.isfile(path) or not os.access(path, os.R_OK):
            raise ValueError(f"The file {path} does not exist or permission denied!")
    check_files(paths)


def _check_columns(columns: list[Any], records: Records) -> None:
    fields = list(records.schema.fields)
    for i, name in enumerate(columns):
        if name not in fields:
            raise pipeline_error(
                f"Invalid data, column name: {name} can not found in schema. Please check the "
                f"'column_list'; there are {fields}."
            )
        if name in columns[:i]:
            raise pipeline_error(
                "MindDataset: 'columns_list' : Invalid parameter, duplicate column names are not "
                f"allowed: {name}"
            )


def _scope(shuffle: bool | Shuffle | None) -> Shuffle:
    is_scope = isinstance(shuffle, Shuffle) and shuffle is not Shuffle.FALSE
    return shuffle_scope(shuffle) if is_scope else Shuffle.GLOBAL


def _sampler(
    sampler: BuiltinSampler | None,
    num_samples: Any,
    shuffle: bool | Shuffle | None,
    num_shards: Any,
    shard_id: Any,
) -> BuiltinSampler:
    """Returns the sampler for the arguments."""
    _check_numbers(num_samples, shuffle, num_shards, shard_id)
    if sampler is not None:
        others = {"shuffle": shuffle, "sharding": num_shards, "num_samples": num_samples}
        for name, value in others.items():
            if value is not None:
                raise RuntimeError(f"sampler and {name} cannot be specified at the same time.")
        if not isinstance(sampler, _SAMPLERS):
            raise ValueError(
                f"The sampler is not supported yet: {sampler!r}; MindDataset takes "
                f"{', '.join(kind.__name__ for kind in _SAMPLERS)}."
            )
        return sampler
    random = shuffle not in (False, Shuffle.FALSE)
    if num_samples and shuffle in (Shuffle.FILES, Shuffle.INFILE):
        raise ValueError(
            "'Shuffle.FILES' or 'Shuffle.INFILE' and 'num_samples' cannot be specified at the "
            "same time."
        )
    if num_shards is not None:
        return DistributedSampler(num_shards, shard_id, random, num_samples)
    if random:
        # With num_samples MindSpore draws with replacement.
        return RandomSampler(num_samples is not None, num_samples, _scope(shuffle))
    return SequentialSampler(None, num_samples)


def _check_numbers(
    num_samples: int | None, shuffle: object, num_shards: int | None, shard_id: int | None
) -> None:
    if num_samples is not None:
        check.instance(None, "num_samples", num_samples, int)
        if num_samples < 0:
            raise ValueError(f"num_samples should be 0 (all) or more, but got {num_samples}.")
    if shuffle is not None and not isinstance(shuffle, (bool, Shuffle)):
        raise TypeError(
            "shuffle must be of boolean or enum of 'Shuffle' values like 'Shuffle.GLOBAL' or "
            f"'Shuffle.FILES' or 'Shuffle.INFILE', but got {shuffle!r}."
        )
    for one, other, value, missing in (
        ("num_shards", "shard_id", num_shards, shard_id),
        ("shard_id", "num_shards", shard_id, num_shards),
    ):
        if value is not None and missing is None:
            raise RuntimeError(f"{one} is specified and currently requires {other} as well.")
    if num_shards is not None:
        check.integer(None, "num_shards", num_shards, 1, check.INT32_MAX)
        check.integer(None, "shard_id", shard_id, 0, num_shards - 1)


def _check_padding(sample: Any, count: int | None, columns: Any) -> None:
    if count is not None:
        check.instance(None, "num_padded", count, int)
        if sample is None:
            raise RuntimeError("num_padded is specified but padded_sample is not.")
        if count < 0:
            raise ValueError(f"num_padded is invalid, num_padded={count}.")
    if sample is None:
        return
    for name, value in (("num_padded", count), ("columns_list", columns)):
        if value is None:
            raise RuntimeError(f"padded_sample is specified and requires {name} as well.")
    missing = [name for name in columns if name not in sample]
    if missing:
        raise ValueError(f"padded_sample cannot match columns_list: it has no {missing}.")


def _check_equal_shards(sampler: BuiltinSampler, rows: int) -> None:
    if isinstance(sampler, DistributedSampler) and rows % sampler.num_shards:
        raise pipeline_error(
            f"Invalid data, the size of dataset and padded samples: {rows} can not be divisible "
            f"by the value of 'num_shards': {sampler.num_shards}; choose another num_padded."
        )
