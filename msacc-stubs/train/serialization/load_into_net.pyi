# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from msacc.common.parameter import Parameter
from msacc.nn.cell.cell import Cell
from msacc.train.sharded_checkpoints.job_layouts import JobLayouts
from typing import Any
def _update_param(param: Parameter, new_param: Parameter, strict_load: bool, shards: Callable[[], JobLayouts]) -> None: ...
def load_param_into_net(net: Cell, parameter_dict: Mapping[str, Any], strict_load: bool = False, remove_redundancy: bool = False) -> tuple[list[str], list[str]]: ...
