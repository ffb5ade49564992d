# Written by `python -m tests.stubs`.
from collections.abc import Iterable
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.sharding.parameter_placement import ParameterLayout
from msacc.step.sharded_batch import ShardedBatch
from typing import Any
class OperatorSharding:
    batch: ShardedBatch
    data: Any
    model: Any
    feeding: Any
    def __init__(self, batch: ShardedBatch, layouts: Iterable[ParameterLayout]) -> None: ...
    @property
    def waiting(self) -> int: ...
    def run(self, micro: Cell, sens: Tensor, inputs: tuple[Any, ...]) -> Any: ...
    def finished(self, value: Any, grads: Sequence[Tensor], weights: Sequence[Parameter]) -> tuple[Any, list[Tensor]]: ...
    def own(self, grads: Sequence[Tensor], weights: Sequence[Parameter]) -> list[Tensor]: ...
