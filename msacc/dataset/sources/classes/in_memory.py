"""The public datasets over generators, arrays, MNIST, CIFAR and image folders."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.warn_once import no_effects
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset, SourceDataset
from msacc.dataset.sampler_arguments import (
    check_shards,
    choose_sampler,
    file_sampler,
    refuse_pk_sampler,
)
from msacc.dataset.schema import Schema, schema_columns
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.arrays import SlicesSource
from msacc.dataset.sources.readers.cifar import CifarSource
from msacc.dataset.sources.readers.folder import FolderSource
from msacc.dataset.sources.readers.generator import (
    BatchedSource,
    IterableSource,
    RandomAccessSource,
    Replayed,
    Rows,
)
from msacc.dataset.sources.readers.mnist import IdxSource

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_USAGES = ["train", "test", "all"]


def _usage(value: Any) -> str:
    if value is None:
        return "all"
    check.instance(None, "usage", value, str)
    check.choice(None, "usage", value, _USAGES)
    return str(value)


def _check_folder_and_usage(dataset_dir: object, usage: object) -> tuple[str, str]:
    """Checks and returns the folder and the usage."""
    return shared_arguments.directory(dataset_dir), _usage(usage)


class MnistDataset(MappableDataset):
    """The MNIST images and labels of a folder of unpacked idx files.

    Columns: `image` uint8 of shape (28, 28, 1) and `label` uint32, a scalar.

    `dataset_dir`: the folder.
    `usage`: 'train', 'test' or 'all' (None).
    `num_samples`: at most so many rows, drawn with replacement when shuffled.
    `shuffle`: in random order unless False.
    `sampler` instead: a Sampler, or an iterable of row numbers.
    `num_shards` and `shard_id`: only every so many rows, from that one on.
    `num_parallel_workers` and `cache` have no effect.

    Raises ValueError for a folder that is missing and values out of range, TypeError for other types,
    RuntimeError for `sampler` with what it excludes, a shard without the other number and, when rows are
    read, files that are missing or damaged. Rows and orders are MindSpore's; one thread reads.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = _check_folder_and_usage(dataset_dir, usage)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(IdxSource(where, part, source_sampler))


@describe_shared_arguments
class FashionMnistDataset(MnistDataset):
    """Fashion-MNIST, which has MNIST's file names: `image` uint8 (28, 28, 1) and `label` uint32.

    `usage`: train, test or all (None).
    """


class Cifar10Dataset(MappableDataset):
    """The CIFAR-10 images and labels of a folder that holds the binary version.

    Columns: `image` uint8 of shape (32, 32, 3) and `label` uint32, a scalar.

    `dataset_dir`: the folder.
    `usage`: 'train', 'test' or 'all' (None).
    `num_samples`: at most so many rows, drawn with replacement when shuffled.
    `shuffle`: in random order unless False.
    `sampler` instead: a Sampler, or an iterable of row numbers.
    `num_shards` and `shard_id`: only every so many rows, from that one on.
    `num_parallel_workers` and `cache` have no effect.

    Raises ValueError for a folder that is missing and values out of range, TypeError for other types,
    RuntimeError for `sampler` with what it excludes, a shard without the other number and, when rows are
    read, files that are missing or damaged. Rows and orders are MindSpore's; one thread reads.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = _check_folder_and_usage(dataset_dir, usage)
        train = [f"data_batch_{i}.bin" for i in range(1, 6)]
        files = {"train": train, "test": ["test_batch.bin"], "all": [*train, "test_batch.bin"]}
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(CifarSource(where, files[part], ["label"], source_sampler))


@describe_shared_arguments
class Cifar100Dataset(MappableDataset):
    """CIFAR-100 (binary version): `image` uint8 (32, 32, 3), `coarse_label` and `fine_label`, uint32.

    `usage`: train, test or all (None).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = _check_folder_and_usage(dataset_dir, usage)
        files = [f"{name}.bin" for name in ("train", "test") if part in (name, "all")]
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(CifarSource(where, files, ["coarse_label", "fine_label"], source_sampler))


class ImageFolderDataset(MappableDataset):
    """Images in one folder per class: `image` and `label`, an int32 scalar.

    `dataset_dir`: the folder of these folders.
    `decode`: `image` is RGB, uint8 of shape (H, W, 3), instead of a file's bytes, a uint8 vector.
    `extensions`: only files with these endings.
    `class_indexing`: the label of each folder's name, and only these folders; by default the index in
      alphabetical order.
    `num_samples`: at most so many rows, drawn with replacement when shuffled.
    `shuffle`: in random order unless False.
    `sampler` instead: a Sampler, or an iterable of row numbers.
    `num_shards` and `shard_id`: only every so many rows, from that one on.
    `num_parallel_workers` and `cache` have no effect.
    `decrypt` is refused (NotImplementedError).

    Raises ValueError for a folder that is missing and values out of range, TypeError for other types,
    RuntimeError for `sampler` with what it excludes, a shard without the other number and, when rows are
    read, a folder without images. Rows and orders are otherwise MindSpore's.
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        extensions: list[str] | None = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        decrypt: Callable[..., Any] | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        if decrypt is not None:
            raise NotImplementedError("ImageFolderDataset: msacc does not decrypt files.")
        check.boolean(None, "decode", decode)
        if extensions is not None:
            check.instance(None, "extensions", extensions, list)
        if class_indexing is not None:
            check.instance(None, "class_indexing", class_indexing, dict)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(
            FolderSource(where, source_sampler, extensions, class_indexing or None, decode)
        )


class GeneratorDataset(MappableDataset):
    """Rows from Python: `source` is random accessible, iterable, or a function that returns an iterable.

    The rows of a generator object are kept in memory for further epochs; give the function to have it called
    anew.

    A row is a value, or a tuple of one value per column: numbers, strings, numpy arrays or Tensors of any
    shape.

    `column_names` and `column_types` (MindSpore or numpy types, which are checked, not cast to), or a
      `schema` in place of both. Random access needs `__getitem__` and `__len__`; only then `sampler`,
      `num_shards` and `shard_id` are possible, `shuffle` (True by default) has an effect, and
      `num_parallel_workers` > 1 reads with worker processes (`python_multiprocessing`; else one thread
      reads).
    `num_samples`: at most so many rows.
    `batch_sampler`: lists of row numbers, each read as one row of `collate_fn` (one list per column; np.stack
      by default).
    `max_rowsize` has no effect.

    Raises TypeError or ValueError for invalid or conflicting arguments, RuntimeError, when rows are read, for
    errors of `source` and rows that do not fit the columns.

    Differs from MindSpore: workers return large arrays in shared memory of any size.
    """

    def __init__(
        self,
        source: Any,
        column_names: str | list[str] | None = None,
        column_types: list[Any] | None = None,
        schema: Schema | str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        python_multiprocessing: bool = True,
        max_rowsize: int | list[int] | None = None,
        batch_sampler: Any = None,
        collate_fn: Callable[..., Any] | None = None,
    ) -> None:
        if not callable(source) and not hasattr(source, "__getitem__"):
            _iterable_or_raise(source)
        no_effects("dataset", "rows of any size go through", max_rowsize=(max_rowsize, None))
        if schema is not None:
            if not isinstance(schema, (str, Schema)):
                raise ValueError("schema should be a path to schema file or a schema object.")
            columns = schema_columns(schema)
            column_names = [column.name for column in columns]
            column_types = [column.dtype() for column in columns]
        if column_names is None:
            raise ValueError("Neither columns_names nor schema are provided.")
        shared_arguments.workers(num_parallel_workers)
        shared_arguments.row_size("dataset.GeneratorDataset", max_rowsize, pair=False)
        if python_multiprocessing is not None:  # None counts as False
            check.boolean(None, "python_multiprocessing", python_multiprocessing)
        self.source = source
        if inspect.isgenerator(source):
            source = Replayed(source)
        rows = Rows(
            source, shared_arguments.names(column_names, "column_names"), _types(column_types)
        )
        if batch_sampler is not None:
            clash = {"num_samples": num_samples, "shuffle": shuffle, "sampler": sampler}
            _check_exclusive(
                "batch_sampler", {**clash, "num_shards": num_shards, "shard_id": shard_id}
            )
            _check_batches(source, batch_sampler, collate_fn)
            SourceDataset.__init__(self, BatchedSource(rows, batch_sampler, collate_fn))
            return
        if collate_fn is not None:
            raise ValueError(
                "collate_fn can be specified only when batch_sampler is set. Got no batch_sampler."
            )
        if _random_access(source):
            refuse_pk_sampler("GeneratorDataset", sampler)
            source_sampler = choose_sampler(sampler, num_samples, shuffle, num_shards, shard_id)
            workers = num_parallel_workers if python_multiprocessing else 1
            super().__init__(RandomAccessSource(rows, source_sampler, workers))
            return
        check_shards(num_shards, shard_id)
        for name, value in (("num_shards", num_shards), ("sampler", sampler)):
            if value is not None:
                raise ValueError(
                    f"{name} is not supported if source does not have attribute '__getitem__' "
                    "and '__len__'."
                )
        if num_samples is not None:
            shared_arguments.num_samples(num_samples)
        SourceDataset.__init__(self, IterableSource(rows, num_samples or None))

    @property
    def column_names(self) -> list[str]:
        """The names of its columns; datasets derived from this one have only `get_col_names()`."""
        return self.get_col_names()

    def __getitem__(self, index: int) -> Any:
        """The unconverted element of `source` for row `index`."""
        check.instance(None, "index", index, (int, np.number))
        if not hasattr(self.source, "__getitem__"):
            raise RuntimeError(
                "Dataset don't support randomized access. Its source has no __getitem__."
            )
        if not isinstance(self._msacc_node, RandomAccessSource):
            raise RuntimeError(
                "GeneratorDataset with batch_sampler does not support random access."
            )
        return self.source[_sampled_index(self._msacc_node, index)]


def _sampled_index(node: RandomAccessSource | SlicesSource, index: int) -> int:
    """Returns the source index of row `index` of the sampler's order."""
    if index < 0:
        raise RuntimeError(f"Index [{index}] can not be a negative number.")
    order = node.sampler._msacc_start(node)(node.rows())
    if index >= len(order):
        raise RuntimeError(f"Index [{index}] exceeded the number of data samples.")
    return int(order[index])


def _check_batches(source: object, batch_sampler: object, collate_fn: object) -> None:
    if not isinstance(batch_sampler, Iterable) and not hasattr(batch_sampler, "__getitem__"):
        raise TypeError(
            f"batch_sampler should have __getitem__ or __iter__ method. Got {batch_sampler!r}."
        )
    if collate_fn is not None and not callable(collate_fn):
        raise TypeError(f"collate_fn should be callable. Got {collate_fn!r}.")
    if not hasattr(source, "__getitem__"):
        raise ValueError(
            "batch_sampler is not supported if source does not have attribute '__getitem__'. "
            f"Got {type(source).__name__}."
        )


def _iterable_or_raise(source: Any) -> None:
    if not hasattr(source, "__iter__") and not hasattr(source, "__next__"):
        raise TypeError(
            "Input `source` function of GeneratorDataset should be callable, iterable or random "
            f"accessible (yield, __getitem__ or __next__/__iter__), but got {source!r}."
        )


def _random_access(source: Any) -> bool:
    is_function = inspect.isfunction(source) or inspect.ismethod(source)
    return not is_function and hasattr(source, "__getitem__") and hasattr(source, "__len__")


def _check_exclusive(name: str, others: dict[str, Any]) -> None:
    conflicts = [other for other, value in others.items() if value is not None]
    if conflicts:
        raise ValueError(
            f"{name} is mutually exclusive with num_samples, shuffle, num_shards, shard_id and "
            f"sampler. Got {', '.join(conflicts)}."
        )


def _types(types: Any) -> list[np.dtype] | None:
    if types is None:
        return None
    items = types if isinstance(types, (list, tuple)) else [types]
    return [np.dtype(mstype.dtype_to_nptype(t) if isinstance(t, mstype.Type) else t) for t in items]


class NumpySlicesDataset(MappableDataset):
    """Row i has element i of each column of a list, tuple, dict or array.

    `data`: an array or list is one column; a tuple is one column per element, a dict one per key.
    `column_names`: by default a dict's keys, or column_0, column_1, … Values keep numpy's dtype (int64,
      float64 for Python numbers) and have the column's shape without its first dimension.
    `num_samples`: at most so many rows, drawn with replacement when shuffled.
    `shuffle`: in random order unless False.
    `sampler` instead: a Sampler, or an iterable of row numbers.
    `num_shards` and `shard_id`: only every so many rows, from that one on.
    `num_parallel_workers` has no effect.

    Raises TypeError for other data, ValueError for empty data, columns of different lengths, another number
    of names than columns, and a `sampler` with conflicting arguments. As in MindSpore, but without workers.
    """

    def __init__(
        self,
        data: list[Any] | tuple[Any, ...] | dict[Any, Any] | np.ndarray,
        column_names: str | list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        check.instance(None, "data", data, (list, tuple, dict, np.ndarray))
        if len(data) == 0:
            raise ValueError("Argument data cannot be empty.")
        shared_arguments.workers(num_parallel_workers)
        columns, names = _columns(data)
        lengths = {len(column) for column in columns}
        if len(lengths) > 1:
            raise ValueError(f"Data length in each column is not equal: {sorted(lengths)}.")
        if column_names is not None:
            names = shared_arguments.names(column_names, "column_names")
            if len(names) != len(columns):
                raise ValueError(
                    f"Num of input column names is {len(names)}, but required is {len(columns)}."
                )
        source_sampler = choose_sampler(sampler, num_samples, shuffle, num_shards, shard_id)
        super().__init__(SlicesSource(names, columns, source_sampler))

    @property
    def column_names(self) -> list[str]:
        """The names of its columns; datasets derived from this one have only `get_col_names()`."""
        return self.get_col_names()

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        """Row `index` as a tuple, one value of each column."""
        check.instance(None, "index", index, (int, np.number))
        assert isinstance(self._msacc_node, SlicesSource)
        row = _sampled_index(self._msacc_node, index)
        return tuple(column[row] for column in self._msacc_node.data)


def _columns(data: Any) -> tuple[list[Any], list[str]]:
    if isinstance(data, dict):
        return list(data.values()), [str(key) for key in data]
    columns = list(data) if isinstance(data, tuple) else [data]
    return columns, [f"column_{i}" for i in range(len(columns))]


class PaddedDataset(GeneratorDataset):
    """Rows from dictionaries of arrays, to pad a dataset by `+`.

    `padded_samples`: a list of dicts, one a row, from column names to arrays or numbers; the columns are the
    keys of the first. Raises TypeError for what is no list, ValueError for an empty one or one of other things.
    """

    def __init__(self, padded_samples: list[dict[str, Any]]) -> None:
        check.instance(None, "padded_samples", padded_samples, list)
        if not padded_samples or not isinstance(padded_samples[0], dict):
            raise ValueError("padded_samples should be a list of dictionaries that is not empty.")
        names = list(padded_samples[0])
        rows = [tuple(sample[name] for name in names) for sample in padded_samples]
        super().__init__(rows, names, shuffle=False)
