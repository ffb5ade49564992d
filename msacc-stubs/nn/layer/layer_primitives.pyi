# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
class Layer(Cell):
    construct: Any
