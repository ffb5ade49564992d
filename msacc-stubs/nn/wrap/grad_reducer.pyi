# Written by `python -m tests.stubs`.
from collections.abc import Iterable
from contextlib import AbstractContextManager
from msacc.common.parameter import Parameter
from msacc.nn.cell.cell import Cell
from typing import Any
class DistributedGradReducer(Cell):
    mean: Any
    degree: Any
    group: str
    shared: Any
    paused: Any
    def __init__(self, parameters: Iterable[Parameter], mean: bool | None = None, degree: int | None = None, fusion_type: int = 1, group: str = 'hccl_world_group') -> None: ...
    def no_sync(self) -> AbstractContextManager[None]: ...
    def __call__(self, grads: Any) -> Any: ...
