"""The public datasets of labelled images and texts: CelebA, Food101, IMDB, Flowers102, Caltech101."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler, refuse_pk_sampler
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.labelled import (
    CaltechSource,
    CelebaSource,
    FlowersSource,
    FoodSource,
    ImdbSource,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_PARTS = ["train", "test", "all"]


@describe_shared_arguments
class CelebADataset(MappableDataset):
    """CelebA: `image` and `attr`, uint32 0 or 1 for each attribute of list_attr_celeba.txt.

    `usage` other than all needs list_eval_partition.txt.
    `extensions`: only files with these endings.
    """

    def __init__(
        self,
        dataset_dir: str,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        usage: str | None = "all",
        sampler: SamplerLike | None = None,
        decode: bool = False,
        extensions: list[str] | None = None,
        num_samples: int | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        decrypt: Callable[..., Any] | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["all", "train", "valid", "test"])
        check.boolean(None, "decode", decode)
        if extensions is not None:
            check.instance(None, "extensions", extensions, list)
        if decrypt is not None:
            raise NotImplementedError("CelebADataset: msacc does not decrypt files.")
        refuse_pk_sampler("CelebADataset", sampler)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(CelebaSource(where, part, extensions or [], source_sampler, decode))


@describe_shared_arguments
class Food101Dataset(MappableDataset):
    """Food-101: `image` and `label`, the name of its folder. `usage`: train, test or all."""

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = shared_arguments.directory(dataset_dir), choice_or_default(usage, _PARTS)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(FoodSource(where, part, source_sampler, decode))


@describe_shared_arguments
class IMDBDataset(MappableDataset):
    """IMDB's reviews: `text` and `label` int32 (1 pos, 0 neg). `usage`: train, test or all.

    A file of several lines gives all of them, where MindSpore gives the last one.
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
        where, part = shared_arguments.directory(dataset_dir), choice_or_default(usage, _PARTS)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(ImdbSource(where, part, source_sampler, False))


@describe_shared_arguments
class Flowers102Dataset(MappableDataset):
    """Oxford's 102 flowers: `image` and `label` uint32; task Segmentation adds `segmentation`.

    `usage`: train, valid, test or all. Needs scipy.
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str | None = "Classification",
        usage: str | None = "all",
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        kind = "Classification" if task is None else task
        check.instance(None, "task", kind, str)
        check.choice(None, "task", kind, ["Classification", "Segmentation"])
        part = choice_or_default(usage, ["train", "valid", "test", "all"])
        check.boolean(None, "decode", decode)
        for folder in ("jpg", "segmim")[: 1 + (kind == "Segmentation")]:
            shared_arguments.directory(os.path.join(where, folder))
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id
        )
        super().__init__(FlowersSource(where, kind, part, source_sampler, decode))

    def get_class_indexing(self) -> dict[str, Any]:
        """NotImplementedError: the data has no class names."""
        raise NotImplementedError(
            "Flowers102Dataset.get_class_indexing: the files hold no names of the 102 classes; "
            "labels are the files' numbers less one."
        )


@describe_shared_arguments
class Caltech101Dataset(MappableDataset):
    """Caltech 101: `image` and by `target_type` `category`, `annotation` or (all) both.

    `category` int64 in alphabetical order of the folders; `annotation` needs scipy.
    """

    def __init__(
        self,
        dataset_dir: str,
        target_type: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        target = "category" if target_type is None else target_type
        check.instance(None, "target_type", target, str)
        check.choice(None, "target_type", target, ["category", "annotation", "all"])
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id
        )
        super().__init__(CaltechSource(where, target, source_sampler, decode))
