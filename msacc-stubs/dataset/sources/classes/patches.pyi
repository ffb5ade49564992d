# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.dataset import SourceDataset
from msacc.dataset.schema import Schema
from typing import Any
class FakeImageDataset(MappableDataset):
    def __init__(self, num_images: int = 1000, image_size: tuple[int, ...] = (224, 224, 3), num_classes: int = 10, base_seed: int = 0, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | None = None, sampler: Any = None, num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
class PhotoTourDataset(MappableDataset):
    def __init__(self, dataset_dir: str, name: str, usage: str | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | None = None, sampler: Any = None, num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
class RandomDataset(SourceDataset):
    def __init__(self, total_rows: int | None = None, schema: Schema | str | None = None, columns_list: Sequence[str] | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, cache: Any = None, shuffle: bool | None = None, num_shards: int | None = None, shard_id: int | None = None) -> None: ...
class SemeionDataset(MappableDataset):
    def __init__(self, dataset_dir: str, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | None = None, sampler: Any = None, num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
