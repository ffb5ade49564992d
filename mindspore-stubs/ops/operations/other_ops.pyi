# Written by `python -m tests.stubs`.
from msacc.ops.operations.other_ops import *
from msacc.ops.operations.other_ops import _primexpr as _primexpr
from msacc.ops.operations.other_ops import _refuse as _refuse
