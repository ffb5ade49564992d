# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class Optimizer(Cell):
    loss_scale: Any
    reciprocal_scale: Any
    need_scale: Any
    global_step: Parameter
    global_step_increase_tensor: Any
    is_group: Any
    is_group_lr: Any
    dynamic_lr: Any
    is_group_params_ordered: Any
    map_: Any
    hyper_map: Any
    map_reverse: Any
    hyper_map_reverse: Any
    assignadd: Any
    param_length: Any
    optim_filter: Any
    use_parallel: bool
    dynamic_weight_decay: Any
    learning_rate: Any
    decay_flags: Any
    exec_weight_decay: Any
    weight_decay: Any
    grad_centralization_flags: Any
    group_params: Any
    group_lr: Any
    group_weight_decay: Any
    parameters: Any
    elementwise: bool
    parameterwise: bool
    by_portions: bool
    keeps_rows: bool
    def __init__(self, learning_rate: Any, parameters: Any, weight_decay: Any = 0.0, loss_scale: float = 1.0) -> None: ...
    @property
    def unique(self) -> bool: ...
    @unique.setter
    def unique(self, value: bool) -> None: ...
    @property
    def target(self) -> str: ...
    @target.setter
    def target(self, value: str) -> None: ...
    def get_lr(self) -> Any: ...
    def broadcast_params(self, optim_result: Any) -> Any: ...
    def get_lr_parameter(self, param: Any) -> Any: ...
    def get_weight_decay(self) -> Any: ...
    def decay_weight(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
    def gradients_centralization(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
    def scale_grad(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]: ...
    def flatten_gradients(self, gradients: Any) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
def opt_init_args_register(fn: Callable[..., None]) -> Callable[..., None]: ...
