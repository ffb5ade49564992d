# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.enums import Shuffle
from msacc.dataset.samplers import BuiltinSampler
from typing import Any
class MindDataset(MappableDataset):
    def __init__(self, dataset_files: str | Sequence[str], columns_list: Sequence[str] | None = None, num_parallel_workers: int | None = None, shuffle: bool | Shuffle | None = None, num_shards: int | None = None, shard_id: int | None = None, sampler: BuiltinSampler | None = None, padded_sample: Mapping[str, Any] | None = None, num_padded: int | None = None, num_samples: int | None = None, cache: Any = None) -> None: ...
    def __getitem__(self, index: int) -> list[_numpy.ndarray]: ...
