"""The public datasets of small images: KMNIST, QMNIST, EMNIST, STL10, SVHN."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler
from msacc.dataset.sources.classes.in_memory import MnistDataset
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.mnist import IdxSource, QmnistSource
from msacc.dataset.sources.readers.raw_arrays import Stl10Source, SvhnSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_PARTS = ["train", "test", "all"]


def choice_or_default(
    usage: str | None, allowed: list[str], default: str = "all", name: str = "usage"
) -> str:
    """Checks and returns a `usage=` argument, or another choice by name: TypeError, ValueError."""
    if usage is None:
        return default
    check.instance(None, name, usage, str)
    check.choice(None, name, usage, allowed)
    return str(usage)


def bool_or_default(name: str, value: bool | None, default: bool) -> bool:
    """Checks and returns a bool, or the default for None: TypeError."""
    return default if value is None else check.boolean(None, name, value)


@describe_shared_arguments
class KMnistDataset(MnistDataset):
    """Kuzushiji-MNIST, which has MNIST's file names: `image` uint8 (28, 28, 1) and `label` uint32.

    `usage`: train, test or all (None).
    """


@describe_shared_arguments
class QMnistDataset(MappableDataset):
    """QMNIST: `image` uint8 (28, 28, 1) and `label` uint32.

    `usage`: train, test, test10k, test50k, nist or all (None).
    `compat` False gives all eight numbers of a label instead of the class alone.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        compat: bool = True,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test", "test10k", "test50k", "nist", "all"])
        check.boolean(None, "compat", compat)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(QmnistSource(where, part, compat, source_sampler))


@describe_shared_arguments
class EMnistDataset(MappableDataset):
    """EMNIST: `image` uint8 (28, 28, 1), in the file's orientation, and `label` uint32.

    `name`: byclass, bymerge, balanced, letters, digits or mnist.
    `usage`: train, test or all (None).
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
        check.instance(None, "name", name, str)
        names = ["byclass", "bymerge", "balanced", "letters", "digits", "mnist"]
        check.choice(None, "name", name, names)
        part = choice_or_default(usage, _PARTS)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        prefixes = {key: f"emnist-{name}-{key}" for key in ("test", "train")}
        super().__init__(IdxSource(where, part, source_sampler, prefixes))


@describe_shared_arguments
class STL10Dataset(MappableDataset):
    """STL10 (binary version): `image` uint8 (96, 96, 3) and `label` int32, -1 for unlabeled.

    `usage`: train, test, unlabeled, train+unlabeled or all (None).
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
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test", "unlabeled", "train+unlabeled", "all"])
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(Stl10Source(where, part, source_sampler))


@describe_shared_arguments
class SVHNDataset(MappableDataset):
    """SVHN (cropped digits): `image` uint8 (32, 32, 3) and `label` uint32; needs scipy.

    `usage`: train, test, extra or all (None).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test", "extra", "all"])
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id
        )
        source = SvhnSource(where, part, source_sampler)
        missing = [path for path in source.paths if not os.path.isfile(path)]
        if missing:
            raise FileNotFoundError(f"No such file: {missing[0]}; usage={part!r} reads it.")
        super().__init__(source)
