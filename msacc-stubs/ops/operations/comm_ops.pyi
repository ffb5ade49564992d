# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.graph.transforms import grad as grad
from msacc.internals.function_helpers import _VirtualDataset as _VirtualDataset
from msacc.ops.parameter_assign import identity as identity
