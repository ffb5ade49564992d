# Written by `python -m tests.stubs`.
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class ApplyAdamWithAmsgrad(Primitive):
    beta1: float
    beta2: float
    epsilon: float
    def __init__(self, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, use_locking: bool = False) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
