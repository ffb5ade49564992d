# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.nn.cell.cell import Cell
from typing import Any
class ForwardValueAndGrad(Cell):
    grad: Any
    network: Cell | Callable[..., Any]
    weights: Any
    get_all: bool
    get_by_list: bool
    sens_param: bool
    def __init__(self, network: Cell | Callable[..., Any], weights: Any = None, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
class WithEvalCell(Cell):
    add_cast_fp32: bool
    def __init__(self, network: Cell, loss_fn: Any, add_cast_fp32: bool = False) -> None: ...
    def __call__(self, data: Any, label: Any) -> Any: ...
class WithGradCell(Cell):
    network: Cell
    loss_fn: Any
    sens: Any
    weights: Any
    grad: Any
    network_with_loss: Any
    def __init__(self, network: Cell, loss_fn: Any = None, sens: Any = None) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
class WithLossCell(Cell):
    def __init__(self, backbone: Cell, loss_fn: Any) -> None: ...
    def __call__(self, data: Any, label: Any) -> Any: ...
    @property
    def backbone_network(self) -> Cell: ...
