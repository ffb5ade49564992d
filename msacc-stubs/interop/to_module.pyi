# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
def to_torch_module(cell: Cell) -> Any: ...
