# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.nn.cell.cell import Cell
from typing import Any
CONTINUOUS_STRATEGY: int
class FreezeOpt(Cell):
    is_lars: Any
    lars_init_args: Any
    opt_class: Any
    opt_init_args: Any
    single_opt: Any
    parameters: Any
    learning_rate: Any
    dynamic_lr: Any
    groups_num: Any
    train_strategy: Any
    opts: Any
    dynamic_learning_rate: list[list[float]]
    def __init__(self, opt: Any, train_parameter_groups: Any = None, train_strategy: Any = None) -> None: ...
class GradientFreeze:
    grad_reducer: Any
    def __init__(self, param_groups: int, freeze_type: int, freeze_p: float, total_steps: int) -> None: ...
    def split_parameters_groups(self, net: Cell, freeze_para_groups_number: int) -> list[list[Parameter]]: ...
    def generate_freeze_index_sequence(self, parameter_groups_number: int, freeze_strategy: int, freeze_p: float, total_steps: int) -> list[int]: ...
    def freeze_generate(self, network: Cell, optimizer: Any) -> tuple[Cell, FreezeOpt]: ...
INTERVAL_STRATEGY: int
def freeze_cell(reducer_flag: bool, network: Any, optimizer: FreezeOpt, sens: Any, grad: Any, use_grad_accumulation: bool, mean: Any = None, degree: Any = None, max_accumulation_step: int = 1) -> tuple[Cell, ...]: ...
