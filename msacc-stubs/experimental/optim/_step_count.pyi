# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.common.parameter import Parameter
from msacc.experimental.optim.optimizer import Optimizer
from typing import Any
class CountedOptimizer(Optimizer):
    step_t: Parameter
    def __init__(self, params: Any, defaults: Mapping[str, Any]) -> None: ...
