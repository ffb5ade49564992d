"""Two runs of one network, Cell by Cell: where outputs and gradients part by more than rounding.

MindSpore has nothing of the kind.

Imports: alias, common, communication, graph, inspection, interop, nn.cell, train.
"""

from msacc.comparison.compare_records import compare_records as compare_records
from msacc.comparison.compare_sides import compare as compare
from msacc.comparison.record import record as record
from msacc.comparison.report import Comparison as Comparison
