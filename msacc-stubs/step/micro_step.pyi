# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class Update(Cell):
    optimizer: Cell
    def __init__(self, optimizer: Cell) -> None: ...
    def __call__(self, factor: Tensor | None, *grads: Tensor) -> Any: ...
