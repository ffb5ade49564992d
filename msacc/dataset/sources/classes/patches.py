"""The public datasets of image patches and of synthetic rows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.common.warn_once import no_effect
from msacc.dataset import shared_arguments
from msacc.dataset.cache import check_cache
from msacc.dataset.dataset import MappableDataset, SourceDataset
from msacc.dataset.sampler_arguments import check_file_shards, file_sampler
from msacc.dataset.schema import Schema, schema_columns
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.patches import FakeImageSource, PhotoTourSource, SemeionSource
from msacc.dataset.sources.readers.random_rows import RandomSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_TOURS = [
    f"{name}{end}" for end in ("", "_harris") for name in ("notredame", "yosemite", "liberty")
]


@describe_shared_arguments
class PhotoTourDataset(MappableDataset):
    """PhotoTour: patches uint8 (64, 64, 1): `image`, or for usage test `image1`, `image2`, `matches`.

    `name`: notredame, yosemite or liberty, each also with _harris. `matches` uint32.
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test"], "train")
        check.instance(None, "name", name, str)
        check.choice(None, "name", name, _TOURS)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(PhotoTourSource(os.path.join(where, name), part, source_sampler))


@describe_shared_arguments
class SemeionDataset(MappableDataset):
    """Semeion's digits: `image` uint8 (16, 16) of 0 and 1, and `label` uint32."""

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(SemeionSource(where, source_sampler))


class FakeImageDataset(MappableDataset):
    """Synthetic images: `image` uint8 and `label` uint32, the same as in MindSpore for a `base_seed`.

    `num_images`: the number of rows.
    `image_size`: height, width and channels.
    `num_classes`: labels are below it.
    `base_seed`: an int.
    `num_samples`: an int, at most so many rows, drawn with replacement when shuffled.
    `shuffle`: a bool, the order is random unless it is False.
    `sampler`, in place of these two: a Sampler, or an iterable of row numbers.
    `num_shards` and `shard_id`: ints, only every so many rows, from that one on.
    `num_parallel_workers` and `cache` are checked and have no effect.

    Raises ValueError for numbers out of range, TypeError for other types, RuntimeError for a shard without
    the other number and for `sampler` with another of these.
    """

    def __init__(
        self,
        num_images: int = 1000,
        image_size: tuple[int, ...] = (224, 224, 3),
        num_classes: int = 10,
        base_seed: int = 0,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        check.integer(None, "num_images", num_images, 1, check.INT32_MAX)
        check.instance(None, "image_size", image_size, (list, tuple))
        if len(image_size) != 3:
            raise ValueError(
                f"image_size should be a list or tuple of length 3, but got {len(image_size)}"
            )
        for i, size in enumerate(image_size):
            check.integer(None, f"image_size[{i}]", size, 1, check.INT32_MAX)
        check.integer(None, "num_classes", num_classes, 1, check.INT32_MAX)
        check.instance(None, "base_seed", base_seed, int)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        shape = tuple(image_size)
        super().__init__(FakeImageSource(num_images, shape, num_classes, base_seed, source_sampler))


class RandomDataset(SourceDataset):
    """Rows of random bytes: the same for a seed as in MindSpore.

    The number of rows is `total_rows` (or `num_samples`, or the schema's numRows); by default it is random.

    `schema`: a Schema, or a JSON file; without one there are one to four random columns `c0`, `c1`, ...
    `columns_list`: only these.
    `shuffle`, `num_shards` and `shard_id` have no effect, as in MindSpore, which is said once.
    `num_parallel_workers` and `cache` are checked alone.
    """

    def __init__(
        self,
        total_rows: int | None = None,
        schema: Schema | str | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
        shuffle: bool | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        if num_samples is not None:
            shared_arguments.num_samples(num_samples)
        shared_arguments.workers(num_parallel_workers)
        if total_rows is not None:
            check.integer(None, "total_rows", total_rows, 0, check.INT32_MAX)
        if shuffle is not None:
            check.boolean(None, "shuffle", shuffle)
        if columns_list is not None:
            check.instance(None, "columns_list", columns_list, list)
        check_file_shards(num_shards, shard_id)
        check_cache(cache)
        for name, value in (("shuffle", shuffle), ("num_shards", num_shards)):
            if value:
                no_effect("RandomDataset", name, value, "each process draws all rows")
        rows = num_samples or total_rows or 0
        if schema is not None:
            rows = Schema.get_num_rows(schema) if total_rows is None else total_rows
        columns = None if schema is None else schema_columns(schema)
        super().__init__(RandomSource(rows, columns, list(columns_list or [])))
