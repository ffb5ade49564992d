# Written by `python -m tests.stubs`.
from msacc.dataset.dataset import MappableDataset
from typing import Any
class LFWDataset(MappableDataset):
    def __init__(self, dataset_dir: str, task: str | None = None, usage: str | None = None, image_set: str | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | None = None, decode: bool = False, sampler: Any = None, num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
class WIDERFaceDataset(MappableDataset):
    def __init__(self, dataset_dir: str, usage: str | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | None = None, decode: bool = False, sampler: Any = None, num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
