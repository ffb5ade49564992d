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
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
