# Written by `python -m tests.stubs`.
from msacc.ops.primitive import *
from msacc.ops.primitive import _run_op as _run_op
