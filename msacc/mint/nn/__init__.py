"""mint.nn: layers under torch's names and defaults.

Tables and layers with torch's arguments.

Imports: common, mint, nn.cell, nn.layer, ops.array, ops.nn.
"""

from msacc.mint.nn import functional as functional
from msacc.mint.nn import norms, pads, parametric, plain
from msacc.mint.nn.norms import *  # noqa: F403
from msacc.mint.nn.pads import *  # noqa: F403
from msacc.mint.nn.parametric import *  # noqa: F403
from msacc.mint.nn.plain import *  # noqa: F403
from msacc.nn.cell import Cell as Cell
from msacc.nn.layer.dense import Linear as Linear
from msacc.nn.layer.reshaping import Identity as Identity

__all__ = [
    *norms.__all__,
    *pads.__all__,
    *parametric.__all__,
    *plain.__all__,
    "Cell",
    "Identity",
    "Linear",
    "functional",
]
