# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.experimental.optim._scheduler import LRScheduler
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class CosineAnnealingWarmRestarts(LRScheduler):
    eta_min: Any
    T_0: Any
    T_i: Any
    T_mult: int
    T_cur: Any
    last_epoch: Any
    def __init__(self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0, last_epoch: int = -1) -> None: ...
    def get_lr(self) -> list[float]: ...
    def step(self, epoch: Any = None) -> Any: ...
class CyclicLR(LRScheduler):
    max_lrs: Any
    total_step_size: Any
    step_up_ratio: Any
    mode: str
    gamma: float
    scale_mode: Any
    base_lrs: Any
    def __init__(self, optimizer: Optimizer, base_lr: Any, max_lr: Any, step_size_up: int = 2000, step_size_down: int | None = None, mode: str = 'triangular', gamma: float = 1.0, scale_fn: Callable[[Any], Any] | None = None, scale_mode: str = 'cycle', last_epoch: int = -1) -> None: ...
    def scale_fn(self, x: Any) -> Any: ...
    def get_lr(self) -> list[float]: ...
