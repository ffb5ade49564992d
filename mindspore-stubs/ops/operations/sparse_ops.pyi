# Written by `python -m tests.stubs`.
from msacc.ops.operations.sparse_ops import *
