# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class Adam(KeepsNumbers):
    beta1: Any
    beta2: Any
    eps: Any
    use_nesterov: bool
    use_amsgrad: bool
    moment1: Any
    moment2: Any
    vhat: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, use_locking: bool = False, use_nesterov: bool = False, weight_decay: Any = 0.0, loss_scale: float = 1.0, use_amsgrad: bool = False, **kwargs: Any) -> None: ...
class AdamOffload(_PlainAdam):
    elementwise: bool
    by_portions: bool
class AdamWeightDecay(KeepsNumbers):
    beta1: Any
    beta2: Any
    eps: Any
    moments1: Any
    moments2: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-06, weight_decay: Any = 0.0) -> None: ...
class KeepsNumbers(Optimizer): ...
class LazyAdam(_PlainAdam):
    keeps_rows: bool
    elementwise: bool
    by_portions: bool
class _PlainAdam(Adam):
    def __init__(self, params: Any, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, use_locking: bool = False, use_nesterov: bool = False, weight_decay: Any = 0.0, loss_scale: float = 1.0) -> None: ...
def as_float32(value: float) -> float: ...
def check_betas(beta1: Any, beta2: Any, eps: Any, where: str) -> None: ...
