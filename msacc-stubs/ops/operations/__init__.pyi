# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.graph.transforms import grad as grad
from msacc.ops.bindings.primitive_classes import Identity as _Identity
from msacc.ops.bindings.primitives.unsupported import op_info_register as op_info_register
identity = _Identity
