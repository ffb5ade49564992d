# Written by `python -m tests.stubs`.
from msacc.ops.operations.random_ops import *
