# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.nn.cell.cell import Cell
from typing import Any
def parameter_broadcast(net: Cell, layout: Mapping[str, Any], cur_rank: int = 0, initial_rank: int = 0) -> None: ...
