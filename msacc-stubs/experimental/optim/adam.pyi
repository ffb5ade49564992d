# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class Adam(_Adam):
    def __init__(self, params: Any, lr: float | Tensor = 0.001, betas: tuple[float, float] = ..., eps: float = 1e-08, weight_decay: float = 0.0, amsgrad: bool = False, *, maximize: bool = False) -> None: ...
class AdamW(_Adam):
    def __init__(self, params: Any, lr: float | Tensor = 0.001, betas: tuple[float, float] = ..., eps: float = 1e-08, weight_decay: float = 0.01, amsgrad: bool = False, *, maximize: bool = False) -> None: ...
class _Adam(Optimizer):
    exp_avg: Any
    exp_avg_sq: Any
    state_step: Parameter
    max_exp_avg_sq: Any
    def __init__(self, params: Any, **defaults: Any) -> None: ...
