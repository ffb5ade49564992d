# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.dataset.dataset import SourceDataset
from msacc.dataset.enums import Shuffle
from msacc.dataset.schema import Schema
from msacc.dataset.sources.readers.sequential_files import FileSource
from typing import Any
class CSVDataset(FileDataset):
    def __init__(self, dataset_files: str | Sequence[str], field_delim: str = ',', column_defaults: Sequence[Any] | None = None, column_names: Sequence[str] | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | Shuffle | None = ..., num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
class FileDataset(SourceDataset):
    dataset_files: Any
    def __init__(self, source: FileSource) -> None: ...
    def is_shuffled(self) -> bool: ...
class TFRecordDataset(FileDataset):
    def __init__(self, dataset_files: str | Sequence[str], schema: Schema | str | None = None, columns_list: Sequence[str] | None = None, num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | Shuffle | None = ..., num_shards: int | None = None, shard_id: int | None = None, shard_equal_rows: bool = False, cache: Any = None, compression_type: str | None = None) -> None: ...
class TextFileDataset(FileDataset):
    def __init__(self, dataset_files: str | Sequence[str], num_samples: int | None = None, num_parallel_workers: int | None = None, shuffle: bool | Shuffle | None = ..., num_shards: int | None = None, shard_id: int | None = None, cache: Any = None) -> None: ...
