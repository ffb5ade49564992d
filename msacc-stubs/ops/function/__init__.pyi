# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.ops.bindings.primitives.unsupported import op_info_register as op_info_register
from msacc.ops.parameter_assign import identity as identity
