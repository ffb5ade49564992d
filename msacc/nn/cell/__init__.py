"""The Cell class.

Holds the tree of cells, their parameters, flags and hooks, and no layer; imports `common` and `graph`.
"""

from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.cell.graph_cell import GraphCell as GraphCell
