# Written by `python -m tests.stubs`.
from msacc.ops.operations.array_ops import *
