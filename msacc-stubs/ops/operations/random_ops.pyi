# Written by `python -m tests.stubs`.
from msacc.ops.operations.other_ops import *
