# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class LARS(Optimizer):
    use_clip: bool
    opt: Optimizer
    parameters: Any
    lars_flag: Any
    parameterwise: bool
    def __init__(self, optimizer: Optimizer, epsilon: float = 1e-05, coefficient: float = 0.001, use_clip: bool = False, lars_filter: Callable[[Any], bool] = ...) -> None: ...
    def __call__(self, gradients: Sequence[Tensor]) -> tuple[bool, ...]: ...
