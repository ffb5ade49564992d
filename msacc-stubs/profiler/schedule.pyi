# Written by `python -m tests.stubs`.
from enum import Enum
from typing import Any
class ProfilerAction(Enum):
    NONE = 0
    WARM_UP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3
class Schedule:
    wait: Any
    active: Any
    warmup: Any
    repeat: Any
    skip_first: Any
    def __init__(self, *, wait: int, active: int, warmup: int = 0, repeat: int = 0, skip_first: int = 0) -> None: ...
    def __call__(self, step: int) -> ProfilerAction: ...
    def to_dict(self) -> dict[str, int]: ...
