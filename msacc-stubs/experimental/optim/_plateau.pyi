# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from msacc.experimental.optim._scheduler import LRScheduler
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class ReduceLROnPlateau:
    optimizer: Optimizer
    mode: str
    factor: float
    patience: int
    threshold: float
    threshold_mode: str
    cooldown: int
    eps: float
    min_lrs: Any
    best: Any
    last_epoch: Any
    cooldown_counter: Any
    wait: Any
    def __init__(self, optimizer: Optimizer, mode: str = 'min', factor: float = 0.1, patience: int = 10, threshold: float = 0.0001, threshold_mode: str = 'rel', cooldown: int = 0, min_lr: Any = 0, eps: float = 1e-08) -> None: ...
    def step(self, metrics: Any) -> bool: ...
    def in_cooldown(self) -> bool: ...
    def get_last_lr(self) -> list[Tensor]: ...
class SequentialLR:
    milestones: list[int]
    optimizer: Optimizer
    last_epoch: Any
    def __init__(self, optimizer: Optimizer, schedulers: Sequence[LRScheduler], milestones: Sequence[int], last_epoch: int = -1) -> None: ...
    def step(self) -> None: ...
    def get_last_lr(self) -> list[Tensor]: ...
