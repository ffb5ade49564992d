# Written by `python -m tests.stubs`.
from msacc.nn.optim.adam import KeepsNumbers
from typing import Any
class Lamb(KeepsNumbers):
    beta1: Any
    beta2: Any
    eps: Any
    params: Any
    moments1: Any
    moments2: Any
    parameterwise: bool
    def __init__(self, params: Any, learning_rate: Any, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-06, weight_decay: Any = 0.0) -> None: ...
