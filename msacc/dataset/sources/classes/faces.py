"""The public datasets of faces: LFW and WIDERFace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.faces import LfwSource, WiderFaceSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike


@describe_shared_arguments
class LFWDataset(MappableDataset):
    """Labeled Faces in the Wild: `image` and `label`, or (`task` pairs) two images and a label.

    `label` uint32: the person's index in lfw-names.txt, or 1 for a pair of one person.

    `usage`: 10fold, train, test or all (train and test).
    `image_set`: original, funneled or deepfunneled.
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str | None = None,
        usage: str | None = None,
        image_set: str | None = None,
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
        kind = choice_or_default(task, ["people", "pairs"], "people", "task")
        part = choice_or_default(usage, ["10fold", "train", "test", "all"])
        sets = ["original", "funneled", "deepfunneled"]
        form = choice_or_default(image_set, sets, "funneled", "image_set")
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(LfwSource(where, kind, part, form, source_sampler, decode))


@describe_shared_arguments
class WIDERFaceDataset(MappableDataset):
    """WIDERFace: `image` and int32 columns with one row per face; `image` alone for usage test.

    `bbox` (n, 4); `blur`, `expression`, `illumination`, `occlusion`, `pose` and `invalid` (n).
    `usage`: train, test, valid or all (train and valid).
    """

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
        part = choice_or_default(usage, ["train", "test", "valid", "all"])
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(WiderFaceSource(where, part, source_sampler, decode))
