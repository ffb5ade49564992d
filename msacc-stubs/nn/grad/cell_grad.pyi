# Written by `python -m tests.stubs`.
from msacc.graph.jacobians import jvp as jvp
from msacc.graph.jacobians import vjp as vjp
from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.grad import Jvp as Jvp
from msacc.nn.grad import Vjp as Vjp
