"""Looking at a network before it trains: its parts, what they cost, and pictures.

MindSpore has nothing of the kind.

Imports: common, graph, nn.cell, step.
"""

from msacc.inspection.summary import Summary as Summary
from msacc.inspection.summary import summary as summary
