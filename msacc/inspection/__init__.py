"""Looking at a network before it trains: its parts, what they cost, and pictures.

MindSpore has nothing of the kind.

Imports: alias, auto_parallel_context, common, graph, nn, nn.cell, step.
"""

from msacc.inspection.cell_graph import CellGraph as CellGraph
from msacc.inspection.cell_graph import GraphNode as GraphNode
from msacc.inspection.cell_graph import cell_graph as cell_graph
from msacc.inspection.estimate import Estimate as Estimate
from msacc.inspection.estimate import StepMemory as StepMemory
from msacc.inspection.estimate import estimate as estimate
from msacc.inspection.summary import Summary as Summary
from msacc.inspection.summary import summary as summary
