# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
def sync_pipeline_shared_parameters(net: Cell) -> None: ...
