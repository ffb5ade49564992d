# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.graph.transforms import grad as grad
from msacc.ops.parameter_assign import identity as identity
