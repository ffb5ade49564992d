# Written by `python -m tests.stubs`.
from msacc.ops.operations.inner_ops import *
