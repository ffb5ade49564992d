# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.cell.graph_cell import GraphCell as GraphCell
