# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
class StepPlan:
    micro_size: int | str
    reduction: str
    remainder: str
    count: Callable[..., Any] | None
    clip_norm: float | None
    running_statistics: str
    communication: str | None
    memory: int | str | None
    shard_size: int
    threshold: int
    level: str
    mean: bool
    loss_scale: Callable[[], Any] | None
    drop_overflow: bool
    overflow_callback: Callable[[Any], Any] | None
    standalone: bool
    strategy: Any
    inner_micro_batches: int
    strategy_file: str
    only_trainable: bool
    stages: int
    schedule: str
    interleave: bool
    placed: bool
    operators: bool
    search: bool
    switch: Switch
    scale: Any
    source: Any
    @property
    def weighted(self) -> bool: ...
    def gradient_communication(self) -> str: ...
    def __init__(self, micro_size: int | str = 1, reduction: str = 'mean', remainder: str = 'error', count: Callable[..., Any] | None = None, clip_norm: float | None = None, running_statistics: str = 'micro', communication: str | None = None, memory: int | str | None = None, shard_size: int = 1, threshold: int = 65536, level: str = 'level1', mean: bool = True, loss_scale: Callable[[], Any] | None = None, drop_overflow: bool = False, overflow_callback: Callable[[Any], Any] | None = None, standalone: bool = False, strategy: Any = 'data_parallel', inner_micro_batches: int = 1, strategy_file: str = '', only_trainable: bool = True, stages: int = 1, schedule: str = '1f1b', interleave: bool = False, placed: bool = False, operators: bool = False, search: bool = False, switch: Switch = ..., scale: Any = None, source: Any = None) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
class Switch:
    on: bool
    def __init__(self, on: bool = True) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
