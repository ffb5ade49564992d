"""The public datasets of images with labels, captions or second images: Cityscapes, DIV2K, Flickr, KITTI, SBU, SBD."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler
from msacc.dataset.sources.classes.annotated import existing_file
from msacc.dataset.sources.classes.images import bool_or_default, choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.pictures import (
    BordersSource,
    CityscapesSource,
    Div2kSource,
    FlickrSource,
    KittiSource,
    SbuSource,
)

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_FINE = ["train", "test", "val", "all"]
_COARSE = ["train", "train_extra", "val", "all"]


def check_choice(name: str, value: object, allowed: list[str]) -> None:
    """Checks that a string is one of `allowed`, which excludes None: TypeError, ValueError."""
    check.instance(None, name, value, str)
    check.choice(None, name, value, allowed)


def _check_scale(scale: object, downgrade: str) -> None:
    check.instance(None, "scale", scale, int)
    check.choice(None, "scale", scale, [2, 3, 4, 8])
    if scale == 8 and downgrade != "bicubic":
        raise ValueError("DIV2KNode: scale equal to 8 is allowed only in bicubic downgrade.")
    if downgrade in ("mild", "difficult", "wild") and scale != 4:
        raise ValueError(f"DIV2KNode: {downgrade} downgrade requires scale equal to 4.")


@describe_shared_arguments
class CityscapesDataset(MappableDataset):
    """Cityscapes: `image` and `task`, an image, or for polygon a JSON text with sorted keys.

    `usage`: with `quality_mode` fine train, test, val or all, with coarse train, train_extra, val or all.
    `task`: instance, semantic, polygon or color.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        quality_mode: str = "fine",
        task: str = "instance",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        check_choice("task", task, ["instance", "semantic", "polygon", "color"])
        check_choice("quality_mode", quality_mode, ["fine", "coarse"])
        check_choice("usage", usage, _FINE if quality_mode == "fine" else _COARSE)
        should_decode = bool_or_default("decode", decode, False)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(
            CityscapesSource(where, usage, quality_mode, task, source_sampler, should_decode)
        )


@describe_shared_arguments
class DIV2KDataset(MappableDataset):
    """DIV2K: `hr_image` and `lr_image`, the downscaled image. `usage`: train, valid, all.

    `downgrade`: bicubic (`scale` 2, 3, 4, 8), unknown (2, 3, 4), mild, difficult, wild (4).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        downgrade: str = "bicubic",
        scale: int = 2,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        check_choice("usage", usage, ["train", "valid", "all"])
        check_choice("downgrade", downgrade, ["bicubic", "unknown", "mild", "difficult", "wild"])
        _check_scale(scale, downgrade)
        should_decode = bool_or_default("decode", decode, False)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(Div2kSource(where, usage, downgrade, scale, source_sampler, should_decode))


@describe_shared_arguments
class FlickrDataset(MappableDataset):
    """Flickr8k and Flickr30k: `image` and `annotation`, its lines in `annotation_file`."""

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        file = existing_file(annotation_file)
        should_decode = bool_or_default("decode", decode, False)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(FlickrSource(where, file, source_sampler, should_decode))


@describe_shared_arguments
class KITTIDataset(MappableDataset):
    """KITTI: `image` and, for train, columns with one row per object. `usage`: train or test.

    `label` and `occluded` uint32; `truncated`, `alpha`, `bbox`, `dimensions`, `location` and
    `rotation_y` float32. Labels are indices of the occurring names in alphabetical order.
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
        part = choice_or_default(usage, ["train", "test"], "train")
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(KittiSource(where, part, source_sampler, decode))


@describe_shared_arguments
class SBUDataset(MappableDataset):
    """SBU's captioned photos: `image` and `caption`, of those images that exist."""

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
        for name in ("urls", "captions"):
            existing_file(os.path.join(where, f"SBU_captioned_photo_dataset_{name}.txt"))
        shared_arguments.directory(os.path.join(where, "sbu_images"))
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(SbuSource(where, source_sampler, decode))


@describe_shared_arguments
class SBDataset(MappableDataset):
    """Semantic Boundaries: `image` and `task`: borders uint8 (20, H, W), or segments (H, W).

    `task`: Boundaries or Segmentation.
    `usage`: train, val, train_noval or all.

    Needs scipy.
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str | None = "Boundaries",
        usage: str | None = "all",
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "val", "train_noval", "all"])
        kind = choice_or_default(task, ["Boundaries", "Segmentation"], "Segmentation", "task")
        should_decode = bool_or_default("decode", decode, False)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id
        )
        super().__init__(BordersSource(where, kind, part, source_sampler, should_decode))
