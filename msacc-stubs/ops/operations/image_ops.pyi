# Written by `python -m tests.stubs`.
from msacc.ops.operations.debug_ops import *
