"""The public datasets of annotated images: Pascal VOC, COCO, manifests."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler, refuse_pk_sampler
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.annotated import (
    CocoSource,
    ManifestSource,
    VocDetection,
    VocSegmentation,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike


def existing_file(path: str | os.PathLike[str]) -> str:
    """Checks and returns the path of a readable file: TypeError, ValueError."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: {path!r} is not string.")
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise ValueError(f"The file {os.fspath(path)} does not exist or permission denied!")
    return os.fspath(path)


def _refuse_decryption(where: str, decrypt: object) -> None:
    if decrypt is not None:
        raise NotImplementedError(f"{where}: msacc does not decrypt files.")


def _classes(value: dict[str, int] | None) -> dict[str, int]:
    if value is None:
        return {}
    check.instance(None, "class_indexing", value, dict)
    return dict(value)


@describe_shared_arguments
class VOCDataset(MappableDataset):
    """Pascal VOC: `image` and the columns of its `task`.

    Segmentation: `target`, an image. Detection: `bbox` float32 (n, 4) of x, y, width and height, `label`,
    `difficult` and `truncate` uint32 (n, 1).

    `extra_metadata` adds `_meta-filename`, which iterators return once it is renamed.
    `task`: 'Segmentation' or 'Detection'.
    `usage`: the name of a list in ImageSets, as 'train'.
    `class_indexing`: a dict from class names to labels, for 'Detection' alone (ValueError otherwise); objects
      of other classes are left out.
    `extra_metadata`: a bool.
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Segmentation",
        usage: str = "train",
        class_indexing: dict[str, int] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        extra_metadata: bool = False,
        decrypt: Callable[..., Any] | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        check.instance(None, "task", task, str)
        check.instance(None, "usage", usage, str)
        if task not in ("Segmentation", "Detection"):
            raise ValueError(f"Invalid task : {task}; give 'Segmentation' or 'Detection'.")
        if task == "Segmentation" and class_indexing is not None:
            raise ValueError("class_indexing is not supported in Segmentation task.")
        lists = "Segmentation" if task == "Segmentation" else "Main"
        listed = existing_file(os.path.join(where, "ImageSets", lists, f"{usage}.txt"))
        indexing = _classes(class_indexing)
        check.boolean(None, "decode", decode)
        check.boolean(None, "extra_metadata", extra_metadata)
        _refuse_decryption("VOCDataset", decrypt)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        self.task = task
        options = (where, listed, source_sampler, decode, extra_metadata)
        source = VocSegmentation(*options) if lists == task else VocDetection(indexing, *options)
        super().__init__(source)

    def get_class_indexing(self) -> dict[str, Any]:
        """Class name -> label, for the Detection task."""
        if self.task != "Detection":
            raise NotImplementedError("Only 'Detection' support get_class_indexing.")
        return super().get_class_indexing()


@describe_shared_arguments
class CocoDataset(MappableDataset):
    """COCO: `image` and the columns of its `task`, with one row per annotation.

    Detection: `bbox` float32 (n, 4), `category_id` and `iscrowd` uint32 (n, 1). Panoptic: also `area`. Stuff:
    `segmentation` float32, padded with -1, and `iscrowd`. Keypoint: `keypoints` and `num_keypoints`.
    Captioning: `captions` (n, 1). Images without annotations are skipped.

    `annotation_file`: a JSON file, a str or path.
    `task`: 'Detection', 'Stuff', 'Panoptic', 'Keypoint' or 'Captioning'.
    `extra_metadata`: a bool; True adds the column `_meta-filename`, a file's name without its ending, which
      iterators return once it is renamed.

    A PKSampler raises ValueError.
    """

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        task: str = "Detection",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        extra_metadata: bool = False,
        decrypt: Callable[..., Any] | None = None,
    ) -> None:
        where, file = shared_arguments.directory(dataset_dir), existing_file(annotation_file)
        check.instance(None, "task", task, str)
        if task not in ("Detection", "Stuff", "Panoptic", "Keypoint", "Captioning"):
            raise ValueError(f"Invalid task type: {task}.")
        check.boolean(None, "decode", decode)
        check.boolean(None, "extra_metadata", extra_metadata)
        _refuse_decryption("CocoDataset", decrypt)
        refuse_pk_sampler("CocoDataset", sampler)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        self.task = task
        super().__init__(CocoSource(where, file, task, source_sampler, decode, extra_metadata))

    def get_class_indexing(self) -> dict[str, Any]:
        """Category name -> [id], with Panoptic [id, isthing]."""
        if self.task not in ("Detection", "Panoptic"):
            raise NotImplementedError("Only 'Detection' and 'Panoptic' support get_class_indexing.")
        return super().get_class_indexing()


@describe_shared_arguments
class ManifestDataset(MappableDataset):
    """Images listed in a manifest (a JSON object per line): `image` and `label`, int32.

    `dataset_file`: the manifest, a str or path.
    `usage`: 'train', 'eval' or 'inference' (RuntimeError for another).
    `class_indexing`: a dict from class names to labels; other names are skipped.
    """

    def __init__(
        self,
        dataset_file: str,
        usage: str | None = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        file, indexing = existing_file(dataset_file), _classes(class_indexing)
        part = "train" if usage is None else usage
        check.instance(None, "usage", part, str)
        if part not in ("train", "eval", "inference"):
            raise RuntimeError(f"ManifestDataset: {part} is none of train, eval and inference.")
        check.boolean(None, "decode", decode)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(ManifestSource(file, part, indexing, source_sampler, decode))
