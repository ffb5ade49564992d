# Written by `python -m tests.stubs`.
from msacc.ops.operations.nn_ops import *
