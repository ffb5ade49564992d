"""The Cell class.

Holds the tree of cells, their parameters, flags and hooks, and no layer.

Imports: common, graph, mindir, ops.core, sharding.
"""

from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.cell.graph_cell import GraphCell as GraphCell
