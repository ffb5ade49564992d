# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.nn.optim.adam import KeepsNumbers
from typing import Any
class AdaMax(KeepsNumbers):
    beta1: Any
    beta2: Any
    eps: Any
    beta1_power: Parameter
    moment1: Any
    moment2: Any
    elementwise: bool
    by_portions: bool
    def __init__(self, params: Any, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, weight_decay: Any = 0.0, loss_scale: float = 1.0) -> None: ...
