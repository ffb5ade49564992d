# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class SGD(Optimizer):
    accum: Any
    stat: Any
    def __init__(self, params: Any, lr: float | Tensor, momentum: float = 0, dampening: float = 0, weight_decay: float = 0.0, nesterov: bool = False, *, maximize: bool = False) -> None: ...
