"""The public datasets of images in folders by class: Caltech256, LSUN, Omniglot, Places365, SUN397 and others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler
from msacc.dataset.sources.classes.images import bool_or_default, choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.scenes import (
    Caltech256Source,
    LsunSource,
    OmniglotSource,
    PlacesSource,
    RenderedSource,
    SunSource,
)

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_LSUN = ["bedroom", "bridge", "church_outdoor", "classroom", "conference_room", "dining_room"]
_LSUN += ["kitchen", "living_room", "restaurant", "tower"]


@describe_shared_arguments
class Caltech256Dataset(MappableDataset):
    """Caltech 256: `image` and `label` int32, the index of its folder in alphabetical order."""

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(Caltech256Source(where, source_sampler, decode))

    def get_class_indexing(self) -> dict[str, Any]:
        """No names, as in MindSpore."""
        return {}


@describe_shared_arguments
class LSUNDataset(MappableDataset):
    """LSUN: `image` and `label` uint32, the index of its folder in alphabetical order.

    `usage`: train, valid, test or all (train and valid).
    `classes`: names out of LSUN's ten.

    Differs from MindSpore: the test part has a known number of rows.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        classes: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test", "valid", "all"])
        if classes is not None:
            check.instance(None, "classes", classes, list)
        for name in classes or []:
            check.choice(None, "classes", name, _LSUN)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(LsunSource(where, part, list(classes or []), source_sampler, decode))


@describe_shared_arguments
class OmniglotDataset(MappableDataset):
    """Omniglot: `image` and `label` int32, the index of its character.

    `background` False reads the evaluation set.
    """

    def __init__(
        self,
        dataset_dir: str,
        background: bool | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        training = bool_or_default("background", background, True)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        folder = os.path.join(where, f"images_{'background' if training else 'evaluation'}")
        super().__init__(OmniglotSource(folder, source_sampler, decode))

    def get_class_indexing(self) -> dict[str, Any]:
        """No names, as in MindSpore."""
        return {}


@describe_shared_arguments
class Places365Dataset(MappableDataset):
    """Places365: `image` and `label` uint32. `usage`: train-standard, train-challenge or val.

    `small` False reads the images of full size.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        small: bool = True,
        decode: bool = False,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(
            usage, ["train-standard", "train-challenge", "val"], "train-standard"
        )
        check.boolean(None, "small", small)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(PlacesSource(where, part, small, source_sampler, decode))


@describe_shared_arguments
class RenderedSST2Dataset(MappableDataset):
    """Rendered SST-2: `image` and `label` uint32, 1 for positive. `usage`: train, val, test or all."""

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
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["val", "all", "train", "test"])
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(RenderedSource(where, part, source_sampler, decode))


@describe_shared_arguments
class SUN397Dataset(MappableDataset):
    """SUN397: `image` and `label` uint32, the index of its class in ClassName.txt."""

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(SunSource(where, source_sampler, decode))
