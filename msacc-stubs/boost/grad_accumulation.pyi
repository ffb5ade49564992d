# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.ops.func_graph import MultitypeFuncGraph
from typing import Any
class GradientAccumulation(Cell):
    optimizer: Any
    weights: Any
    train_step: Any
    hyper_map: Any
    def __init__(self, max_accumulation_step: int, optimizer: Any) -> None: ...
    def __call__(self, loss: Any, grads: Sequence[Tensor]) -> Any: ...
gradient_accumulation_op: MultitypeFuncGraph
gradient_clear_op: MultitypeFuncGraph
