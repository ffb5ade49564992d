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
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
