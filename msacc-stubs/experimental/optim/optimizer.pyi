# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class Optimizer(Cell):
    defaults: dict[str, Any]
    state: Any
    param_groups: list[dict[str, Any]]
    lrs: list[Parameter]
    group_start_id: Any
    parameters: Any
    def __init__(self, params: Any, defaults: Mapping[str, Any]) -> None: ...
    def add_param_group(self, param_group: Mapping[str, Any]) -> None: ...
    def __call__(self, gradients: Sequence[Tensor]) -> bool: ...
State: str
def at_least(value: Any, low: float, name: str, where: str, strict: bool = False) -> Any: ...
def check_betas(betas: Any, where: str) -> None: ...
