# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
def to_group_norm(net: Cell, groups: int = 32) -> Cell: ...
