# Written by `python -m tests.stubs`.
from collections.abc import Iterable
from msacc.common.parameter import Parameter
from msacc.nn.cell.cell import Cell
from typing import Any
class PipelineGradReducer(Cell):
    count: Any
    scale_sense: Parameter
    def __init__(self, parameters: Iterable[Parameter], scale_sense: float = 1.0, opt_shard: Any = None) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
