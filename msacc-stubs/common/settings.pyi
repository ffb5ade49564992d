# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from typing import Any
class Settings:
    mode: int
    device: Any
    device_is_set: bool
    jit_level: str
    o0_captures: bool
    regions: str
    seed: int | None
    data_rank: int
    separate_streams: bool
    dataset_seed: int
    delay_init: bool
    options: dict[str, Any]
    parallel: dict[str, Any]
    def __init__(self, mode: int = 1, device: Any = ..., device_is_set: bool = False, jit_level: str = ..., o0_captures: bool = ..., regions: str = ..., seed: int | None = None, data_rank: int = 0, separate_streams: bool = False, dataset_seed: int = 5489, delay_init: bool = False, options: Mapping[str, Any] = ..., parallel: Mapping[str, Any] = ...) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
